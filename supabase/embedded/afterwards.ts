/**
 * Work that is done when its caller has been answered: what an answer did not wait for, its time cannot reveal. A pause
 * of random length keeps the next answer from revealing it.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface Afterwards {
  /** One after the other, in their order. A failure is logged. */
  add(work: () => Promise<void>): void;
  /** Resolves when what was added so far is done. */
  settled(): Promise<void>;
  /** The same, and nothing waits for its pause any more. */
  close(): Promise<void>;
}

const PAUSE_MS = { least: 20, most: 120 };

export function createAfterwards(log: (message: string, error: unknown) => void): Afterwards {
  const closing = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const rest = () =>
    pause(randomInt(PAUSE_MS.least, PAUSE_MS.most), undefined, { signal: closing.signal }).catch(
      () => undefined,
    );
  return {
    add(work) {
      last = last
        .then(rest)
        .then(work)
        .catch((error: unknown) => log('work after an answer failed', error));
    },
    settled: () => last,
    close() {
      closing.abort();
      return last;
    },
  };
}
