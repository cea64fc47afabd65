import type { TimedWord } from './timedWords.ts';

/** A piece of a word or a whole one, as models give them: a word begins with a space. */
export interface SpokenToken {
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1, where the model says it. */
  probability?: number | undefined;
}

/** Marks of a model that nobody said, such as `[BLANK_AUDIO]` or `(music)`. */
const NOT_SAID = /[[(][^\])]*[\])]/g;

/** Pieces of words to words: a new one begins with a space. What was not said is left out. */
export function joinTokens(tokens: readonly SpokenToken[]): TimedWord[] {
  const words: TimedWord[] = [];
  let isParted = true;
  for (const { text, startMs, endMs, probability } of tokens) {
    const last = words.at(-1);
    if (last && !isParted && !text.startsWith(' ')) {
      last.text += text;
      last.endSec = Math.max(last.endSec, endMs / 1000);
      // A word is as sure as the least sure of its pieces; of a mark it is not the matter.
      if (last.confidence !== undefined && probability !== undefined && /[\p{L}\p{N}]/u.test(text))
        last.confidence = Math.min(last.confidence, probability);
    } else if (text.trim() !== '') {
      words.push({
        text: text.trim(),
        startSec: startMs / 1000,
        endSec: Math.max(startMs, endMs) / 1000,
        ...(probability !== undefined && { confidence: probability }),
      });
    }
    // A space of its own.
    isParted = text.trim() === '';
  }
  const said = words.map(({ text }) => text).join(' ');
  const isSaid = markSaid(words, said);
  return words.filter(({ text }, index) => isSaid[index] && /[\p{L}\p{N}]/u.test(text));
}

/** Which words lie outside of every mark. */
function markSaid(words: readonly TimedWord[], said: string): boolean[] {
  const marks = [...said.matchAll(NOT_SAID)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  let at = 0;
  return words.map(({ text }) => {
    const from = at;
    at += text.length + 1;
    return !marks.some(([start, end]) => from >= start && from < end);
  });
}
