import { describe, expect, it } from 'vitest';
import { addToMix } from './mixTracks.ts';

const planes = (frames: number) => [new Float32Array(frames), new Float32Array(frames)] as const;
const ones = (count: number) => new Float32Array(count).fill(1);
const fader = { atFrame: 0, volume: 100, pan: 0, isMuted: false };

describe('a track in a mix', () => {
  it('is on both sides as it was recorded, where it has no fader, and is added to what is there', () => {
    const mix = planes(2);
    addToMix(mix, Float32Array.of(0.5, -0.25), { channels: 1 }, 0);
    addToMix(mix, Float32Array.of(0.25, 0, 0, 0.125), { channels: 2 }, 0);
    expect(mix.map((plane) => [...plane])).toEqual([
      [0.75, -0.25],
      [0.5, -0.125],
    ]);
  });

  it('is as loud as its fader says, and on the side that it was turned to', () => {
    const mix = planes(1);
    addToMix(mix, ones(1), { channels: 1, faders: [{ ...fader, volume: 50, pan: -100 }] }, 7);
    // A fader at 50 is -12 dB; what is all on one side is 3 dB louder there.
    expect(mix[0][0]).toBeCloseTo(0.25 * Math.SQRT2, 6);
    expect(mix[1][0]).toBe(0);
  });

  it('of two channels is balanced: the other side stays as it is', () => {
    const mix = planes(1);
    addToMix(mix, ones(2), { channels: 2, faders: [{ ...fader, pan: 50 }] }, 0);
    expect(mix[0][0]).toBeCloseTo(Math.SQRT2 * Math.cos((0.75 * Math.PI) / 2), 6);
    expect(mix[1][0]).toBe(1);
  });

  it('follows its fader, with a short ramp, over blocks as within one', () => {
    const faders = [fader, { ...fader, atFrame: 1000, isMuted: true }, { ...fader, atFrame: 3000 }];
    const whole = planes(4000);
    addToMix(whole, ones(4000), { channels: 1, faders }, 0);
    const [left] = whole;
    expect([left[999], left[1240], left[1480], left[2999], left[3480]]).toEqual([1, 0.5, 0, 0, 1]);
    const later = planes(1000);
    addToMix(later, ones(1000), { channels: 1, faders }, 1200);
    expect([...later[0]]).toEqual([...left.subarray(1200, 2200)]);
  });
});
