import { describe, expect, it } from 'vitest';
import { TakeClock } from './takeClock.ts';

describe('the clock of a take', () => {
  it('goes with that of its sound, which counts slower or faster than the host', () => {
    const clock = new TakeClock(1000);
    expect(clock.takeMsAt(61_000)).toBe(60_000);
    clock.follow(30);
    expect(clock.takeMsAt(61_000)).toBe(59_970);
    clock.follow(-30);
    expect(clock.takeMsAt(61_000)).toBe(60_030);
  });

  it('knows a pause by what the sound counts', () => {
    const clock = new TakeClock(1000);
    clock.follow(30);
    clock.note({ type: 'takePaused', sinceStartSec: 60 });
    clock.note({ type: 'takeResumed', sinceStartSec: 70.5 });
    expect(clock.takeMsAt(61_029)).toBe(59_999);
    expect(clock.takeMsAt(65_000)).toBeNull();
    expect(clock.takeMsAt(71_530)).toBe(60_000);
  });

  it('is at its start before anything can be recorded', () => {
    const clock = new TakeClock(1000);
    clock.follow(30);
    expect(clock.takeMsAt(999)).toBeNull();
    expect(clock.takeMsAt(1010)).toBe(0);
  });
});
