import { describe, expect, it } from 'vitest';
import { findSourceGaps } from './sourceGaps.ts';

const RATE = 1000;
const TAKE = { sampleRate: RATE, takeEndSec: 20 };
const ALL = { fromFrame: 0, untilFrame: null };
const part = (startSec: number, durationSec: number, isLost = false) => ({
  startFrame: startSec * RATE,
  durationSec,
  framesWritten: 10,
  ended: isLost ? { code: 'DEVICE_LOST' } : null,
});

describe('the gaps of a source', () => {
  it('are none where it was written from a moment after the start to a moment before the end', () => {
    expect(findSourceGaps(ALL, [part(1.4, 17.2)], TAKE)).toEqual([]);
  });

  it('are all of it where nothing was written, however short that is', () => {
    const empty = { startFrame: null, durationSec: 0, framesWritten: 0, ended: null };
    const whole = [{ atSec: 0, lengthSec: 20, isBack: false, isLost: false }];
    expect(findSourceGaps(ALL, [], TAKE)).toEqual(whole);
    expect(findSourceGaps(ALL, [empty], TAKE)).toEqual(whole);
    expect(findSourceGaps(ALL, [], { ...TAKE, takeEndSec: 0.5 })).toHaveLength(1);
  });

  it('lie between parts, in whichever order those are reported', () => {
    expect(findSourceGaps(ALL, [part(10, 10), part(0, 4, true)], TAKE)).toEqual([
      { atSec: 4, lengthSec: 6, isBack: true, isLost: true },
    ]);
    // They may lie on each other by a moment.
    expect(findSourceGaps(ALL, [part(0, 12), part(11, 9)], TAKE)).toEqual([]);
  });

  it('reach to the end, and say whether what came before was lost', () => {
    expect(findSourceGaps(ALL, [part(0, 15, true)], TAKE)).toMatchObject([
      { atSec: 15, lengthSec: 5, isBack: false, isLost: true },
    ]);
    expect(findSourceGaps(ALL, [part(0, 15)], TAKE)).toMatchObject([{ isLost: false }]);
  });

  it('lie within the time in which it was wanted', () => {
    expect(findSourceGaps({ fromFrame: 5 * RATE, untilFrame: 15 * RATE }, [part(5, 10)], TAKE)).toEqual([]);
    expect(findSourceGaps({ fromFrame: 5 * RATE, untilFrame: null }, [part(8, 12)], TAKE)).toMatchObject([
      { atSec: 5, lengthSec: 3, isBack: true, isLost: false },
    ]);
    // Nothing is as long as less than nothing.
    expect(findSourceGaps({ fromFrame: 30 * RATE, untilFrame: 1 }, [], TAKE)).toMatchObject([
      { lengthSec: 0 },
    ]);
  });
});
