import { useCallback, useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import type { Listening } from '../../../src-shared/domain/liveChain.ts';
import { useShortcut, hasOwnKeys } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { selectLive, setListening } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';

type Side = Exclude<Listening, 'off'>;

export interface Compare {
  /** What the output is given; null where nothing runs. */
  listening: Listening | null;
  canCompare: boolean;
  choose: (side: Side) => void;
}

/** What of the running session is heard, and how to change that. */
export function useCompare(): Compare {
  const dispatch = useAppDispatch();
  const listening = useSelector(selectLive)?.listening ?? null;
  const isConnected = useSelector(selectIsConnected);
  const choose = useCallback((side: Side) => void dispatch(setListening(side)), [dispatch]);
  return {
    listening,
    canCompare: isConnected && listening !== null && listening !== 'off',
    choose,
  };
}

/** As long as its key is held, the other side is heard; also a window that loses the focus ends it. */
export function useHoldToCompare({ canCompare, listening, choose }: Compare): void {
  const held = useRef<Side | null>(null);
  const release = useCallback(() => {
    if (held.current !== null) choose(held.current);
    held.current = null;
  }, [choose]);
  const press = () => {
    if (!canCompare || held.current !== null || listening === 'off' || listening === null) return;
    held.current = listening;
    choose(listening === 'raw' ? 'clean' : 'raw');
  };
  useShortcut('compare.hold', press, {
    alsoOn: ['slider', 'radio'],
    ignoreWhen: hasOwnKeys,
    onRelease: release,
  });
  useEffect(() => {
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('blur', release);
      release();
    };
  }, [release]);
}
