import type { LiveLevels } from '../../../src-shared/contract/engine.ts';
import type { PlatformClient } from '../../platform/index.ts';
import { Listeners } from '../../../src-shared/rpc/index.ts';

/** Latency figures kept for the line: ten seconds at 30 a second. */
const LATENCY_HISTORY = 300;
/** Figures in text change at most so often: faster cannot be read. */
const TEXT_INTERVAL_MS = 200;

/** The measured figures of the running session, outside the store: they change 30 times a second. */
export interface LevelsFeed {
  /** Hears of new figures, at most once a frame. */
  subscribe: (listener: () => void) => () => void;
  /** The same, at most five times a second, for what is read as text. */
  subscribeToText: (listener: () => void) => () => void;
  /** null while nothing runs, or before the first measurement. */
  read(): LiveLevels | null;
  /** As `read`, changing with `subscribeToText` alone. */
  readForText(): LiveLevels | null;
  readLatencyHistory(): readonly number[];
  readonly latencyCapacity: number;
  /** Another session, or none: what was measured is forgotten. */
  setSession(startedAtMs: number | null): void;
}

export interface FrameScheduler {
  requestFrame: (callback: () => void) => void;
  nowMs: () => number;
}

/** Listens to the host only while somebody listens here. */
export function createLevelsFeed(
  client: Pick<PlatformClient, 'subscribe'>,
  scheduler: FrameScheduler,
): LevelsFeed {
  const frameListeners = new Listeners<void>();
  const textListeners = new Listeners<void>();
  let unsubscribe: (() => void) | null = null;
  let session: number | null = null;
  let latest: LiveLevels | null = null;
  let shown: LiveLevels | null = null;
  let shownAtMs = -Infinity;
  let latencies: number[] = [];
  let isFrameAsked = false;

  function onMeasured(levels: LiveLevels): void {
    if (session === null) return; // The last figures of a session that has ended.
    latest = levels;
    latencies = [...latencies.slice(1 - LATENCY_HISTORY), levels.latencyMs];
    announce();
  }
  function announce(): void {
    if (isFrameAsked) return;
    isFrameAsked = true;
    scheduler.requestFrame(() => {
      isFrameAsked = false;
      frameListeners.notify();
      const isDue =
        scheduler.nowMs() - shownAtMs >= TEXT_INTERVAL_MS || (latest === null) !== (shown === null);
      if (!isDue) return;
      shown = latest;
      shownAtMs = scheduler.nowMs();
      textListeners.notify();
    });
  }
  function listen(listeners: Listeners<void>, listener: () => void): () => void {
    const remove = listeners.add(listener);
    unsubscribe ??= client.subscribe('engine.onLevelsMeasured', onMeasured);
    return () => {
      remove();
      if (frameListeners.size + textListeners.size > 0) return;
      unsubscribe?.();
      unsubscribe = null;
    };
  }

  return {
    subscribe: (listener) => listen(frameListeners, listener),
    subscribeToText: (listener) => listen(textListeners, listener),
    read: () => latest,
    readForText: () => shown,
    readLatencyHistory: () => latencies,
    latencyCapacity: LATENCY_HISTORY,
    setSession(startedAtMs) {
      if (startedAtMs === session) return;
      session = startedAtMs;
      latest = null;
      latencies = [];
      announce();
    },
  };
}
