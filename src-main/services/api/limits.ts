import { closeSync, fstatSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PLAN_LIMITS } from '../../../src-shared/domain/plans.ts';
import type { RecordingLimits } from '../../../src-shared/domain/planLimits.ts';
import type { Clock } from '../ports.ts';

/** Calls of one key at once, and those that come back a second. */
const CALLS = { burst: 1000, perSecond: 200 };

/** Bounds each key for itself: a program that loops takes nothing from others. */
export function createRateLimit(nowMs: () => number, { burst, perSecond } = CALLS) {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return {
    /** null: go on. Otherwise the seconds to wait. */
    take(keyId: string): number | null {
      const now = nowMs();
      const bucket = buckets.get(keyId) ?? { left: burst, atMs: now };
      const left = Math.min(burst, bucket.left + ((now - bucket.atMs) / 1000) * perSecond);
      buckets.set(keyId, { left: left >= 1 ? left - 1 : left, atMs: now });
      return left >= 1 ? null : Math.ceil((1 - left) / perSecond);
    },
  };
}

/** Calls a month that start work; null: unlimited. Free has as many as Essential (spec/README.md). */
export function monthLimitOf(limits: Pick<RecordingLimits, 'plan'> | null): number | null {
  if (limits === null) return null;
  const { apiCallsPerMonth } = PLAN_LIMITS[limits.plan === 'free' ? 'essential' : limits.plan];
  return apiCallsPerMonth === 'unlimited' ? null : apiCallsPerMonth;
}

const PREFIX = 'calls-';

/**
 * Counts by one byte a call at the end of the month's file. The system appends bytes one after the other, so that two
 * programs that share the folder never count a call as the same one.
 */
export function createCallCount(folder: string, clock: Clock) {
  const monthNow = () => new Date(clock.nowMs()).toISOString().slice(0, 7);
  const fileOf = (month: string) => join(folder, `${PREFIX}${month}`);
  const used = (month: string) => statSync(fileOf(month), { throwIfNoEntry: false })?.size ?? 0;
  return {
    read: () => ({ month: monthNow(), used: used(monthNow()) }),
    /** false: the month has no call left, and this one is not counted. */
    take(limit: number | null): boolean {
      const month = monthNow();
      const before = used(month);
      if (limit !== null && before >= limit) return false;
      if (before === 0) forgetOthers(folder, month);
      const file = openSync(fileOf(month), 'a', 0o600);
      try {
        writeSync(file, '.');
        return limit === null || fstatSync(file).size <= limit;
      } finally {
        closeSync(file);
      }
    },
  };
}

function forgetOthers(folder: string, month: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(PREFIX) && name !== `${PREFIX}${month}`) rmSync(join(folder, name), { force: true });
}
