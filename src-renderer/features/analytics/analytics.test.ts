import { afterAll, describe, expect, it, vi } from 'vitest';
import { summarisePeriod } from '../../../src-shared/domain/journalPeriod.ts';
import { devicesCsv, historyCsv } from './csv.ts';
import { bucketLabel, rangeOf, weekOf } from './period.ts';

// Before the formatters are made: they keep the zone that they were made in.
vi.hoisted(() => vi.stubEnv('TZ', 'Europe/Berlin'));
afterAll(() => vi.unstubAllEnvs());

describe('the period of a view', () => {
  it('ends today and is as many days, weeks or months long as the view says', () => {
    const today = new Date(2026, 2, 31, 23, 30);
    expect(rangeOf('day', today)).toEqual({ from: '2026-03-02', to: '2026-03-31', by: 'day' });
    expect(rangeOf('week', today)).toEqual({ from: '2026-01-12', to: '2026-03-31', by: 'week' });
    expect(rangeOf('month', today)).toEqual({ from: '2025-04-01', to: '2026-03-31', by: 'month' });
    expect(weekOf(new Date(2026, 2, 29))).toEqual({ from: '2026-03-23', to: '2026-03-29', by: 'day' });
    expect(weekOf(new Date(2026, 2, 30))).toEqual({ from: '2026-03-30', to: '2026-04-05', by: 'day' });
  });

  it('names its parts', () => {
    const atMs = new Date(2026, 2, 23).getTime();
    expect(bucketLabel(atMs, 'day')).toBe('Mar 23');
    expect(bucketLabel(atMs, 'week')).toBe('Week of Mar 23');
    expect(bucketLabel(atMs, 'month')).toBe('Mar 2026');
  });
});

/** Made in the test's own time zone. */
function makePeriod() {
  const atMs = new Date(2026, 2, 29, 12).getTime();
  return summarisePeriod(
    [
      {
        sessionStartedAtMs: atMs,
        fromMs: atMs,
        toMs: atMs + 90_100,
        figures: {
          inputName: '=HYPERLINK("x"), Mic',
          outputName: 'Headphones',
          framesProcessed: 9005,
          framesMissed: 2,
          meanReductionDb: 21.456,
          latencyP50Ms: 30.12,
          latencyP99Ms: null,
        },
      },
    ],
    [{ endedAtMs: atMs, recordedSec: 12.34, isContinued: false }],
    { from: '2026-03-28', to: '2026-03-29', by: 'day' },
  );
}

describe('the export', () => {
  it('of the history has a line a day, empty where nothing was measured', () => {
    expect(historyCsv(makePeriod(), 'day').split('\r\n')).toEqual([
      'day from,sessions,seconds cleaned,mean reduction dB,recordings,seconds recorded',
      '2026-03-28,0,0,,0,0',
      '2026-03-29,1,90.1,21.46,1,12.3',
      '',
    ]);
  });

  it('of the devices quotes names, and takes the reckoning out of them', () => {
    expect(devicesCsv(makePeriod()).split('\r\n')[1]).toBe(
      '"\'=HYPERLINK(""x""), Mic",Headphones,1,90.1,30.12,,9005,2',
    );
  });
});
