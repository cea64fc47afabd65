import { describe, expect, it } from 'vitest';
import { frequencyOfX, nearestIndex, xOfFrequency, yOfGain, yOfLevel } from './graphScale.ts';

describe('the scale of the graph', () => {
  it('gives every octave the same width', () => {
    expect(xOfFrequency(20)).toBe(0);
    expect(xOfFrequency(20_000)).toBeCloseTo(1, 12);
    expect(xOfFrequency(200) - xOfFrequency(100)).toBeCloseTo(xOfFrequency(8000) - xOfFrequency(4000), 12);
    expect(frequencyOfX(xOfFrequency(1234))).toBeCloseTo(1234, 6);
  });

  it('has no gain in the middle, and louder above quieter', () => {
    expect(yOfGain(0)).toBe(0.5);
    expect(yOfGain(12)).toBeLessThan(yOfGain(-12));
  });

  it('keeps a spectrum within the graph', () => {
    expect(yOfLevel(6)).toBe(0);
    expect(yOfLevel(-200)).toBe(1);
  });

  it('finds the nearest place', () => {
    expect(nearestIndex([0.1, 0.5, 0.9], 0.62)).toBe(1);
    expect(nearestIndex([0.1, 0.5, 0.9], 7)).toBe(2);
  });
});
