/** The range of the equalizer's graph: what a young ear hears. */
export const LOWEST_HZ = 20;
export const HIGHEST_HZ = 20_000;
/** The curve may go over a slider's 12 dB, where bands lie close together. */
export const GRAPH_LIMIT_DB = 15;
/** Of the spectrum behind it. */
const SPECTRUM_FLOOR_DB = -96;

/** 0 at the lowest frequency, 1 at the highest; equal steps are equal intervals. */
export function xOfFrequency(hz: number): number {
  return Math.log(hz / LOWEST_HZ) / Math.log(HIGHEST_HZ / LOWEST_HZ);
}

export function frequencyOfX(x: number): number {
  return LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** x;
}

/** 0 at the top, 1 at the bottom. */
export function yOfGain(gainDb: number): number {
  return 0.5 - gainDb / (2 * GRAPH_LIMIT_DB);
}

/** The same for a level of the spectrum; kept within the graph. */
export function yOfLevel(levelDb: number): number {
  return Math.min(1, Math.max(0, levelDb / SPECTRUM_FLOOR_DB));
}

/** The index of the number that is nearest. */
export function nearestIndex(places: readonly number[], place: number): number {
  return places.reduce(
    (best, other, index) =>
      Math.abs(other - place) < Math.abs((places[best] ?? Infinity) - place) ? index : best,
    0,
  );
}
