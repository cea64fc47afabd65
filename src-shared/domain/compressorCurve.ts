import type { CompressorValues } from './compressor.ts';

type Curve = Pick<CompressorValues, 'thresholdDb' | 'ratio' | 'kneeDb'>;

/**
 * Decibels by which a steady level is lowered, 0 or more; `slope` is 1 - 1/ratio. As native/dsp/compressor.cpp has it: the quadratic
 * soft knee of D. Giannoulis, M. Massberg, J. D. Reiss, "Digital dynamic range compressor design" (J. Audio Eng. Soc. 60, 2012).
 */
export function kneeReductionDb(levelDb: number, thresholdDb: number, slope: number, kneeDb: number): number {
  const overDb = levelDb - thresholdDb;
  if (2 * overDb <= -kneeDb) return 0;
  if (2 * overDb < kneeDb) {
    const intoKneeDb = overDb + kneeDb / 2;
    return (slope * intoKneeDb * intoKneeDb) / (2 * kneeDb);
  }
  return slope * overDb;
}

/** The same of a compressor's settings. */
export function compressorReductionDb(levelDb: number, { thresholdDb, ratio, kneeDb }: Curve): number {
  return kneeReductionDb(levelDb, thresholdDb, 1 - 1 / ratio, kneeDb);
}

/** The level at which a steady level comes out, with the make-up gain. */
export function compressorOutputDb(levelDb: number, curve: Curve & { makeupGainDb: number }): number {
  return levelDb - compressorReductionDb(levelDb, curve) + curve.makeupGainDb;
}
