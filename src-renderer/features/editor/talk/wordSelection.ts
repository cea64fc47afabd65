import { cutByWords, type PlacedWord } from '../../../../src-shared/domain/edit/talk.ts';
import type { FrameRange } from '../../../../src-shared/domain/edit/timeline.ts';

/** Two places in a list of words; both are in it. */
export interface WordSelection {
  anchor: number;
  focus: number;
}

export const firstOf = ({ anchor, focus }: WordSelection): number => Math.min(anchor, focus);
export const lastOf = ({ anchor, focus }: WordSelection): number => Math.max(anchor, focus);

/** The part of the timeline that selected words take; null where they have none. */
export function rangeOfWords(words: readonly PlacedWord[], selection: WordSelection): FrameRange | null {
  const chosen = new Set(words.slice(firstOf(selection), lastOf(selection) + 1));
  const ranges = cutByWords(words, chosen);
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}

export interface Paragraph {
  key: string;
  /** Of its first word in the whole list. */
  first: number;
  words: readonly PlacedWord[];
  /** Who speaks. */
  mediaId: string;
}

/** Words of one speaker without a longer pause. */
export function paragraphsOf(words: readonly PlacedWord[], pauseFrames: number): Paragraph[] {
  const paragraphs: (Paragraph & { words: PlacedWord[] })[] = [];
  words.forEach((word, index) => {
    const [last, before] = [paragraphs.at(-1), words[index - 1]];
    const continues =
      last?.mediaId === word.mediaId && before && word.startFrame - before.endFrame <= pauseFrames;
    if (continues) last.words.push(word);
    else
      paragraphs.push({
        key: `${word.clipId} ${word.index}`,
        first: index,
        words: [word],
        mediaId: word.mediaId,
      });
  });
  return paragraphs;
}
