import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { dataOf } from '../../lib/loadable.ts';
import { selectCaptionLines, selectCaptions } from './captionsSlice.ts';

/** So long a line stays in sight: longer where there is more to read. */
const LEAST_MS = 3000;
const A_SIGN_MS = 60;

/** The line of captions that viewers read now, with who said it; null: none. */
export function useNewestCaption(isWanted: boolean): string | null {
  const newest = useSelector(selectCaptionLines).at(-1);
  const isOn = dataOf(useSelector(selectCaptions))?.isOn === true;
  const [readId, setReadId] = useState<string | null>(null);
  const id = newest?.id ?? null;
  const length = newest?.text.length ?? 0;
  useEffect(() => {
    if (id === null) return undefined;
    const timer = setTimeout(() => setReadId(id), LEAST_MS + A_SIGN_MS * length);
    return () => clearTimeout(timer);
  }, [id, length]);
  if (!isWanted || !isOn || newest === undefined || newest.id === readId) return null;
  return `${newest.name}: ${newest.text}`;
}
