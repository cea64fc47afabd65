import { describe, expect, it } from 'vitest';
import { createSoundTimeline } from './soundTimeline.ts';

const RATE_HZ = 8000;
const PIECE_MS = 10;

/** A piece whose samples all say when they were heard, in seconds. */
function pieceHeardAt(heardMs: number, lengthMs = PIECE_MS): Uint8Array {
  const samples = new Float32Array(((lengthMs * RATE_HZ) / 1000) * 2);
  samples.forEach((_, at) => (samples[at] = heardMs / 1000 + Math.floor(at / 2) / RATE_HZ));
  return new Uint8Array(samples.buffer);
}

/** A timeline, and by how much each sound in its stream lies later than it was heard, in ms. */
function openTimeline() {
  const written: number[] = [];
  const timeline = createSoundTimeline(RATE_HZ, (pairs, sessionFrame) => {
    const samples = new Float32Array(pairs.slice().buffer).filter((_, at) => at % 2 === 0);
    written.push(...samples);
    const [first = 0] = samples;
    if (first === 0) expect(sessionFrame ?? 0).toBe(0);
    else expect(Math.abs((sessionFrame ?? 0) - first * RATE_HZ)).toBeLessThan(1);
  });
  const latenesses = () =>
    written.flatMap((heardSec, at) => (heardSec === 0 ? [] : [(at / RATE_HZ - heardSec) * 1000]));
  return { timeline, written, latenesses };
}

const most = (values: readonly number[]) => values.reduce((so, value) => Math.max(so, Math.abs(value)), 0);

/** Sound of so long a time: each piece is on its way for `ageMs` once it is heard. */
function play(
  timeline: ReturnType<typeof createSoundTimeline>,
  [fromMs, untilMs]: readonly [number, number],
  ageMs: (heardMs: number) => number,
  ppm = 0,
): void {
  let nowMs = 0;
  for (let ms = fromMs; ms < untilMs; ms += PIECE_MS) {
    const heardMs = ms * (1 + ppm / 1e6);
    nowMs = Math.max(nowMs, heardMs + PIECE_MS + ageMs(heardMs));
    timeline.add(pieceHeardAt(heardMs), heardMs, nowMs, Math.round((heardMs * RATE_HZ) / 1000));
  }
}

describe('the timeline of the sound', () => {
  it.each([
    ['at once', 0],
    ['late', 60],
    ['very late', 400],
  ])('has sound at its time where it comes %s', (_name, lateMs) => {
    const { timeline, latenesses } = openTimeline();
    timeline.fillUp(50);
    play(timeline, [0, 3000], () => lateMs);
    expect(most(latenesses())).toBeLessThan(1);
    expect(Math.abs(timeline.offsetMs)).toBeLessThan(0.1);
  });

  it('is not moved by pieces that come late, nor by how late the first ones were', () => {
    const { timeline, latenesses } = openTimeline();
    play(timeline, [500, 5000], (ms) => (ms < 900 ? 300 : Math.floor(ms / 1000) % 3 === 0 ? 120 : 5));
    expect(most(latenesses())).toBeLessThan(1);
    expect(timeline.driftMs).toBe(0);
  });

  it('is silent where sound is missing, and has what comes afterwards at its time again', () => {
    const { timeline, written, latenesses } = openTimeline();
    play(timeline, [1000, 2000], () => 30);
    for (let nowMs = 2450; nowMs < 3000; nowMs += 50) timeline.fillUp(nowMs);
    play(timeline, [2500, 4000], () => 30);
    expect(most(latenesses())).toBeLessThan(1);
    // Heard until 2.0 s and from then on when silence was written last, 30 ms before 2.95 s.
    const heard = written.filter((sample) => sample > 0).map((sample) => Math.round(sample * 1000));
    expect(heard.filter((ms) => ms > 2000 && ms < 2919)).toEqual([]);
    expect(heard.at(-1)).toBe(4000);
  });

  it('fills up what was lost on the way', () => {
    const { timeline, latenesses } = openTimeline();
    play(timeline, [1000, 2000], () => 5);
    play(timeline, [2100, 3000], () => 5);
    expect(most(latenesses())).toBeLessThan(1);
    expect(latenesses().length).toBe((1900 * RATE_HZ) / 1000);
  });

  it('leaves the samples of a clock that runs otherwise as they are, and says how far it has moved', () => {
    const { timeline, written, latenesses } = openTimeline();
    // 500 ppm for a minute are 30 ms.
    play(timeline, [PIECE_MS, 60_000], () => 5, 500);
    expect(written.filter((sample) => sample > 0)).toHaveLength((59_990 * RATE_HZ) / 1000);
    expect(Math.abs(timeline.offsetMs - (latenesses().at(-1) ?? NaN))).toBeLessThan(1);
    expect(Math.abs(timeline.driftMs - -25)).toBeLessThan(1);
  });
});
