import { describe, expect, it } from 'vitest';
import { endedSessions } from './endedSessions.ts';
import type { JournalSegment } from './journalPeriod.ts';

const segment = (
  sessionStartedAtMs: number,
  fromMs: number,
  toMs: number,
  latencyP50Ms: number,
): JournalSegment => ({
  sessionStartedAtMs,
  fromMs,
  toMs,
  figures: {
    inputName: 'Marias Pods',
    outputName: 'Headphones',
    framesProcessed: 100,
    framesMissed: 1,
    meanReductionDb: 20,
    latencyP50Ms,
    latencyP99Ms: 30,
  },
});
const all = { sinceMs: 0, runningSinceMs: null };

describe('ended sessions', () => {
  it('are put together from their stretches, without names of devices', () => {
    const sessions = endedSessions([segment(1000, 1000, 3000, 20), segment(1000, 8000, 9000, 22)], [], all);
    expect(sessions).toEqual([
      {
        kind: 'noise-cancellation',
        startedAtMs: 1000,
        endedAtMs: 9000,
        figures: {
          durationSec: 3,
          meanReductionDb: 20,
          latencyP50Ms: 22,
          latencyP99Ms: 30,
          framesMissed: 2,
          framesProcessed: 200,
        },
      },
    ]);
    expect(JSON.stringify(sessions)).not.toContain('Pods');
  });

  it('are neither those that run nor those from before', () => {
    const segments = [
      segment(1000, 1000, 2000, 20),
      segment(3000, 3000, 4000, 20),
      segment(5000, 5000, 6000, 20),
    ];
    const found = endedSessions(segments, [], { sinceMs: 2000, runningSinceMs: 5000 });
    expect(found.map(({ startedAtMs }) => startedAtMs)).toEqual([3000]);
  });

  it('have recordings among them, by their end', () => {
    const takes = [{ endedAtMs: 2500, recordedSec: 2, isContinued: false }];
    const found = endedSessions([segment(3000, 3000, 4000, 20)], takes, all);
    expect(found.map(({ kind, startedAtMs }) => [kind, startedAtMs])).toEqual([
      ['recording', 500],
      ['noise-cancellation', 3000],
    ]);
  });
});
