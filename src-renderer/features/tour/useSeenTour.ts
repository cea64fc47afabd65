import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSession } from '../auth/index.ts';

const KEY = 'sounddesk.tourSeen';

/** Whether this person has taken or declined the tour, in this browser. */
export function useSeenTour(): [boolean, () => void] {
  const session = useSelector(selectSession);
  const data = session.status === 'ready' ? session.data : null;
  const key = data?.kind === 'signedIn' ? `${KEY}.${data.userId}` : KEY;
  const [seenKey, setSeenKey] = useState<string | null>(null);
  const remember = () => {
    setSeenKey(key);
    try {
      localStorage.setItem(key, 'yes');
    } catch (error) {
      // A browser that keeps nothing offers it once a visit.
      if (!(error instanceof DOMException)) throw error;
    }
  };
  return [seenKey === key || localStorage.getItem(key) !== null, remember];
}
