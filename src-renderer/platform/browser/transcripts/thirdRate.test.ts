import { describe, expect, it } from 'vitest';
import { ThirdRate } from './thirdRate.ts';

const RATE = 48_000;
const tone = (hz: number, frames: number) =>
  Float32Array.from({ length: frames }, (_, i) => Math.sin((2 * Math.PI * hz * i) / RATE));
const peakOf = (samples: Float32Array) =>
  samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

describe('sound at a third of its rate', () => {
  it('keeps its level and its place', () => {
    const made = new ThirdRate().take(tone(1000, RATE));
    expect(made.length).toBeGreaterThan(15_980);
    // Behind the first samples, which know nothing of what was before.
    for (let at = 100; at < 1000; at += 1)
      expect(Math.abs((made[at] ?? 0) - Math.sin((2 * Math.PI * 1000 * 3 * at) / RATE))).toBeLessThan(0.01);
  });

  it('has nothing of what the new rate cannot hold', () => {
    for (const hz of [10_000, 12_345, 20_000])
      expect(peakOf(new ThirdRate().take(tone(hz, RATE)).subarray(100))).toBeLessThan(0.01);
  });

  it('is the same in pieces of any length', () => {
    const sound = tone(440, 10_000);
    const whole = new ThirdRate().take(sound);
    const rate = new ThirdRate();
    const parts: number[] = [];
    let at = 0;
    for (const length of [1, 0, 2, 47, 48, 49, 960, 3000, 5893]) {
      parts.push(...rate.take(sound.subarray(at, at + length)));
      at += length;
    }
    expect(at).toBe(sound.length);
    expect(Float32Array.from(parts)).toEqual(whole);
  });
});
