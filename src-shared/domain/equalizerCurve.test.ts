import { describe, expect, it } from 'vitest';
import { EQUALIZER_BANDS } from './equalizer.ts';
import {
  biquadResponseDb,
  equalizerFilters,
  equalizerQ,
  equalizerResponseDb,
  peakingFilter,
  type BiquadCoefficients,
} from './equalizerCurve.ts';

const RATE_HZ = 48000;
const FLAT = EQUALIZER_BANDS.map(() => 0);
const only = (band: number, gainDb: number) => FLAT.map((_, index) => (index === band ? gainDb : 0));

describe('the curve of the equalizer', () => {
  it('is flat where every gain is', () => {
    expect(equalizerResponseDb(FLAT, [20, 1000, 20000], RATE_HZ)).toEqual([0, 0, 0]);
  });

  it.each(EQUALIZER_BANDS.map(({ label, frequencyHz }, band) => ({ label, frequencyHz, band })))(
    'has at $label the gain of that band exactly, and half of it at the middle to the nearer neighbour',
    ({ band, frequencyHz }) => {
      const neighbours = [EQUALIZER_BANDS[band - 1], EQUALIZER_BANDS[band + 1]].filter((one) => one);
      const [nearest = 0] = neighbours
        .map((one) => one?.frequencyHz ?? 0)
        .sort((one, other) => distance(one, frequencyHz) - distance(other, frequencyHz));
      // At a high rate, where the bilinear transform bends the octaves no more.
      const rateHz = 1_920_000;
      const [peak, half] = equalizerResponseDb(
        only(band, 8),
        [frequencyHz, Math.sqrt(frequencyHz * nearest)],
        rateHz,
      );
      expect(peak).toBeCloseTo(8, 6);
      expect(half).toBeCloseTo(4, 1);
    },
  );

  it('is what the filters themselves do to tones', () => {
    const gainsDb = [-9, -4, -1, 1, 2, 3.5, 1.5, -2, -3, -3];
    for (const toneHz of [60, 440, 1000, 5000, 13000]) {
      const [drawn = 0] = equalizerResponseDb(gainsDb, [toneHz], RATE_HZ);
      expect(drawn).toBeCloseTo(measured(gainsDb, toneHz), 3);
    }
  });

  it('leaves a band out that is too high for the sample rate, as the engine does', () => {
    expect(equalizerFilters(only(9, 6), 32000)[9]).toBeNull();
    expect(equalizerResponseDb(only(9, 6), [12000], 32000)).toEqual([0]);
  });

  it('keeps its digits near 0 Hz', () => {
    expect(Math.abs(biquadResponseDb(peakingFilter(60, 1, 12, 96000), 0.001, 96000))).toBeLessThan(1e-6);
  });

  it('has the same qualities as the native equalizer', () => {
    // native/dsp/equalizer.cpp: sqrt(r) / (r - 1) with r the ratio to the nearer neighbour.
    expect(equalizerQ(0)).toBeCloseTo(Math.sqrt(170 / 60) / (170 / 60 - 1), 12);
    expect(equalizerQ(8)).toBeCloseTo(Math.sqrt(16 / 14) / (16 / 14 - 1), 12);
  });
});

const distance = (one: number, other: number) => Math.abs(Math.log2(one / other));

/** Decibels by which a tone leaves the filters louder, run sample by sample. */
function measured(gainsDb: readonly number[], toneHz: number): number {
  const tone = Float64Array.from({ length: RATE_HZ }, (_, n) =>
    Math.sin((2 * Math.PI * toneHz * n) / RATE_HZ),
  );
  const filters = equalizerFilters(gainsDb, RATE_HZ).filter((filter) => filter !== null);
  const out = filters.reduce(run, tone);
  const late = (samples: Float64Array) => samples.subarray(RATE_HZ / 2).reduce((sum, x) => sum + x * x, 0);
  return 10 * Math.log10(late(out) / late(tone));
}

function run(samples: Float64Array, { b0, b1, b2, a1, a2 }: BiquadCoefficients): Float64Array {
  let first = 0;
  let second = 0;
  return samples.map((x) => {
    const y = b0 * x + first;
    first = b1 * x - a1 * y + second;
    second = b2 * x - a2 * y;
    return y;
  });
}
