/** What failed is tried again ever later, up to this. */
const MOST_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 1000;

export interface Backoff {
  /** Whether it is time to try; counted as a try where it is. */
  mayTry(key: string): boolean;
  /** It works again: the next failure is tried at once. */
  forget(key: string): void;
  /** Something has changed: nothing is waited for. */
  clear(): void;
}

/** When something that fails is tried again: at once, after a second, after two, and so on. */
export function createBackoff(nowMs: () => number = () => performance.now()): Backoff {
  const tries = new Map<string, { notBeforeMs: number; waitMs: number }>();
  return {
    mayTry(key) {
      const known = tries.get(key);
      if (known && nowMs() < known.notBeforeMs) return false;
      const waitMs = known ? Math.min(MOST_WAIT_MS, known.waitMs * 2) : FIRST_WAIT_MS;
      tries.set(key, { notBeforeMs: nowMs() + waitMs, waitMs });
      return true;
    },
    forget: (key) => void tries.delete(key),
    clear: () => tries.clear(),
  };
}
