import type { EngineState } from '../../../src-shared/contract/engine.ts';
import type { journalContract, Today } from '../../../src-shared/contract/journal.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log } from '../ports.ts';
import { openJournalStore } from './store.ts';
import { startOfDayMs, summariseToday, type Segment } from './today.ts';

/** A kill loses at most this much of the running session. */
const CHECKPOINT_INTERVAL_MS = 5000;
/** Checkpoints so far apart tell that the machine slept: what lies between was not cleaned. */
const SLEEP_ABOVE_MS = 30_000;

export interface JournalServiceOptions {
  dataDir: string;
  clock: Clock;
  log: Log;
  checkpointIntervalMs?: number;
  onChanged(today: Today): void;
}

export interface JournalService {
  handlers: Handlers<typeof journalContract>;
  /** To be told every state of the engine: it is what the journal is made from. */
  onEngineState(state: EngineState): void;
  readToday(): Today;
  /** Ends the running segment. */
  close(): void;
}

/** Keeps account of the time that was really cleaned. */
export function createJournalService(options: JournalServiceOptions): JournalService {
  const { clock, log } = options;
  const store = openJournalStore(options.dataDir, log);
  // Yesterday's too: what is asked for is the day of the asking, which may be over by then.
  let segments = store.read(startOfDayMs(clock.nowMs(), -1));
  let running: Segment | null = null;
  let timer: NodeJS.Timeout | undefined;

  function readToday(): Today {
    const nowMs = clock.nowMs();
    const upToNow = running ? [{ ...running, toMs: Math.max(running.toMs, nowMs) }] : [];
    return summariseToday([...segments, ...upToNow], nowMs);
  }

  function begin(sessionStartedAtMs: number): void {
    const nowMs = clock.nowMs();
    // The first segment starts with its session: the moments until the state was told belong to it.
    const isFirst = !segments.some((segment) => segment.sessionStartedAtMs === sessionStartedAtMs);
    running = { sessionStartedAtMs, fromMs: isFirst ? sessionStartedAtMs : nowMs, toMs: nowMs };
    guarded('checkpoint', () => running && store.checkpoint(running));
    timer = setInterval(tick, options.checkpointIntervalMs ?? CHECKPOINT_INTERVAL_MS);
    timer.unref();
  }

  function end(atMs: number): void {
    clearInterval(timer);
    if (!running) return;
    const segment = { ...running, toMs: Math.max(running.toMs, atMs) };
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
      const { sessionStartedAtMs, toMs } = running;
      end(toMs);
      begin(sessionStartedAtMs);
    } else {
      running = { ...running, toMs: nowMs };
      guarded('checkpoint', () => running && store.checkpoint(running));
    }
    options.onChanged(readToday());
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
    handlers: { 'journal.readToday': readToday },
    readToday,
    onEngineState(state) {
      const liveStartedAtMs = state.process === 'running' && state.live ? state.live.startedAtMs : null;
      if (liveStartedAtMs === (running?.sessionStartedAtMs ?? null)) return;
      end(clock.nowMs());
      if (liveStartedAtMs !== null) begin(liveStartedAtMs);
      options.onChanged(readToday());
    },
    close: () => end(clock.nowMs()),
  };
}
