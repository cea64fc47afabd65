import type { EngineState } from '../../../src-shared/contract/engine.ts';
import type { journalContract, Today } from '../../../src-shared/contract/journal.ts';
import {
  bucketEdgesMs,
  summarisePeriod,
  type JournalSegment,
  type SegmentFigures,
} from '../../../src-shared/domain/journalPeriod.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log } from '../ports.ts';
import { openJournalStore } from './store.ts';
import { startOfDayMs, summariseToday } from './today.ts';

/** A kill loses at most this much of the running session. */
const CHECKPOINT_INTERVAL_MS = 5000;
/** Checkpoints so far apart tell that the machine slept: what lies between was not cleaned. */
const SLEEP_ABOVE_MS = 30_000;

/** Of the running session since its start, or of the one that ended last: as it is known last. */
export type SessionFigures = Omit<SegmentFigures, 'inputName' | 'outputName'>;

export interface JournalServiceOptions {
  dataDir: string;
  clock: Clock;
  log: Log;
  checkpointIntervalMs?: number;
  readFigures(): SessionFigures | null;
  /** Brings `readFigures` up to date. */
  refreshFigures(): Promise<void>;
  onChanged(today: Today): void;
}

export interface JournalService {
  handlers: Handlers<typeof journalContract>;
  /** To be told every state of the engine: it is what the journal is made from. */
  onEngineState(state: EngineState): void;
  /** A recording has ended, or one that was cut off is whole again. */
  onTakeEnded(take: { recordedSec: number; isContinued: boolean }): void;
  readToday(): Today;
  /** Ends the running segment. */
  close(): void;
}

/** Keeps account of the time that was really cleaned. */
export function createJournalService(options: JournalServiceOptions): JournalService {
  const { clock, log } = options;
  const store = openJournalStore(options.dataDir, log);
  // Yesterday's too: what is asked for is the day of the asking, which may be over by then.
  let segments = store.read(startOfDayMs(clock.nowMs(), -1)).segments;
  let running: Running | null = null;
  let timer: NodeJS.Timeout | undefined;

  function readToday(): Today {
    const nowMs = clock.nowMs();
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
    const nowMs = clock.nowMs();
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
    timer = setInterval(tick, options.checkpointIntervalMs ?? CHECKPOINT_INTERVAL_MS);
    timer.unref();
  }

  function end(atMs: number): void {
    clearInterval(timer);
    if (!running) return;
    const segment = segmentOf({ ...running, toMs: Math.max(running.toMs, atMs) });
    running = null;
    const keepFromMs = startOfDayMs(clock.nowMs(), -1);
    segments = [...segments.filter(({ toMs }) => toMs > keepFromMs), segment];
    guarded('append', () => {
      store.append(segment);
      store.clearCheckpoint();
    });
  }

  function tick(): void {
    if (!running) return;
    const nowMs = clock.nowMs();
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
      'journal.readPeriod'(range) {
        const kept = store.read(bucketEdgesMs(range)[0] ?? 0);
        // What could not be written is known until the program ends.
        const unwritten = segments.filter(
          ({ fromMs }) => !kept.segments.some((segment) => segment.fromMs === fromMs),
        );
        const all = [...kept.segments, ...unwritten, ...runningUpTo(clock.nowMs())];
        return summarisePeriod(all, kept.takes, range);
      },
    },
    readToday,
    onEngineState(state) {
      const live = state.process === 'running' ? state.live : null;
      const liveStartedAtMs = live?.startedAtMs ?? null;
      if (liveStartedAtMs === (running?.sessionStartedAtMs ?? null)) return;
      end(clock.nowMs());
      if (live) {
        begin(live.startedAtMs, { inputName: live.inputDevice.name, outputName: live.outputDevice.name });
      }
      options.onChanged(readToday());
    },
    onTakeEnded(take) {
      guarded('append', () => store.appendTake({ endedAtMs: clock.nowMs(), ...take }));
      options.onChanged(readToday());
    },
    close: () => end(clock.nowMs()),
  };
}

interface Running extends Omit<JournalSegment, 'figures'> {
  devices: Pick<SegmentFigures, 'inputName' | 'outputName'>;
  /** Counts that belong to the session's segments before this one. */
  before: Pick<SegmentFigures, 'framesProcessed' | 'framesMissed'>;
}
