import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TakePlayer } from '../../media/takePlayer.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { loadPlayer } from '../studio/index.ts';

export interface HeardTake {
  player: TakePlayer;
  /** What the player counts from, before the recording's first frame. */
  leadSec: number;
}

/** The recording's sound, opened behind the words. */
export function usePlayer(takeId: string): { heard: HeardTake | null; failure: string | null } {
  const dispatch = useAppDispatch();
  const [heard, setHeard] = useState<HeardTake | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    let dispose = () => undefined as void;
    const open = async () => {
      const openPlayer = await loadPlayer();
      const { player, leadSec, videos } = await dispatch(openPlayer(takeId, left.signal));
      // Only what is said is played here.
      videos.forEach(({ reader }) => reader?.dispose());
      dispose = player.dispose;
      if (left.signal.aborted) return dispose();
      setHeard({ player, leadSec });
    };
    open().catch((error: unknown) => {
      if (!left.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    });
    return () => {
      left.abort();
      dispose();
    };
  }, [dispatch, takeId]);
  return { heard, failure };
}

const NEVER = () => () => undefined;

/** Whether it plays, and why it stopped on its own. */
export function usePlaying(heard: HeardTake | null): { isPlaying: boolean; error: string | null } {
  const state = useSyncExternalStore(heard?.player.subscribe ?? NEVER, heard?.player.read ?? readNothing);
  return state ?? { isPlaying: false, error: null };
}
const readNothing = () => null;

/** Plays from a second of the recording. */
export function playFrom({ player, leadSec }: HeardTake, sec: number): void {
  player.seek(Math.max(0, sec + leadSec));
  player.play();
}
