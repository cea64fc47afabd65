import { z } from 'zod';
import type { JournalEntries, JournalStore } from '../../../src-shared/handlers/journal.ts';
import { journalSegmentSchema, type JournalSegment } from '../../../src-shared/domain/journalPeriod.ts';
import { createStoredValue, isStorageRefusal, type TextStorage } from '../../lib/storedValue.ts';

export const JOURNAL_KEY = 'sounddesk.journal';
const RUNNING_KEY = 'sounddesk.journal.running';
/** About a year of several sessions a day: 300 kB, of the 5 MB that a page may keep. The oldest go first. */
const MAX_SEGMENTS = 2000;

const journalSchema = z.object({ version: z.literal(1), segments: z.array(journalSegmentSchema) });

/** What a page's storage must do for a journal. */
type JournalStorage = TextStorage & Pick<Storage, 'removeItem'>;

/**
 * The journal in this browser's storage. `adoptCheckpoint` takes in what a closed tab left of its session: it ends at its
 * last checkpoint. To be called by anyone who holds the lock of live sessions, since another tab may still be at it.
 */
export function createBrowserJournalStore(options: {
  storage: JournalStorage;
  onProblem: (message: string) => void;
}): JournalStore & { adoptCheckpoint(): void } {
  const { storage, onProblem } = options;
  const stored = createStoredValue({
    storage,
    key: JOURNAL_KEY,
    schema: journalSchema,
    onDamaged: (asideKey) => {
      if (asideKey !== null) storage.removeItem(JOURNAL_KEY);
      onProblem(
        asideKey === null
          ? 'The figures of earlier sessions could not be read from this browser’s storage.'
          : `The figures of earlier sessions could not be read. They are kept in this browser as "${asideKey}".`,
      );
    },
  });
  const running = createStoredValue({
    storage,
    key: RUNNING_KEY,
    schema: journalSegmentSchema,
    onDamaged: () => storage.removeItem(RUNNING_KEY),
  });
  const segmentsNow = (): JournalSegment[] => stored.read()?.segments ?? [];

  /** Where there is no room, the oldest half makes room. */
  function keep(segments: JournalSegment[]): void {
    try {
      stored.write({ version: 1, segments: segments.slice(-MAX_SEGMENTS) });
    } catch (error) {
      if (!isStorageRefusal(error) || segments.length < 2) throw error;
      keep(segments.slice(Math.ceil(segments.length / 2)));
    }
  }

  const store: JournalStore = {
    read(sinceMs): JournalEntries {
      // Recordings are the desktop app's.
      return { segments: segmentsNow().filter(({ toMs }) => toMs > sinceMs), takes: [] };
    },
    append: (segment) => keep([...segmentsNow(), segment]),
    appendTake: () => undefined,
    checkpoint: (segment) => running.write(segment),
    clearCheckpoint: () => storage.removeItem(RUNNING_KEY),
    forgetOlder(nowMs, keptMs) {
      const segments = segmentsNow();
      const beforeMs = Math.min(nowMs, Math.max(...segments.map(({ toMs }) => toMs))) - keptMs;
      const kept = segments.filter(({ toMs }) => toMs > beforeMs);
      if (kept.length < segments.length) keep(kept);
    },
  };
  return {
    ...store,
    adoptCheckpoint() {
      const left = running.read();
      if (!left) return;
      if (!segmentsNow().some(({ fromMs }) => fromMs === left.fromMs)) store.append(left);
      store.clearCheckpoint();
    },
  };
}
