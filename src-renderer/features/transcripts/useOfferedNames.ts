import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../lib/store.ts';
import { withClient } from './withClient.ts';

/** Names that a meeting's participants were given; none of another recording. */
export function useOfferedNames(takeId: string): readonly string[] {
  const dispatch = useAppDispatch();
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const left = new AbortController();
    const ask = withClient((client) => client.call('meetings.list', undefined, { signal: left.signal }));
    void dispatch(ask).then((answer) => {
      // Without them a name is typed.
      if (left.signal.aborted || !answer.success) return;
      setNames(answer.data.find((meeting) => meeting.takeId === takeId)?.names ?? []);
    });
    return () => left.abort();
  }, [dispatch, takeId]);
  return names;
}
