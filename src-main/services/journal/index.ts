import { createJournal, type Journal, type JournalOptions } from '../../../src-shared/handlers/journal.ts';
import type { Clock, Log } from '../ports.ts';
import { openJournalStore } from './store.ts';

export { readJournal } from './store.ts';

export interface JournalServiceOptions extends Omit<JournalOptions, 'store' | 'nowMs' | 'repeat' | 'log'> {
  dataDir: string;
  clock: Clock;
  log: Log;
}

/** The journal in files of the data folder. */
export function createJournalService({ dataDir, clock, log, ...options }: JournalServiceOptions): Journal {
  return createJournal({
    ...options,
    log,
    store: openJournalStore(dataDir, log),
    nowMs: () => clock.nowMs(),
    repeat(intervalMs, tick) {
      const timer = setInterval(tick, intervalMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
}
