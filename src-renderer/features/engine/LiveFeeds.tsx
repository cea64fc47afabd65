import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';
import type { LiveLevels } from '../../../src-shared/contract/engine.ts';
import type { LevelsFeed } from './levelsFeed.ts';
import type { ScopeFeed } from './scopeFeed.ts';
import type { TestLevelFeed } from './testLevelFeed.ts';

export interface LiveFeeds {
  levels: LevelsFeed;
  scope: ScopeFeed;
  testLevel: TestLevelFeed;
}

const LiveFeedsContext = createContext<LiveFeeds | null>(null);

export function LiveFeedsProvider({ feeds, children }: { feeds: LiveFeeds; children: ReactNode }) {
  return <LiveFeedsContext value={feeds}>{children}</LiveFeedsContext>;
}

/** What is measured live. */
export function useLiveFeeds(): LiveFeeds {
  const feeds = use(LiveFeedsContext);
  if (!feeds) throw new Error('useLiveFeeds needs a LiveFeedsProvider above.');
  return feeds;
}

/** A text made from the measured figures; drawn again only when it reads differently. */
export function useLevelText<T extends string | number | boolean | null>(
  select: (levels: LiveLevels | null) => T,
): T {
  const { levels } = useLiveFeeds();
  return useSyncExternalStore(levels.subscribeToText, () => select(levels.readForText()));
}
