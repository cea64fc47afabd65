import { describe, expect, it } from 'vitest';
import { setOnsets } from './onsets.ts';

const RATE = 16_000;

/** Two seconds of a tone, quiet at the edges, and as loud as this in between. */
const tone = (gainAt: (sec: number) => number) =>
  Float32Array.from({ length: 2 * RATE }, (_, i) => {
    const sec = i / RATE;
    const gain = sec < 0.4 || sec > 1.8 ? 0.0005 : gainAt(sec);
    return gain * Math.sin(2 * Math.PI * 300 * sec);
  });
const words = (startSec: number, sharesSound = false) => [
  { startSec: 0.4, endSec: startSec },
  { startSec, endSec: 1.8, sharesSound },
];
const second = (samples: Float32Array, startSec: number, sharesSound?: boolean) =>
  setOnsets(words(startSec, sharesSound), samples, RATE)[1]?.startSec ?? 0;

describe('a word that follows without a silence', () => {
  it('begins in a deep dip near where the aligner has it, and not in a shallow one', () => {
    const dip = (depth: number) => tone((sec) => (Math.abs(sec - 1.1) < 0.012 ? 0.3 * depth : 0.3));
    expect(Math.abs(second(dip(0.01), 1) - 1.1)).toBeLessThan(0.02);
    expect(second(dip(0.3), 1)).toBeCloseTo(1.02, 3);
  });

  it('begins half a sound earlier where it shares one with the word before, and behind a silence in it', () => {
    expect(
      second(
        tone(() => 0.3),
        1,
        true,
      ),
    ).toBeCloseTo(0.96, 3);
    const parted = tone((sec) => (sec > 0.86 && sec < 0.9 ? 0.0005 : 0.3));
    expect(Math.abs(second(parted, 1, true) - 0.9)).toBeLessThan(0.02);
  });
});
