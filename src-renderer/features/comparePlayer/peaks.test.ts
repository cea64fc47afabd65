import { describe, expect, it } from 'vitest';
import { peaksOf } from './peaks.ts';

describe('peaks', () => {
  it('are the largest of each part, whatever their sign', () => {
    expect(peaksOf(Float32Array.of(0.5, -0.75, 0, 0.25), 2)).toEqual([0.75, 0.25]);
    expect(peaksOf(new Float32Array(0), 10)).toEqual([]);
  });
});
