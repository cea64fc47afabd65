import { useEffect, useState, useSyncExternalStore } from 'react';
import type { WhipFigures, WhipState } from '../../../media/whip/index.ts';
import { currentWhip, followWhip, isWhipLive, readWhipFigures, whipElapsedSec } from './liveWhip.ts';

const LOOK_EVERY_MS = 1000;

/** What this page sends by WHIP, looked at each second. */
export function useWhip(): {
  state: WhipState | null;
  isLive: boolean;
  elapsedSec: number;
  figures: WhipFigures | null;
} {
  const state = useSyncExternalStore(followWhip, currentWhip);
  const isLive = useSyncExternalStore(followWhip, isWhipLive);
  const [measured, setMeasured] = useState<{ elapsedSec: number; figures: WhipFigures | null } | null>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    const look = () =>
      void readWhipFigures().then((figures) => setMeasured({ elapsedSec: whipElapsedSec(), figures }));
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  return {
    state,
    isLive,
    elapsedSec: isLive ? (measured?.elapsedSec ?? 0) : 0,
    figures: isLive ? (measured?.figures ?? null) : null,
  };
}
