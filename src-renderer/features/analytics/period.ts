import type { PeriodRange, PeriodStep } from '../../../src-shared/domain/journalPeriod.ts';
import { twoDigits } from '../../../src-shared/domain/time.ts';

/** How far back each view looks, its own step included. */
const LENGTHS: Record<PeriodStep, number> = { day: 30, week: 12, month: 12 };

/** The period that a view shows on this day: so many steps, each whole but the last. */
export function rangeOf(by: PeriodStep, today: Date): PeriodRange {
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const steps = LENGTHS[by] - 1;
  const from = {
    day: () => new Date(year, month, date - steps),
    week: () => new Date(year, month, date - daysSinceMonday(today) - 7 * steps),
    month: () => new Date(year, month - steps, 1),
  }[by]();
  return { from: isoDay(from), to: isoDay(today), by };
}

/** Monday to Sunday of the week that holds this day. */
export function weekOf(today: Date): PeriodRange {
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const monday = date - daysSinceMonday(today);
  return {
    from: isoDay(new Date(year, month, monday)),
    to: isoDay(new Date(year, month, monday + 6)),
    by: 'day',
  };
}

/** `2026-03-29`, of the local time zone. */
export function isoDay(at: Date): string {
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

function daysSinceMonday(at: Date): number {
  return (at.getDay() + 6) % 7;
}

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long' });

/** `Mar 29`, `Week of Mar 23`, `Mar 2026`. */
export function bucketLabel(startMs: number, by: PeriodStep): string {
  if (by === 'month') return MONTH.format(startMs);
  return by === 'week' ? `Week of ${DAY.format(startMs)}` : DAY.format(startMs);
}

/** The same where there is little room. */
export function shortLabel(startMs: number, by: PeriodStep): string {
  return by === 'month' ? MONTH.format(startMs) : DAY.format(startMs);
}

export const weekdayOf = (startMs: number): string => WEEKDAY.format(startMs);
