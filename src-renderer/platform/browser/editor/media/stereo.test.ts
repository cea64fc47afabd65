import { describe, expect, it } from 'vitest';
import { toStereo } from './stereo.ts';

const plane = (value: number) => Float32Array.of(value);
const heard = (values: readonly number[]) => toStereo(values.map(plane)).map(([sample = 0]) => sample);

describe('sound of any number of channels as two', () => {
  it('has mono as loud on both sides, and stereo as it is', () => {
    expect(heard([0.5])).toEqual([0.5, 0.5]);
    expect(heard([0.25, -0.5])).toEqual([0.25, -0.5]);
  });

  it.each([3, 4, 5, 6, 8])('never clips, and keeps sides apart: %i channels', (channels) => {
    for (const side of heard(Array.from({ length: channels }, () => 1)))
      expect(side).toBeLessThanOrEqual(1.000001);
    const leftAlone = heard([1, ...Array.from({ length: channels - 1 }, () => 0)]);
    expect(leftAlone[0]).toBeGreaterThan(0.2);
    expect(leftAlone[1]).toBe(0);
  });

  it('has the centre of 5.1 in the middle, its low tones nowhere, and the last channel of 7.1 on the right', () => {
    const [left, right] = heard([0, 0, 1, 0, 0, 0]);
    expect(left).toBe(right);
    expect(heard([0, 0, 0, 1, 0, 0])).toEqual([0, 0]);
    const last = heard([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(last[0]).toBe(0);
    expect(last[1]).toBeGreaterThan(0.1);
  });
});
