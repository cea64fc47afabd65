/** In seconds from the beginning of the file. */
export interface TimedWord {
  startSec: number;
  endSec: number;
  text: string;
  /** 0 to 1, where the model says it. */
  confidence?: number;
}

/** Where nothing says when they were spoken, each word gets its share of the time by its length. */
export function spreadWords(text: string, durationSec: number): TimedWord[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const length = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((word) => {
    const startSec = (before / length) * durationSec;
    before += word.length;
    return { startSec, endSec: (before / length) * durationSec, text: word };
  });
}

/** Of the mean log probability that a model gives; nothing where it gives none. */
export const confidenceOf = (logProbability: number | null | undefined): Pick<TimedWord, 'confidence'> =>
  logProbability === null || logProbability === undefined
    ? {}
    : { confidence: Math.min(1, Math.exp(logProbability)) };
