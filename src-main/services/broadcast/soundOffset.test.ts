import { describe, expect, it } from 'vitest';
import { createSoundOffset } from './soundOffset.ts';

const PIECE_MS = 10;

/**
 * Pieces of sound as they come from an engine: each is heard at its time, and on its way for `delayMs`. The first one is written at the moment
 * at which it comes. Answers how much later than heard the sound lies in the stream, and what was found.
 */
function run(seconds: number, delayMs: (heardMs: number) => number, ppm = 0) {
  const offset = createSoundOffset();
  let firstAtMs: number | null = null;
  let arrivedMs = 0;
  for (let piece = 0; piece < (seconds * 1000) / PIECE_MS; piece += 1) {
    const heardMs = piece * PIECE_MS;
    // In their order.
    arrivedMs = Math.max(arrivedMs, heardMs + delayMs(heardMs));
    firstAtMs ??= arrivedMs;
    const writtenMs = firstAtMs + (piece + 1) * PIECE_MS * (1 + ppm / 1e6);
    offset.note(writtenMs - arrivedMs, arrivedMs);
  }
  return { liesLaterMs: firstAtMs ?? NaN, offset };
}

describe('the offset of the sound', () => {
  it('is what the first piece was late by, however busy the machine was then', () => {
    const { liesLaterMs, offset } = run(30, (atMs) => (atMs < 400 ? 180 - atMs * 0.4 : 5));
    expect(liesLaterMs).toBe(180);
    expect(Math.abs(offset.ms - liesLaterMs)).toBeLessThan(15);
    expect(offset.driftMs).toBeCloseTo(0, 0);
  });

  it('is not moved by pieces that come late', () => {
    const late = (atMs: number) => (Math.floor(atMs / 1000) % 3 === 0 ? 120 : 5);
    const { offset, liesLaterMs } = run(60, (atMs) => (atMs === 0 ? 5 : late(atMs)));
    expect(Math.abs(offset.ms - liesLaterMs)).toBeLessThan(15);
    expect(Math.abs(offset.driftMs)).toBeLessThan(1);
  });

  it('follows a clock that runs faster', () => {
    // 50 ppm are 3 ms a minute.
    const { offset } = run(1200, () => 5, 50);
    expect(Math.abs(offset.driftMs - (50 * 1190) / 1000)).toBeLessThan(4);
  });
});
