import { describe, expect, it } from 'vitest';
import { FrameTimes } from './frameTimes.ts';

describe('times of frames', () => {
  it('are even where frames arrive late by varying times', () => {
    const times = new FrameTimes();
    const late = [3, 18, 7, 40, 3, 25, 90, 4, 3, 12];
    const found = late.map((delayMs, index) => times.timeOf(index * 40, 1000 + index * 40 + delayMs));
    expect(found).toEqual(late.map((_, index) => 1003 + index * 40));
  });

  it('follow a source whose clock runs differently', () => {
    const times = new FrameTimes();
    let lastMs = 0;
    // A thousandth too slow, for ten minutes.
    for (let index = 0; index < 15_000; index += 1) lastMs = times.timeOf(index * 40 * 0.999, index * 40 + 5);
    expect(Math.abs(lastMs - (14_999 * 40 + 5))).toBeLessThan(6);
  });

  it.each([
    ['the source’s clock stood still in a sleep', 40, 60_040],
    ['the page’s clock stood still in a sleep', 60_040, 40],
  ])('are right again at once where %s', (_, stampStepMs, arrivedStepMs) => {
    const times = new FrameTimes();
    for (let index = 0; index < 200; index += 1) times.timeOf(index * 40, index * 40 + 5);
    const [stampMs, arrivedMs] = [199 * 40 + stampStepMs, 199 * 40 + 5 + arrivedStepMs];
    for (let index = 0; index < 200; index += 1)
      expect(times.timeOf(stampMs + index * 40, arrivedMs + index * 40)).toBe(arrivedMs + index * 40);
  });

  it('never fall', () => {
    const times = new FrameTimes();
    expect(times.timeOf(0, 100)).toBe(100);
    expect(times.timeOf(10, 50)).toBe(100);
  });
});
