export interface Loudness {
  integratedLufs: number | null;
  truePeakDb: number | null;
}

/** FFmpeg's meter; `loudnessIn` reads what it says at its end. */
export const LOUDNESS_FILTER = 'ebur128=framelog=verbose:peak=true';
/** Its figure for a file in which nothing was heard. */
const NO_LOUDNESS = -70;

/** null where there was no sound, or too little for a figure. */
export function loudnessIn(words: string): Loudness {
  const summary = words.slice(Math.max(0, words.lastIndexOf('Summary:')));
  const figure = (pattern: RegExp, nothing: number) => {
    const value = Number(pattern.exec(summary)?.[1] ?? NaN);
    return value > nothing ? value : null;
  };
  return {
    integratedLufs: figure(/Integrated loudness:[^]*?I:\s+(-?[\d.]+) LUFS/, NO_LOUDNESS),
    truePeakDb: figure(/True peak:[^]*?Peak:\s+(-?[\d.]+) dBFS/, -Infinity),
  };
}
