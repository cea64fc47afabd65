import { useEffect, type RefObject } from 'react';
import { placeAt, type Reading } from './reading.ts';
import type { HeardTake } from './usePlayer.ts';

/** Lights the word that is heard, by an attribute: no word is drawn again for it. `onParagraph` hears in which one it is. */
export function useLitWord(
  list: RefObject<HTMLElement | null>,
  reading: Reading,
  heard: HeardTake | null,
  isPlaying: boolean,
  onParagraph: (paragraph: number) => void,
): void {
  useEffect(() => {
    if (!heard || !isPlaying) return undefined;
    const { player, leadSec } = heard;
    let asked = 0;
    let paragraph = -1;
    const follow = () => {
      const place = placeAt(reading, player.heardSec() - leadSec);
      light(list.current, place);
      const next = place < 0 ? -1 : (reading.paragraphAt[place] ?? -1);
      if (next >= 0 && next !== paragraph) onParagraph(next);
      paragraph = next;
      asked = requestAnimationFrame(follow);
    };
    follow();
    const shown = list.current;
    return () => {
      cancelAnimationFrame(asked);
      light(shown, -1);
    };
  }, [list, reading, heard, isPlaying, onParagraph]);
}

function light(list: HTMLElement | null, place: number): void {
  const wanted = list?.querySelector(`[data-place="${place}"]`) ?? null;
  const lit = list?.querySelector('[data-lit]') ?? null;
  if (lit === wanted) return;
  lit?.removeAttribute('data-lit');
  wanted?.setAttribute('data-lit', '');
}
