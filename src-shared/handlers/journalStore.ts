import type { JournalSegment, JournalTake } from '../domain/journalPeriod.ts';
import { USAGE_KEPT_MS } from '../domain/retention.ts';

/** How often a journal that is written to looks for what was kept long enough. */
const FORGET_INTERVAL_MS = 86_400_000;

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
   * nothing on its own.
   */
  forgetOlder(nowMs: number, keptMs: number): void;
}

export interface JournalWriterOptions {
  store: JournalStore;
  nowMs: () => number;
  log: { error(message: string, error?: unknown): void };
}

/** Writes to the store. A journal that cannot be written must not end the session that it is about. */
export class JournalWriter {
  readonly #options: JournalWriterOptions;
  #forgotAtMs = -Infinity;

  constructor(options: JournalWriterOptions) {
    this.#options = options;
    this.#forgetOld();
  }

  /** The segment that ran has ended. */
  append(segment: JournalSegment): void {
    this.#guarded('append', (store) => {
      store.append(segment);
      store.clearCheckpoint();
    });
    this.#forgetOld();
  }

  appendTake(take: JournalTake): void {
    this.#guarded('append', (store) => store.appendTake(take));
  }

  checkpoint(segment: JournalSegment): void {
    this.#guarded('checkpoint', (store) => store.checkpoint(segment));
  }

  /** Usage data goes after two years: at each start, and each day that something is written. */
  #forgetOld(): void {
    const nowMs = this.#options.nowMs();
    if (Math.abs(nowMs - this.#forgotAtMs) < FORGET_INTERVAL_MS) return;
    this.#forgotAtMs = nowMs;
    this.#guarded('deletion of what is old', (store) => store.forgetOlder(nowMs, USAGE_KEPT_MS));
  }

  #guarded(what: string, write: (store: JournalStore) => void): void {
    try {
      write(this.#options.store);
    } catch (error) {
      this.#options.log.error(`the journal's ${what} failed`, error);
    }
  }
}
