import type { JournalSegment, JournalTake } from './journalPeriod.ts';

/** A session of noise cancellation, or a recording, that has ended: without sound, and without a name of a device. */
export interface EndedSession {
  kind: 'noise-cancellation' | 'recording';
  startedAtMs: number;
  endedAtMs: number;
  figures: {
    /** Seconds that were cleaned or recorded. */
    durationSec: number;
    meanReductionDb: number | null;
    latencyP50Ms: number | null;
    latencyP99Ms: number | null;
    framesMissed: number | null;
    framesProcessed: number | null;
  };
}

/** What ended after `sinceMs`, by its end; a session that still runs is none of them. */
export function endedSessions(
  segments: readonly JournalSegment[],
  takes: readonly JournalTake[],
  { sinceMs, runningSinceMs }: { sinceMs: number; runningSinceMs: number | null },
): EndedSession[] {
  const bySession = new Map<number, JournalSegment[]>();
  for (const segment of segments) {
    if (segment.sessionStartedAtMs === runningSinceMs) continue;
    const own = bySession.get(segment.sessionStartedAtMs) ?? [];
    bySession.set(segment.sessionStartedAtMs, [...own, segment]);
  }
  return [...[...bySession.values()].map(sessionOf), ...takes.map(recordingOf)]
    .filter(({ endedAtMs }) => endedAtMs > sinceMs)
    .toSorted((a, b) => a.endedAtMs - b.endedAtMs);
}

function sessionOf(segments: readonly JournalSegment[]): EndedSession {
  const known = segments.flatMap(({ figures }) => (figures ? [figures] : []));
  // Reduction and latency are of the session since its start: its last stretch reports all.
  const last = known.at(-1);
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  return {
    kind: 'noise-cancellation',
    startedAtMs: segments[0]?.sessionStartedAtMs ?? 0,
    endedAtMs: Math.max(...segments.map(({ toMs }) => toMs)),
    figures: {
      durationSec: total(segments.map(({ fromMs, toMs }) => toMs - fromMs)) / 1000,
      meanReductionDb: last?.meanReductionDb ?? null,
      latencyP50Ms: last?.latencyP50Ms ?? null,
      latencyP99Ms: last?.latencyP99Ms ?? null,
      framesMissed: last ? total(known.map(({ framesMissed }) => framesMissed)) : null,
      framesProcessed: last ? total(known.map(({ framesProcessed }) => framesProcessed)) : null,
    },
  };
}

function recordingOf({ endedAtMs, recordedSec }: JournalTake): EndedSession {
  return {
    kind: 'recording',
    startedAtMs: endedAtMs - recordedSec * 1000,
    endedAtMs,
    figures: {
      durationSec: recordedSec,
      ...{ meanReductionDb: null, latencyP50Ms: null, latencyP99Ms: null },
      ...{ framesMissed: null, framesProcessed: null },
    },
  };
}
