import type { RecordingLimits } from '../planLimits.ts';

/** How many destinations a plan sends to at once; null: without a limit, or a plan that this version does not know. */
export function mostDestinations(limits: RecordingLimits | null): number | null {
  switch (limits?.plan) {
    case 'free':
    case 'essential':
      return 0;
    case 'professional':
      return 4;
    case 'enterprise':
    case undefined:
      return null;
  }
}

/** What is said where more are on; null where the plan allows them. */
export function describeDestinationExcess(limits: RecordingLimits | null, count: number): string | null {
  const most = mostDestinations(limits);
  if (most === null || count <= most) return null;
  return most === 0
    ? 'Live Broadcast is part of the Professional plan. Change the plan under Billing.'
    : `The Professional plan sends to ${most} destinations at once, and ${count} are on. Turn off ${count - most}, or change to a larger plan under Billing.`;
}
