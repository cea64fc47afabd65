import { describe, expect, it } from 'vitest';
import { FrameFifo } from './frameFifo.ts';

describe('the queue between blocks and frames', () => {
  it.each([32, 128, 256, 480, 512, 1024])(
    'is late by the least that lets blocks of %i pass whole',
    (block) => {
      const frames: number[] = [];
      const fifo = new FrameFifo(block, (frame) => frames.push(frame[0] ?? 0));
      const output: number[] = [];
      let next = 1;
      for (let done = 0; done < 48_000; done += block) {
        const input = Float32Array.from({ length: block }, () => next++);
        const part = new Float32Array(block).fill(NaN);
        fifo.exchange(input, part);
        output.push(...part);
      }
      const late = fifo.delaySamples;
      expect(output.slice(0, late).every((sample) => sample === 0)).toBe(true);
      expect(output.slice(late).every((sample, index) => sample === index + 1)).toBe(true);
      expect(late).toBeLessThan(480);
      expect(frames[1]).toBe(481);
    },
  );

  it('takes silence where nothing is connected', () => {
    const seen: number[] = [];
    const fifo = new FrameFifo(480, (frame) => seen.push(...frame));
    fifo.exchange(new Float32Array(480).fill(1), new Float32Array(480));
    fifo.exchange(null, new Float32Array(480));
    expect(seen.slice(480).every((sample) => sample === 0)).toBe(true);
  });
});
