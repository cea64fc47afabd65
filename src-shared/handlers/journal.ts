import type { EngineState } from '../contract/engine.ts';
import type { journalContract, Today } from '../contract/journal.ts';
import {
  bucketEdgesMs,
  summarisePeriod,
  type JournalSegment,
  type JournalTake,
  type SegmentFigures,
} from '../domain/journalPeriod.ts';
import { endedSessions } from '../domain/endedSessions.ts';
import { USAGE_KEPT_MS } from '../domain/retention.ts';
import type { Handlers } from '../rpc/index.ts';
import { startOfDayMs, summariseToday } from './journalToday.ts';

/** A kill loses at most this much of the running session. */
const CHECKPOINT_INTERVAL_MS = 5000;
/** How often a journal that is written to looks for what was kept long enough. */
const FORGET_INTERVAL_MS = 86_400_000;
/** Checkpoints so far apart tell that the machine slept: what lies between was not cleaned. */
const SLEEP_ABOVE_MS = 30_000;

/** What privacy mode keeps in the place of names. */
const NAMELESS = { inputName: 'Microphone', outputName: 'Output' };

/** A session that ended after a moment began at most this long before it: nobody runs one so long. */
const LONGEST_SESSION_MS = 7 * 86_400_000;

/** Of the running session since its start, or of the one that ended last: as it is known last. */
export type SessionFigures = Omit<SegmentFigures, 'inputName' | 'outputName'>;

export interface JournalEntries {
  segments: JournalSegment[];
  takes: JournalTake[];
}

/** Where finished segments rest, and the running one as of its last checkpoint: files, or a browser's storage. */
export interface JournalStore {
  /** What ended after `sinceMs`. */
  read(sinceMs: number): JournalEntries;
  /** Durable when it returns. */
  append(segment: JournalSegment): void;
  appendTake(take: JournalTake): void;
  checkpoint(segment: JournalSegment): void;
  clearCheckpoint(): void;
  /**
   * Deletes what ended so long before `nowMs`, and before the newest there is: a clock that was set ahead by years deletes
   * nothing by itself.
   */
  forgetOlder(nowMs: number, keptMs: number): void;
}

export interface JournalOptions {
  store: JournalStore;
  /** Milliseconds since 1970. */
  nowMs: () => number;
  /** Calls again and again until the returned function is called. */
  repeat: (intervalMs: number, tick: () => void) => () => void;
  log: { error(message: string, error?: unknown): void };
  checkpointIntervalMs?: number;
  /** Privacy mode: what is kept names no device. */
  hidesNames?(): boolean;
  readFigures(): SessionFigures | null;
  /** Brings `readFigures` up to date. */
  refreshFigures(): Promise<void>;
  onChanged(today: Today): void;
}

export interface Journal {
  handlers: Handlers<typeof journalContract>;
  /** To be told every state of the engine: it is what the journal is made from. */
  onEngineState(state: EngineState): void;
  /** A recording has ended, or one that was cut off is whole again. */
  onTakeEnded(take: { recordedSec: number; isContinued: boolean }): void;
  readToday(): Today;
  /** Ends the running segment. */
  close(): void;
}

