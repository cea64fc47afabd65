import type { Today } from '../contract/journal.ts';
import type { JournalSegment } from '../domain/journalPeriod.ts';

/** What was done on the local day that holds `nowMs`, sessions across midnight by the part that is of it. */
export function summariseToday(segments: readonly JournalSegment[], nowMs: number): Today {
  const dayStartMs = startOfDayMs(nowMs);
  const dayEndMs = startOfDayMs(nowMs, 1);
  const cleanedSecByHour = Array.from({ length: 24 }, () => 0);
  const sessions = new Set<number>();
  for (const { sessionStartedAtMs, fromMs, toMs } of segments) {
    if (sessionStartedAtMs >= dayStartMs && sessionStartedAtMs < dayEndMs) sessions.add(sessionStartedAtMs);
    addByHour(cleanedSecByHour, Math.max(fromMs, dayStartMs), Math.min(toMs, dayEndMs));
  }
  const cleanedSec = cleanedSecByHour.reduce((sum, seconds) => sum + seconds, 0);
  return { sessions: sessions.size, cleanedSec, cleanedSecByHour };
}

/** Midnight of the local day of `atMs`, or of the day `days` later; right on days of 23 and 25 hours too. */
export function startOfDayMs(atMs: number, days = 0): number {
  const at = new Date(atMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

function addByHour(secondsByHour: number[], fromMs: number, toMs: number): void {
  for (let startMs = fromMs; startMs < toMs;) {
    const hour = new Date(startMs).getHours();
    const endMs = Math.min(toMs, endOfHourMs(startMs));
    secondsByHour[hour] = (secondsByHour[hour] ?? 0) + (endMs - startMs) / 1000;
    startMs = endMs;
  }
}

/** Counted by minutes and seconds, which every time zone has whole, and never by setting an hour twice. */
function endOfHourMs(atMs: number): number {
  const at = new Date(atMs);
  const intoHourMs = (at.getMinutes() * 60 + at.getSeconds()) * 1000 + at.getMilliseconds();
  return atMs + 3_600_000 - intoHourMs;
}
