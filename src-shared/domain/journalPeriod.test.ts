import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bucketEdgesMs, summarisePeriod, type JournalSegment, type SegmentFigures } from './journalPeriod.ts';

const HOUR_MS = 3_600_000;

// A zone with summer time: 2026-03-29 has 23 hours, 2026-10-25 has 25.
beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => vi.unstubAllEnvs());

const at = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime();

function figures(changes: Partial<SegmentFigures> = {}): SegmentFigures {
  return {
    inputName: 'Microphone',
    outputName: 'Headphones',
    framesProcessed: 1000,
    framesMissed: 1,
    meanReductionDb: 20,
    latencyP50Ms: 30,
    latencyP99Ms: 35,
    ...changes,
  };
}

function segment(fromMs: number, hours: number, of: Partial<SegmentFigures> | null = {}): JournalSegment {
  return {
    sessionStartedAtMs: fromMs,
    fromMs,
    toMs: fromMs + hours * HOUR_MS,
    figures: of && figures(of),
  };
}

describe('the days, weeks and months of a period', () => {
  it('are whole where the clock is put forward and back', () => {
    expect(new Date(at(2026, 3, 29)).getTimezoneOffset()).toBe(-60);
    const hours = (from: string, to: string) => {
      const edges = bucketEdgesMs({ from, to, by: 'day' });
      return edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / HOUR_MS);
    };
    expect(hours('2026-03-28', '2026-03-30')).toEqual([24, 23, 24]);
    expect(hours('2026-10-24', '2026-10-26')).toEqual([24, 25, 24]);
  });

  it('begin on Mondays and on firsts, and are cut off where the period is', () => {
    expect(bucketEdgesMs({ from: '2026-03-26', to: '2026-04-07', by: 'week' })).toEqual([
      at(2026, 3, 26),
      at(2026, 3, 30),
      at(2026, 4, 6),
      at(2026, 4, 8),
    ]);
    expect(bucketEdgesMs({ from: '2025-12-31', to: '2026-02-01', by: 'month' })).toEqual([
      at(2025, 12, 31),
      at(2026, 1, 1),
      at(2026, 2, 1),
      at(2026, 2, 2),
    ]);
  });
});

describe('a period', () => {
  it('without anything done says so, with nothing measured', () => {
    const { buckets, devices, totals } = summarisePeriod([], [], {
      from: '2026-05-01',
      to: '2026-05-02',
      by: 'day',
    });
    expect(buckets).toHaveLength(2);
    expect(devices).toEqual([]);
    expect(totals).toEqual({
      sessions: 0,
      cleanedSec: 0,
      meanReductionDb: null,
      recordings: 0,
      recordedSec: 0,
      latencyP50Ms: null,
      latencyP99Ms: null,
      framesMissed: 0,
      framesProcessed: 0,
    });
  });

  it('has a session across midnight in the day that it began, and its time in both', () => {
    const { buckets, totals } = summarisePeriod([segment(at(2026, 5, 1, 23), 3)], [], {
      from: '2026-05-01',
      to: '2026-05-02',
      by: 'day',
    });
    expect(buckets.map(({ sessions, cleanedSec }) => [sessions, cleanedSec])).toEqual([
      [1, 3600],
      [0, 7200],
    ]);
    expect(totals).toMatchObject({ sessions: 1, cleanedSec: 10_800 });
  });

  it('counts a night’s hours as they passed where the clock was put forward', () => {
    const night = segment(at(2026, 3, 28, 23), 4);
    const { buckets } = summarisePeriod([night], [], { from: '2026-03-28', to: '2026-03-29', by: 'day' });
    expect(buckets.map(({ cleanedSec }) => cleanedSec / 3600)).toEqual([1, 3]);
    // Three hours after midnight it is four.
    expect(new Date(night.toMs).getHours()).toBe(4);
  });

  it('leaves out what is before and after it', () => {
    const { totals, devices } = summarisePeriod(
      [segment(at(2026, 4, 30, 12), 1), segment(at(2026, 5, 1, 12), 1), segment(at(2026, 5, 2, 0), 1)],
      [],
      { from: '2026-05-01', to: '2026-05-01', by: 'day' },
    );
    expect(totals).toMatchObject({ sessions: 1, cleanedSec: 3600 });
    expect(devices).toHaveLength(1);
  });

  it('counts an interrupted session once, and its frames all', () => {
    const first = segment(at(2026, 5, 1, 12), 1);
    const second = { ...segment(at(2026, 5, 1, 14), 1), sessionStartedAtMs: first.sessionStartedAtMs };
    const { totals, devices } = summarisePeriod([first, second], [], {
      from: '2026-05-01',
      to: '2026-05-01',
      by: 'day',
    });
    expect(totals).toMatchObject({ sessions: 1, cleanedSec: 7200, framesProcessed: 2000, framesMissed: 2 });
    expect(devices[0]?.sessions).toBe(1);
  });

  it('weighs reduction by time, and latency by device', () => {
    const { totals, devices } = summarisePeriod(
      [
        segment(at(2026, 5, 1, 8), 3, { meanReductionDb: 10 }),
        segment(at(2026, 5, 1, 12), 1, { meanReductionDb: 30, latencyP50Ms: 40, latencyP99Ms: 60 }),
        segment(at(2026, 5, 1, 14), 1, { meanReductionDb: null, inputName: 'Other', latencyP50Ms: null }),
        segment(at(2026, 5, 1, 16), 1, null),
      ],
      [],
      { from: '2026-05-01', to: '2026-05-01', by: 'day' },
    );
    expect(totals.meanReductionDb).toBe(15);
    expect(totals.cleanedSec).toBe(6 * 3600);
    expect(
      devices.map(({ inputName, latencyP50Ms, latencyP99Ms }) => [inputName, latencyP50Ms, latencyP99Ms]),
    )
      // The longest used first.
      .toEqual([
        ['Microphone', 30, 60],
        ['Other', null, 35],
      ]);
  });

  it('counts recordings where they ended, one that went on in another take once', () => {
    const { buckets } = summarisePeriod(
      [],
      [
        { endedAtMs: at(2026, 5, 1, 10), recordedSec: 60, isContinued: true },
        { endedAtMs: at(2026, 5, 1, 11), recordedSec: 30, isContinued: false },
        { endedAtMs: at(2026, 6, 1, 11), recordedSec: 10, isContinued: false },
      ],
      { from: '2026-05-01', to: '2026-06-30', by: 'month' },
    );
    expect(buckets.map(({ recordings, recordedSec }) => [recordings, recordedSec])).toEqual([
      [1, 90],
      [1, 10],
    ]);
  });
});
