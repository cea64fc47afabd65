import { Listeners, type OpenStream } from '../../../src-shared/rpc/index.ts';
import { createScopeHistory, type ScopeChannel } from '../../lib/scopeHistory.ts';
import type { PlatformClient } from '../../platform/index.ts';

/** Twenty seconds at 100 pairs a second: more than any screen shows. */
const HISTORY_PAIRS = 2000;

/** Raw and clean peaks as they are heard, outside the store. */
export interface ScopeFeed {
  subscribe: (listener: () => void) => () => void;
  readonly pairsTotal: number;
  readPeak(channel: ScopeChannel, from: number, to: number): number;
  /** Whether this host cleans live at all: else there is nothing to watch. */
  setSupported(isSupported: boolean): void;
  /** Another session, or none: the ribbons start empty. */
  setSession(startedAtMs: number | null): void;
  dispose(): void;
}

/** Watches the host's stream while somebody looks, and again after a lost connection. */
export function createScopeFeed(
  client: Pick<PlatformClient, 'open' | 'connection' | 'onConnectionChanged'>,
): ScopeFeed {
  const history = createScopeHistory(HISTORY_PAIRS);
  const listeners = new Listeners<void>();
  let stream: OpenStream | null = null;
  let isSupported = false;
  let session: number | null = null;

  function update(): void {
    const isWanted = listeners.size > 0 && isSupported && client.connection === 'open';
    if (isWanted && !stream) open();
    if (!isWanted && stream) close();
  }
  function open(): void {
    const opened = client.open('engine.watchScope', undefined, (bytes) => {
      if (session === null) return;
      history.push(bytes);
      listeners.notify();
    });
    stream = opened;
    const forget = () => {
      if (stream === opened) stream = null;
    };
    // A stream that fails is opened again by the next change of connection or of who looks.
    opened.done.then(forget, forget);
  }
  function close(): void {
    stream?.close();
    stream = null;
  }

  const stopWatchingConnection = client.onConnectionChanged(update);
  return {
    subscribe(listener) {
      const remove = listeners.add(listener);
      update();
      return () => {
        remove();
        update();
      };
    },
    get pairsTotal() {
      return history.pairsTotal;
    },
    readPeak: (channel, from, to) => history.readPeak(channel, from, to),
    setSupported(next) {
      isSupported = next;
      update();
    },
    setSession(startedAtMs) {
      if (startedAtMs === session) return;
      session = startedAtMs;
      history.clear();
      listeners.notify();
    },
    dispose() {
      stopWatchingConnection();
      close();
    },
  };
}
