import { describe, expect, it } from 'vitest';
import { recordingLimitsOf } from '../planLimits.ts';
import { describeDestinationExcess } from './planLimit.ts';

describe('the destinations of a plan', () => {
  it.each([
    ['free', 1, /^Live Broadcast is part of the Professional plan/],
    ['essential', 1, /^Live Broadcast is part of the Professional plan/],
    ['professional', 4, null],
    ['professional', 6, /sends to 4 destinations at once, and 6 are on\. Turn off 2/],
    ['enterprise', 30, null],
    // One that this version does not know is not cut short.
    ['galaxy', 30, null],
  ])('of %s for %i', (plan, count, said) => {
    const excess = describeDestinationExcess(recordingLimitsOf(plan), count);
    if (said === null) expect(excess).toBeNull();
    else expect(excess).toMatch(said);
  });
});
