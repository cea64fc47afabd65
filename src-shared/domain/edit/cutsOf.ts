/** A stretch of a recording, in seconds. */
export interface CutSec {
  fromSec: number;
  toSec: number;
}

interface HeardWord {
  startSec: number;
  endSec: number;
}

/** Shorter cuts are a click rather than a word. */
const LEAST_SEC = 0.03;

/**
 * What goes from a recording so that these words go: each run of them up to the next word that stays, so that the pause
 * in front stays as it was spoken. Where another word that stays is heard at the same time, nothing is cut. `words` in the
 * order of their beginnings.
 */
export function cutsOf(words: readonly HeardWord[], isCut: (place: number) => boolean): CutSec[] {
  const cuts: CutSec[] = [];
  /** Up to where words that stay are heard. */
  let heardToSec = 0;
  for (const [place, word] of words.entries()) {
    if (!isCut(place)) {
      const last = cuts.at(-1);
      if (last && last.toSec > word.startSec) last.toSec = word.startSec;
      heardToSec = Math.max(heardToSec, word.endSec);
      continue;
    }
    const next = words[place + 1];
    const toSec = Math.max(
      word.endSec,
      Math.min(next?.startSec ?? word.endSec, word.endSec + LONGEST_PAUSE_SEC),
    );
    const fromSec = Math.max(word.startSec, heardToSec);
    const last = cuts.at(-1);
    if (last && fromSec <= last.toSec) last.toSec = Math.max(last.toSec, toSec);
    else if (toSec > fromSec) cuts.push({ fromSec, toSec });
  }
  return cuts.filter(({ fromSec, toSec }) => toSec - fromSec >= LEAST_SEC);
}

/** A longer pause behind a word was no part of it. */
const LONGEST_PAUSE_SEC = 1;
