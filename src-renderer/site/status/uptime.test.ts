import { describe, expect, it } from 'vitest';
import type { Service } from './statusApi.ts';
import { lastDays, meanResponseMs, overallState, stateNow, uptimePercent } from './uptime.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const day = (date: string, checks: number, answered: number, averageMs: number | null = 10) => ({
  day: date,
  checks,
  answered,
  averageMs,
});

describe('the last 30 days', () => {
  it('are all there, and a day without a probe holds nothing', () => {
    const days = lastDays([day('2026-11-20', 4, 4)], NOW_MS);
    expect(days).toHaveLength(30);
    expect(days[0]?.day).toBe('2026-10-23');
    expect(days.at(-1)).toEqual({ day: '2026-11-21', found: null });
    expect(days.at(-2)?.found?.checks).toBe(4);
  });
});

describe('uptime', () => {
  it('is of the probes that there were, and never rounded up', () => {
    expect(uptimePercent([])).toBeNull();
    expect(uptimePercent([day('2026-11-20', 100_000, 99_999)])).toBe(99.99);
    expect(uptimePercent([day('2026-11-20', 3, 3), day('2026-11-21', 1, 0, null)])).toBe(75);
  });

  it('has a mean response of what answered', () => {
    expect(meanResponseMs([])).toBeNull();
    expect(meanResponseMs([day('2026-11-20', 1, 1, 10), day('2026-11-21', 3, 3, 20)])).toBe(18);
    expect(meanResponseMs([day('2026-11-21', 3, 0, null)])).toBeNull();
  });
});

describe('the state', () => {
  const service = { status: 'operational', checked_at: '2026-11-21T11:58:00Z' } as Service;
  it('of long ago is unknown now', () => {
    expect(stateNow(service, NOW_MS)).toBe('operational');
    expect(stateNow(service, NOW_MS + 3_600_000)).toBe('unknown');
  });
  it('of all is the worst of each', () => {
    expect(overallState(['operational', 'degraded', 'outage'])).toBe('outage');
    expect(overallState(['operational', 'unknown'])).toBe('unknown');
    expect(overallState(['operational', 'not_configured'])).toBe('operational');
  });
});