/** Keeps account of the time that was really cleaned. The same in every host. */
export function createJournal(options: JournalOptions): Journal {
  const { store, nowMs: clockMs, log } = options;
  // Yesterday's too: what is asked for is the day of the asking, which may be over by then.
  let segments = store.read(startOfDayMs(clockMs(), -1)).segments;
  let running: Running | null = null;
  let forgotAtMs = -Infinity;
  forgetOld();
  let stopTicking: () => void = () => undefined;

  function readToday(): Today {
    const nowMs = clockMs();
    return summariseToday([...segments, ...runningUpTo(nowMs)], nowMs);
  }

  function runningUpTo(nowMs: number): JournalSegment[] {
    return running ? [segmentOf({ ...running, toMs: Math.max(running.toMs, nowMs) })] : [];
  }

  function segmentOf({ devices, before, ...span }: Running): JournalSegment {
    const figures = options.readFigures();
    if (!figures) return { ...span, figures: null };
    const since = (now: number, then: number) => Math.max(0, now - then);
    return {
      ...span,
      figures: {
        ...figures,
        ...devices,
        framesProcessed: since(figures.framesProcessed, before.framesProcessed),
        framesMissed: since(figures.framesMissed, before.framesMissed),
      },
    };
  }

  function begin(sessionStartedAtMs: number, devices: Running['devices']): void {
    const nowMs = clockMs();
    // The first segment starts with its session: the moments until the state was told belong to it.
    const isFirst = !segments.some((segment) => segment.sessionStartedAtMs === sessionStartedAtMs);
    running = {
      sessionStartedAtMs,
      fromMs: isFirst ? sessionStartedAtMs : nowMs,
      toMs: nowMs,
      devices,
      before: options.readFigures() ?? { framesProcessed: 0, framesMissed: 0 },
    };
    writeCheckpoint();
    stopTicking = options.repeat(options.checkpointIntervalMs ?? CHECKPOINT_INTERVAL_MS, tick);
  }

  function end(atMs: number): void {
    stopTicking();
    if (!running) return;
    const segment = segmentOf({ ...running, toMs: Math.max(running.toMs, atMs) });
    running = null;
    const keepFromMs = startOfDayMs(clockMs(), -1);
    segments = [...segments.filter(({ toMs }) => toMs > keepFromMs), segment];
    guarded('append', () => {
      store.append(segment);
      store.clearCheckpoint();
    });
    forgetOld();
  }

  /** Usage data goes after two years: at each start, and each day that something is written. */
  function forgetOld(): void {
    const nowMs = clockMs();
    if (Math.abs(nowMs - forgotAtMs) < FORGET_INTERVAL_MS) return;
    forgotAtMs = nowMs;
    guarded('deletion of what is old', () => store.forgetOlder(nowMs, USAGE_KEPT_MS));
  }

  function tick(): void {
    if (!running) return;
    const nowMs = clockMs();
    if (nowMs - running.toMs > SLEEP_ABOVE_MS || nowMs < running.toMs) {
      const { sessionStartedAtMs, toMs, devices } = running;
      end(toMs);
      begin(sessionStartedAtMs, devices);
    } else {
      running = { ...running, toMs: nowMs };
      writeCheckpoint();
    }
    options.onChanged(readToday());
    options.refreshFigures().catch((error: unknown) => log.error('the session told no figures', error));
  }

  function writeCheckpoint(): void {
    guarded('checkpoint', () => running && store.checkpoint(segmentOf(running)));
  }

  /** A journal that cannot be written must not end the session that it is about. */
  function guarded(what: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      log.error(`the journal's ${what} failed`, error);
    }
  }

  return {
    handlers: {
      'journal.readToday': readToday,
      'journal.readEnded'({ sinceMs }) {
        const { segments: kept, takes } = store.read(Math.max(0, sinceMs - LONGEST_SESSION_MS));
        return endedSessions(kept, takes, { sinceMs, runningSinceMs: running?.sessionStartedAtMs ?? null });
      },
      'journal.readPeriod'(range) {
        const kept = store.read(bucketEdgesMs(range)[0] ?? 0);
        // What could not be written is known until the program ends.
        const unwritten = segments.filter(
          ({ fromMs }) => !kept.segments.some((segment) => segment.fromMs === fromMs),
        );
        const all = [...kept.segments, ...unwritten, ...runningUpTo(clockMs())];
        return summarisePeriod(all, kept.takes, range);
      },
    },
    readToday,
    onEngineState(state) {
      const live = state.process === 'running' ? state.live : null;
      const liveStartedAtMs = live?.startedAtMs ?? null;
      if (liveStartedAtMs === (running?.sessionStartedAtMs ?? null)) return;
      end(clockMs());
      if (live) {
        begin(
          live.startedAtMs,
          options.hidesNames?.()
            ? NAMELESS
            : { inputName: live.inputDevice.name, outputName: live.outputDevice.name },
        );
      }
      options.onChanged(readToday());
    },
    onTakeEnded(take) {
      guarded('append', () => store.appendTake({ endedAtMs: clockMs(), ...take }));
      options.onChanged(readToday());
    },
    close: () => end(clockMs()),
  };
}

interface Running extends Omit<JournalSegment, 'figures'> {
  devices: Pick<SegmentFigures, 'inputName' | 'outputName'>;
  /** Counts that belong to the session's segments before this one. */
  before: Pick<SegmentFigures, 'framesProcessed' | 'framesMissed'>;
}
