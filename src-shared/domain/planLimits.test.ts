import { describe, expect, it } from 'vitest';
import { describeExcess, describeLimit, recordingLimitsOf } from './planLimits.ts';

describe('what a plan lets one take record', () => {
  it.each([
    ['free', 1, 1],
    ['essential', 1, 1],
    ['professional', 4, 2],
    ['enterprise', null, null],
  ])('%s: %s audio tracks, %s cameras and screens', (plan, audioTracks, videoSources) => {
    expect(recordingLimitsOf(plan)).toEqual({ plan, audioTracks, videoSources });
  });

  it('is not limited by a plan that came later', () => {
    expect(recordingLimitsOf('studio-2030')).toBeNull();
    expect(describeExcess(null, 'audio', 32)).toBeNull();
  });

  it('is refused where it is too much, with what to do', () => {
    const limits = recordingLimitsOf('professional');
    expect(describeExcess(limits, 'audio', 4)).toBeNull();
    expect(describeExcess(limits, 'audio', 6)).toBe(
      'The Professional plan records 4 audio tracks at a time, and 6 are on. Turn off 2, record them as one mix, or change to a larger plan under Billing.',
    );
    expect(describeExcess(recordingLimitsOf('free'), 'screen', 2)).toBe(
      'The Free tier records 1 screen at a time, and 2 are on. Turn off 1, or change to a larger plan under Billing.',
    );
    expect(describeExcess(recordingLimitsOf('enterprise'), 'audio', 32)).toBeNull();
  });

  it('is reported before another one is added, where there is no room', () => {
    const limits = recordingLimitsOf('professional');
    expect(describeLimit(limits, 'audio', 3)).toBeNull();
    expect(describeLimit(limits, 'video', 2)).toBe(
      'The Professional plan records 2 cameras at a time: no more can be on at once.',
    );
    expect(describeLimit(limits, 'audio', 5)).toBeNull();
    expect(describeLimit(recordingLimitsOf('enterprise'), 'audio', 32)).toBeNull();
  });
});
