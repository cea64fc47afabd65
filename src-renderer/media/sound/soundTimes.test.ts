import { describe, expect, it } from 'vitest';
import { SoundTimes } from './soundTimes.ts';

const PIECE_MS = 10;

/** Pieces of 10 ms that were complete at these moments. */
const feed = (times: SoundTimes, arrivals: readonly number[]) =>
  arrivals.reduce((missing, atMs) => missing + times.take(PIECE_MS, atMs), 0);
const pieces = (fromMs: number, count: number, lateMs = 0) =>
  Array.from({ length: count }, (_, index) => fromMs + PIECE_MS * (index + 1) + lateMs);

describe('when sound was taken', () => {
  it('is reported by the pieces with the least delay', () => {
    const times = new SoundTimes();
    // The first came 80 ms late, and the others hold that up no longer.
    expect(feed(times, [1090, ...pieces(1010, 50)])).toBe(0);
    expect(times.timeOf(0)).toBeCloseTo(1000);
  });

  it('takes nothing for missing that only came late, and together', () => {
    const times = new SoundTimes();
    expect(feed(times, pieces(0, 200))).toBe(0);
    const late = pieces(2000, 150).map((atMs) => Math.max(atMs, 3500));
    expect(feed(times, [...late, ...pieces(3500, 200)])).toBe(0);
    expect(times.timeOf(5000)).toBeCloseTo(5000, 0);
  });

  it('fills what a device has lost, once', () => {
    const times = new SoundTimes();
    expect(feed(times, pieces(0, 200))).toBe(0);
    expect(feed(times, pieces(2300, 300))).toBeCloseTo(300, 0);
    // 2 s, 0.3 s of silence and 3 s of sound end where the last piece did.
    expect(times.timeOf(5300)).toBeCloseTo(5300, 0);
  });

  it('follows a device that runs slowly', () => {
    const times = new SoundTimes();
    const slow = Array.from({ length: 6000 }, (_, index) => (index + 1) * PIECE_MS * 1.0001);
    expect(feed(times, slow)).toBe(0);
    expect(Math.abs(times.timeOf(60_000) - 60_006)).toBeLessThan(3);
  });
});
