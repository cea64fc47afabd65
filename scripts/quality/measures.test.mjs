import { describe, expect, it } from 'vitest';
import { seededWhite } from '../lib/noise.mjs';
import { onsetLevelDb, pauseReductionDb, siSdrDb, trebleLevelDb, voiceLevelDb } from './measures.mjs';
import { stoi } from './stoi.mjs';

const RATE_HZ = 48_000;

/** Noise that swells and fades five times a second, as syllables do. */
function syllables(seconds) {
  const white = seededWhite(1);
  let low = 0;
  return Float32Array.from({ length: seconds * RATE_HZ }, (_, i) => {
    low += 0.2 * (white() - low);
    return low * Math.sin((2 * Math.PI * 2.5 * i) / RATE_HZ) ** 2;
  });
}

const clean = syllables(3);
const white = seededWhite(2);
const noisy = clean.map((sample) => sample + 0.1 * white());

describe('the measures of the bench of quality', () => {
  it('have the intelligibility that the reference implementation has (pystoi 0.4.1)', () => {
    const loud = clean.map((sample, i) => sample + 5 * (noisy[i] - sample));
    expect(stoi(clean, noisy)).toBeCloseTo(0.9898, 3);
    expect(stoi(clean, loud)).toBeCloseTo(0.7929, 3);
    expect(stoi(clean, clean)).toBeCloseTo(1, 6);
  });

  it('know the voice from what is added to it', () => {
    const halved = clean.map((sample) => sample / 2);
    expect(voiceLevelDb(clean, halved)).toBeCloseTo(-6.02, 2);
    expect(trebleLevelDb(clean, halved)).toBeCloseTo(-6.02, 2);
    expect(siSdrDb(clean, halved)).toBeGreaterThan(60);
    expect(Math.abs(voiceLevelDb(clean, noisy))).toBeLessThan(0.2);
    expect(siSdrDb(clean, noisy)).toBeLessThan(20);
  });

  it('see a beginning that is cut off, and a pause that is not', () => {
    const onset = RATE_HZ / 20;
    const cut = clean.map((sample, i) => (i < 2 * onset ? 0 : sample));
    expect(onsetLevelDb(clean, cut, [onset])).toBe(-60);
    expect(onsetLevelDb(clean, clean, [onset])).toBeCloseTo(0, 6);
    const lowered = noisy.map((sample) => sample / 10);
    expect(pauseReductionDb(noisy, lowered, [[0, RATE_HZ]])).toBeCloseTo(20, 2);
  });
});
