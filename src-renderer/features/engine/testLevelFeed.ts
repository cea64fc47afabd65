import { Listeners } from '../../../src-shared/rpc/index.ts';
import type { PlatformClient } from '../../platform/index.ts';

/** The level of the microphone test, outside the store: it changes 30 times a second. */
export interface TestLevelFeed {
  subscribe: (listener: () => void) => () => void;
  /** dBFS; null while no test is active, or before its first level. */
  readPeakDb(): number | null;
  /** A test has begun or ended: what was heard before is forgotten. */
  setActive(isActive: boolean): void;
}

/** Listens to the host only while somebody listens here: the host ends a test that nobody hears. */
export function createTestLevelFeed(client: Pick<PlatformClient, 'subscribe'>): TestLevelFeed {
  const listeners = new Listeners<void>();
  let unsubscribe: (() => void) | null = null;
  let isActive = false;
  let peakDb: number | null = null;
  return {
    subscribe(listener) {
      const remove = listeners.add(listener);
      unsubscribe ??= client.subscribe('audioTest.onLevelMeasured', (level) => {
        if (!isActive) return;
        ({ peakDb } = level);
        listeners.notify();
      });
      return () => {
        remove();
        if (listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = null;
      };
    },
    readPeakDb: () => peakDb,
    setActive(next) {
      if (next === isActive) return;
      isActive = next;
      peakDb = null;
      listeners.notify();
    },
  };
}
