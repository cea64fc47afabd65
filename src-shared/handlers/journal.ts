import type { EngineState } from '../contract/engine.ts';
import type { journalContract, Today } from '../contract/journal.ts';
import { bucketEdgesMs, summarisePeriod } from '../domain/journalPeriod.ts';
import { endedSessions } from '../domain/endedSessions.ts';
import type { Handlers } from '../rpc/index.ts';
import { JournalSegments, type SegmentsOptions } from './journalSegments.ts';
import { JournalWriter, type JournalStore, type JournalWriterOptions } from './journalStore.ts';
import { startOfDayMs, summariseToday } from './journalToday.ts';

export type { JournalEntries, JournalStore } from './journalStore.ts';

/** What privacy mode keeps in the place of names. */
const NAMELESS = { inputName: 'Microphone', outputName: 'Output' };

/** A session that ended after a moment began at most this long before it: nobody runs one so long. */
const LONGEST_SESSION_MS = 7 * 86_400_000;

export interface JournalOptions
  extends JournalWriterOptions, Omit<SegmentsOptions, 'segments' | 'writer' | 'onTicked'> {
  /** Privacy mode: what is kept names no device. */
  hidesNames?(): boolean;
  /** Brings `readFigures` up to date. */
  refreshFigures(): Promise<void>;
  onChanged(today: Today): void;
}

export interface Journal {
  handlers: Handlers<typeof journalContract>;
  /** Call it with every state of the engine: the journal is made from them. */
  onEngineState(state: EngineState): void;
  /** A recording has ended, or one that was cut off is whole again. */
  onTakeEnded(take: { recordedSec: number; isContinued: boolean }): void;
  readToday(): Today;
  /** Ends the running segment. */
  close(): void;
}

/** Keeps account of the time that was really cleaned. The same in every host. */
export function createJournal(options: JournalOptions): Journal {
  const { store, nowMs, log } = options;
  // Yesterday's too: what is asked for is the day of the asking, which may be over by then.
  const known = store.read(startOfDayMs(nowMs(), -1)).segments;
  const writer = new JournalWriter(options);
  const segments = new JournalSegments({
    ...options,
    segments: known,
    writer,
    onTicked() {
      options.onChanged(readToday());
      options.refreshFigures().catch((error: unknown) => log.error('the session reported no figures', error));
    },
  });

  function readToday(): Today {
    const atMs = nowMs();
    return summariseToday([...segments.ended, ...segments.upTo(atMs)], atMs);
  }

  return {
    handlers: createHandlers(store, segments, { nowMs, readToday }),
    readToday,
    onEngineState(state) {
      const live = state.process === 'running' ? state.live : null;
      if ((live?.startedAtMs ?? null) === segments.runningSinceMs) return;
      segments.end(nowMs());
      if (live) {
        const named = { inputName: live.inputDevice.name, outputName: live.outputDevice.name };
        segments.begin(live.startedAtMs, options.hidesNames?.() ? NAMELESS : named);
      }
      options.onChanged(readToday());
    },
    onTakeEnded(take) {
      writer.appendTake({ endedAtMs: nowMs(), ...take });
      options.onChanged(readToday());
    },
    close: () => segments.end(nowMs()),
  };
}

function createHandlers(
  store: JournalStore,
  segments: JournalSegments,
  { nowMs, readToday }: { nowMs: () => number; readToday: () => Today },
): Journal['handlers'] {
  return {
    'journal.readToday': readToday,
    'journal.readEnded'({ sinceMs }) {
      const { segments: kept, takes } = store.read(Math.max(0, sinceMs - LONGEST_SESSION_MS));
      return endedSessions(kept, takes, { sinceMs, runningSinceMs: segments.runningSinceMs });
    },
    'journal.readPeriod'(range) {
      const kept = store.read(bucketEdgesMs(range)[0] ?? 0);
      // What could not be written is known until the program ends.
      const unwritten = segments.ended.filter(
        ({ fromMs }) => !kept.segments.some((segment) => segment.fromMs === fromMs),
      );
      const all = [...kept.segments, ...unwritten, ...segments.upTo(nowMs())];
      return summarisePeriod(all, kept.takes, range);
    },
  };
}
