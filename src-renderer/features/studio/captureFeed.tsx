import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import type { CaptureLevels } from '../../../src-shared/contract/capture.ts';
import { Listeners } from '../../../src-shared/rpc/index.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { PlatformClient, ThunkExtra } from '../../platform/index.ts';
import type { LevelSource } from '../../ui/LevelMeter.tsx';
import { levelSourceOf } from '../../ui/levelSource.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { selectSession } from './studioSlice.ts';

type StripLevels = CaptureLevels['channels'][number]['levels'];

/** Figures in text change at most so often: faster cannot be read. */
const TEXT_INTERVAL_MS = 250;

/** What the engine measures of every channel, outside the store: it changes 30 times a second. */
export interface CaptureFeed {
  subscribe: (listener: () => void) => () => void;
  /** The same, a few times a second. */
  subscribeToText: (listener: () => void) => () => void;
  read(): CaptureLevels | null;
  readForText(): CaptureLevels | null;
  readStrip(channelId: string): StripLevels | null;
  /** Another session, or none: what was measured is forgotten. */
  setSession(startedAtMs: number | null): void;
}

export function createCaptureFeed(
  client: Pick<PlatformClient, 'subscribe'>,
  nowMs: () => number,
): CaptureFeed {
  const frameListeners = new Listeners<void>();
  const textListeners = new Listeners<void>();
  let end: (() => void) | null = null;
  let session: number | null = null;
  let latest: CaptureLevels | null = null;
  let shown: CaptureLevels | null = null;
  let shownAtMs = -Infinity;
  let strips = new Map<string, StripLevels>();

  const announce = () => {
    frameListeners.notify();
    if (nowMs() - shownAtMs < TEXT_INTERVAL_MS && (latest === null) === (shown === null)) return;
    shown = latest;
    shownAtMs = nowMs();
    textListeners.notify();
  };
  const onMeasured = (levels: CaptureLevels) => {
    if (session === null) return; // The last figures of a session that has ended.
    latest = levels;
    strips = new Map(levels.channels.map((channel) => [channel.id, channel.levels]));
    announce();
  };
  const listen = (listeners: Listeners<void>, listener: () => void) => {
    const remove = listeners.add(listener);
    end ??= client.subscribe('capture.onLevelsMeasured', onMeasured);
    return () => {
      remove();
      if (frameListeners.size + textListeners.size > 0) return;
      end?.();
      end = null;
    };
  };
  return {
    subscribe: (listener) => listen(frameListeners, listener),
    subscribeToText: (listener) => listen(textListeners, listener),
    read: () => latest,
    readForText: () => shown,
    readStrip: (channelId) => strips.get(channelId) ?? null,
    setSession(startedAtMs) {
      if (startedAtMs === session) return;
      session = startedAtMs;
      latest = null;
      strips = new Map();
      announce();
    },
  };
}

const FeedContext = createContext<CaptureFeed | null>(null);

/** Gives the screen below what the engine measures. */
export function CaptureFeedProvider({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch();
  const feed = useMemo(
    () =>
      dispatch((_: unknown, _getState: unknown, { client, nowMs }: ThunkExtra) =>
        createCaptureFeed(client, nowMs),
      ),
    [dispatch],
  );
  const isConnected = useSelector(selectIsConnected);
  const session = useSelector(selectSession);
  // Without a connection nothing is heard: what was measured last is not shown as now.
  const startedAtMs = isConnected && session && !session.isInterrupted ? session.startedAtMs : null;
  useEffect(() => feed.setSession(startedAtMs), [feed, startedAtMs]);
  return <FeedContext value={feed}>{children}</FeedContext>;
}

export function useCaptureFeed(): CaptureFeed {
  const feed = use(FeedContext);
  if (!feed) throw new Error('useCaptureFeed needs a CaptureFeedProvider above.');
  return feed;
}

/** A text made from what is measured; drawn again only when it reads differently. */
export function useCaptureText<T extends string | number | boolean | null>(
  select: (levels: CaptureLevels | null) => T,
): T {
  const feed = useCaptureFeed();
  return useSyncExternalStore(feed.subscribeToText, () => select(feed.readForText()));
}

/** A channel's level for a meter: what comes in, or what leaves its strip. */
export function useStripSource(channelId: string, side: 'input' | 'output'): LevelSource {
  const feed = useCaptureFeed();
  return useMemo(
    () =>
      levelSourceOf(feed, () => {
        const strip = feed.readStrip(channelId);
        return strip && (side === 'input' ? strip.inputPeakDb : strip.outputPeakDb);
      }),
    [feed, channelId, side],
  );
}

/** The finished mix, the louder of its two sides. */
export function useProgramSource(): LevelSource {
  const feed = useCaptureFeed();
  return useMemo(
    () =>
      levelSourceOf(feed, () => {
        const levels = feed.read();
        return levels && Math.max(...levels.program.peakDb);
      }),
    [feed],
  );
}
