import { describe, expect, it } from 'vitest';
import { measureAgain, measureHostClock } from './hostClock.ts';

describe('the clock of the host', () => {
  it('is measured by the quickest of several answers', async () => {
    let pageMs = 0;
    const waits = [40, 2, 30, 30, 30, 30, 30, 30];
    const measured = await measureHostClock(
      () => {
        pageMs += waits.shift() ?? 0;
        return Promise.resolve(pageMs + 1000);
      },
      () => pageMs,
    );
    expect(measured).toEqual({ offsetMs: 1001, uncertainMs: 1 });
  });

  it('is asked for no longer than is allowed, and once at least', async () => {
    let pageMs = 0;
    let asks = 0;
    const slow = () => {
      asks += 1;
      pageMs += 600;
      return Promise.resolve(pageMs + 1000);
    };
    expect(await measureHostClock(slow, () => pageMs, 1000)).toEqual({ offsetMs: 1300, uncertainMs: 300 });
    expect(asks).toBe(2);
    await measureHostClock(slow, () => pageMs, 0);
    expect(asks).toBe(3);
  });

  it('is another one after a sleep, if the measurement shows it', async () => {
    const measure = (offsetMs: number) => () => Promise.resolve({ offsetMs, uncertainMs: 5 });
    expect(await measureAgain(1000, measure(61_000))).toBe(61_000);
    expect(await measureAgain(1000, measure(1004))).toBe(1000);
  });
});
