import { describe, expect, it } from 'vitest';
import { describeInterruption, judgeLooks } from './interruptions.ts';

const BEFORE = { uptimeMs: 100_000, monotonicMs: 40_000 };
const after = (uptimeMs: number, monotonicMs: number, isSleepReported = false) =>
  judgeLooks(
    BEFORE,
    { uptimeMs: BEFORE.uptimeMs + uptimeMs, monotonicMs: BEFORE.monotonicMs + monotonicMs },
    1000,
    isSleepReported,
  );

describe('two looks at the clocks of the machine', () => {
  it.each([
    ['on time', 1000, 1000],
    ['late, as on a busy machine', 3500, 3500],
    ['reported in hundredths', 1010, 1000],
  ])('%s mean nothing', (_, uptimeMs, monotonicMs) => {
    expect(after(uptimeMs, monotonicMs)).toBeNull();
  });

  it('mean a sleep where one clock stood still, however short', () => {
    expect(after(3_600_000, 1010)).toEqual({ kind: 'sleep', lengthMs: 3_599_000, uncountedMs: 3_598_990 });
    expect(after(1900, 900)).toMatchObject({ kind: 'sleep', uncountedMs: 1000 });
  });

  it('mean a sleep where both clocks went on and the system has said so', () => {
    expect(after(60_000, 60_000, true)).toEqual({ kind: 'sleep', lengthMs: 59_000, uncountedMs: 0 });
    expect(after(1000, 1000, true)).toBeNull();
  });

  it('mean a standstill where nobody has said why', () => {
    expect(after(9000, 9000)).toEqual({ kind: 'standstill', lengthMs: 8000, uncountedMs: 0 });
  });
});

describe('an interruption in words', () => {
  it('says how long and where, and of a standstill no more than is known', () => {
    expect(describeInterruption({ kind: 'sleep', atSec: 3725.4, lengthSec: 723 })).toBe(
      'The computer slept for 12:03 at 1:02:05 of the recording: nothing was recorded meanwhile. All before and after it is kept.',
    );
    expect(describeInterruption({ kind: 'standstill', atSec: 7.9, lengthSec: 8.04 })).toMatch(
      /^SoundDesk was suspended for 8\.0 s at 0:07 of the recording: /,
    );
  });
});
