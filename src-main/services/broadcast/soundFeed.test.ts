import { describe, expect, it } from 'vitest';
import { createMute } from './soundFeed.ts';

/** Stereo pairs of one level, at an odd place of their memory, as they may come. */
function pairsOf(level: number, frames = 100): Uint8Array {
  const memory = new Uint8Array(1 + frames * 8);
  memory.set(new Uint8Array(new Float32Array(frames * 2).fill(level).buffer), 1);
  return memory.subarray(1);
}
const samplesOf = (pairs: Uint8Array) => [...new Float32Array(pairs.slice().buffer)];

describe('the mute of a broadcast', () => {
  it('leaves the sound as it is while it is off', () => {
    const pairs = pairsOf(0.5);
    expect(createMute().apply(pairs)).toBe(pairs);
  });

  it('goes down evenly, is silence, and comes back evenly, without changing what it was given', () => {
    const mute = createMute();
    const pairs = pairsOf(0.5);
    mute.isOn = true;
    const falling = samplesOf(mute.apply(pairs));
    expect(falling[0]).toBeCloseTo(0.5);
    falling
      .slice(1)
      .forEach((sample, at) => expect(Math.abs(sample - (falling[at] ?? 0))).toBeLessThan(0.01));
    expect(falling.at(-1)).toBeLessThan(0.01);
    expect(samplesOf(mute.apply(pairs)).every((sample) => sample === 0)).toBe(true);
    mute.isOn = false;
    const rising = samplesOf(mute.apply(pairs));
    expect(rising[0]).toBe(0);
    expect(rising.at(-1)).toBeGreaterThan(0.49);
    expect(mute.apply(pairs)).toBe(pairs);
    expect(samplesOf(pairs)[0]).toBe(0.5);
  });
});
