import { describe, expect, it } from 'vitest';
import { createSoundMixer, gainOf } from './mixSounds.ts';

const RATE = 48_000;

/** Stereo pairs of one level, at an odd place of their memory, as they may come. */
function pairsOf(level: number, samples = 960): Uint8Array {
  const memory = new Uint8Array(1 + samples * 4);
  memory.set(new Uint8Array(new Float32Array(samples).fill(level).buffer), 1);
  return memory.subarray(1);
}
const samplesOf = (pairs: Uint8Array) => [...new Float32Array(pairs.slice().buffer)];
const voice = (level: number, gain: number) => ({
  samples: new Float32Array(960).fill(level),
  fromGain: gain,
  toGain: gain,
});

describe('sounds in the mix', () => {
  it('are added at their level, and what they are added to stays as it is', () => {
    const pairs = pairsOf(0.25);
    const [first] = samplesOf(createSoundMixer(RATE)(pairs, [voice(0.5, gainOf(-6.0206))]));
    expect(first).toBeCloseTo(0.5, 3);
    expect(samplesOf(pairs)[0]).toBe(0.25);
  });

  it('leave the mix as it is where there are none', () => {
    const pairs = pairsOf(0.95);
    expect(createSoundMixer(RATE)(pairs, [])).toBe(pairs);
  });

  it('change their level evenly', () => {
    const heard = samplesOf(createSoundMixer(RATE)(pairsOf(0), [{ ...voice(0.5, 1), fromGain: 0 }]));
    expect(heard[0]).toBe(0);
    heard.slice(1).forEach((sample, at) => expect(sample - (heard[at] ?? 0)).toBeLessThan(0.001));
    expect(heard.at(-1)).toBeGreaterThan(0.49);
  });

  it('never lift the sum above -1 dBFS, and the limiter lets go again', () => {
    const mix = createSoundMixer(RATE);
    const loud = samplesOf(mix(pairsOf(0.8), [voice(0.9, gainOf(6)), voice(-0.2, 1)]));
    expect(Math.max(...loud)).toBeLessThanOrEqual(10 ** (-1 / 20) + 1e-6);
    const after = Array.from({ length: 120 }, () => samplesOf(mix(pairsOf(0.5), [])));
    expect(after[0]?.[0]).toBeLessThan(0.45);
    expect(after.at(-1)?.[0]).toBeCloseTo(0.5, 2);
  });
});
