import { useEffect, useRef, useState } from 'react';
import { playPair } from './pairPlayer.ts';

type PlayerState = { kind: 'idle' | 'loading' | 'playing' } | { kind: 'failed'; reason: string };

export type Hearing = 'raw' | 'clean' | 'nothing';

/** Plays the two recordings in step; `showPosition` gets the part played (0-1) every frame, past React. */
export function usePairPlayer(
  readSplit: () => number,
  showPosition: (played: number, hearing: Hearing) => void,
) {
  const [state, setState] = useState<PlayerState>({ kind: 'idle' });
  const stopRef = useRef<() => void>(() => undefined);

  const stop = () => {
    stopRef.current();
    stopRef.current = () => undefined;
    showPosition(0, 'nothing');
    setState({ kind: 'idle' });
  };

  const start = async () => {
    const controller = new AbortController();
    stopRef.current = () => controller.abort();
    setState({ kind: 'loading' });
    try {
      stopRef.current = await playPair(
        {
          readSplit,
          onPosition: (played, isClean) => showPosition(played, isClean ? 'clean' : 'raw'),
          onEnd: stop,
        },
        controller.signal,
      );
      setState({ kind: 'playing' });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  };

  useEffect(() => () => stopRef.current(), []);

  const isActive = state.kind === 'loading' || state.kind === 'playing';
  return { state, toggle: () => (isActive ? stop() : void start()) };
}
