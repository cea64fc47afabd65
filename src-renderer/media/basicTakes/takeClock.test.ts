import { describe, expect, it } from 'vitest';
import { createTakeClock } from './takeClock.ts';

describe('the clock of a recording', () => {
  it('leaves pauses out, and says where in the take something belongs that comes late', () => {
    const clock = createTakeClock();
    expect([clock.recordedMs(50), clock.timeOf(50)]).toEqual([0, null]);
    clock.start(100);
    clock.setPaused(true, 400);
    expect([clock.isPaused, clock.recordedMs(900)]).toEqual([true, 300]);
    clock.setPaused(false, 1000);
    clock.stop(1500);
    expect(clock.recordedMs(9000)).toBe(800);
    expect([99, 100, 399, 401, 999, 1000, 1500, 1501].map((atMs) => clock.timeOf(atMs))).toEqual([
      ...[null, 0, 299, null, null, 300, 800, null],
    ]);
  });
});
