import { STALE_AFTER_MS, UPTIME_DAYS, type ServiceState } from '../../../src-shared/domain/serviceStatus.ts';
import type { Service, ServiceDay } from './statusApi.ts';

const DAY_MS = 86_400_000;

/** The last 30 days (UTC), the oldest first; null for a day on which nothing was probed. */
export function lastDays(
  days: readonly ServiceDay[],
  nowMs: number,
): { day: string; found: ServiceDay | null }[] {
  return Array.from({ length: UPTIME_DAYS }, (_, index) => {
    const atMs = nowMs - (UPTIME_DAYS - 1 - index) * DAY_MS;
    const day = new Date(atMs).toISOString().slice(0, 10);
    return { day, found: days.find((one) => one.day === day) ?? null };
  });
}

/** Percent of the probes that were answered, never rounded up to 100; null where there was none. */
export function uptimePercent(days: readonly ServiceDay[]): number | null {
  const checks = days.reduce((sum, day) => sum + day.checks, 0);
  const answered = days.reduce((sum, day) => sum + day.answered, 0);
  return checks === 0 ? null : Math.floor((answered / checks) * 10_000) / 100;
}

/** Milliseconds, weighted by the answers; null where nothing answered. */
export function meanResponseMs(days: readonly ServiceDay[]): number | null {
  const timed = days.filter((day) => day.averageMs !== null);
  const answered = timed.reduce((sum, day) => sum + day.answered, 0);
  if (answered === 0) return null;
  return Math.round(timed.reduce((sum, day) => sum + (day.averageMs ?? 0) * day.answered, 0) / answered);
}

/** What a part is now: what was found long ago is not shown as the present. */
export function stateNow({ status, checked_at }: Service, nowMs: number): ServiceState | 'unknown' {
  return nowMs - Date.parse(checked_at) > STALE_AFTER_MS ? 'unknown' : status;
}

/** The worst of all; what is not set up is none of it. */
export function overallState(
  states: readonly (ServiceState | 'unknown')[],
): Exclude<ServiceState, 'not_configured'> | 'unknown' {
  return (
    (['outage', 'degraded', 'unknown'] as const).find((state) => states.includes(state)) ?? 'operational'
  );
}
