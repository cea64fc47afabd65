import { describe, expect, it } from 'vitest';
import { compressorOutputDb, compressorReductionDb } from './compressorCurve.ts';

const HARD = { thresholdDb: -18, ratio: 4, kneeDb: 0 };

describe('the static curve of the compressor', () => {
  it('leaves what is below the threshold', () => {
    expect(compressorReductionDb(-30, HARD)).toBe(0);
    expect(compressorReductionDb(-18, HARD)).toBe(0);
  });

  it('lets through one decibel of so many as the ratio says', () => {
    expect(compressorReductionDb(-10, HARD)).toBeCloseTo(6, 12);
    expect(compressorOutputDb(-10, { ...HARD, makeupGainDb: 2 })).toBeCloseTo(-14, 12);
  });

  it('takes nothing at a ratio of 1', () => {
    expect(compressorReductionDb(0, { ...HARD, ratio: 1 })).toBe(0);
  });

  it('bends without a corner: value and slope meet at both ends of the knee', () => {
    const soft = { ...HARD, kneeDb: 10 };
    const slopeAt = (db: number) =>
      (compressorReductionDb(db + 1e-4, soft) - compressorReductionDb(db - 1e-4, soft)) / 2e-4;
    expect(compressorReductionDb(-23, soft)).toBe(0);
    expect(slopeAt(-23)).toBeCloseTo(0, 4);
    expect(compressorReductionDb(-13, soft)).toBeCloseTo(0.75 * 5, 10);
    expect(slopeAt(-13)).toBeCloseTo(0.75, 4);
    // The textbook's middle: an eighth of the slope times the knee.
    expect(compressorReductionDb(-18, soft)).toBeCloseTo((0.75 * 10) / 8, 12);
  });
});
