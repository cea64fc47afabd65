import type { CompressorValues } from './compressor.ts';

type Curve = Pick<CompressorValues, 'thresholdDb' | 'ratio' | 'kneeDb'>;

/**
 * Decibels by which a steady level is lowered, as native/dsp/compressor.cpp has it: the quadratic soft knee of
 * D. Giannoulis, M. Massberg, J. D. Reiss, "Digital dynamic range compressor design" (J. Audio Eng. Soc. 60, 2012).
 */
export function compressorReductionDb(levelDb: number, { thresholdDb, ratio, kneeDb }: Curve): number {
  const slope = 1 - 1 / ratio;
  const overDb = levelDb - thresholdDb;
  if (2 * overDb <= -kneeDb) return 0;
  if (2 * overDb < kneeDb) return (slope * (overDb + kneeDb / 2) ** 2) / (2 * kneeDb);
  return slope * overDb;
}

/** The level at which a steady level comes out, with the make-up gain. */
export function compressorOutputDb(levelDb: number, curve: Curve & { makeupGainDb: number }): number {
  return levelDb - compressorReductionDb(levelDb, curve) + curve.makeupGainDb;
}
