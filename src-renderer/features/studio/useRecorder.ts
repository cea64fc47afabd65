import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { useCountdownSec } from './preferences.ts';
import {
  selectAction,
  selectChannels,
  selectProgress,
  selectTake,
  type RecorderAction,
} from './studioSlice.ts';
import { addMarker, moveTake } from './studioThunks.ts';

export type RecorderPhase = 'idle' | 'countdown' | 'recording' | 'paused';

export interface Recorder {
  phase: RecorderPhase;
  action: RecorderAction | null;
  canAct: boolean;
  /** Seconds to go; null where none is counted. */
  countdown: number | null;
  start: () => void;
  stop: () => void;
  togglePause: () => void;
  mark: () => void;
  cancelCountdown: () => void;
}

/** Start, pause, stop and mark, with the countdown before. */
export function useRecorder(): Recorder {
  const dispatch = useAppDispatch();
  const take = useSelector(selectTake);
  const progress = useSelector(selectProgress);
  const action = useSelector(selectAction);
  const hasEnabled = useSelector(selectChannels).some(({ isEnabled }) => isEnabled);
  const canAct = useSelector(selectIsConnected) && action === null;
  const [chosenSec] = useCountdownSec();
  const [countdown, setCountdown] = useState<number | null>(null);
  const isRecording = take !== null;
  const isPaused = progress?.isPaused ?? false;

  const begin = useCallback(() => void dispatch(moveTake('startTake')), [dispatch]);
  useEffect(() => {
    if (countdown === null) return;
    const timer = setTimeout(() => {
      setCountdown(countdown > 1 ? countdown - 1 : null);
      if (countdown <= 1) begin();
    }, 1000);
    return () => clearTimeout(timer);
  }, [countdown, begin]);

  return {
    phase: isRecording ? (isPaused ? 'paused' : 'recording') : countdown === null ? 'idle' : 'countdown',
    action,
    canAct,
    countdown,
    start() {
      if (!canAct || isRecording) return;
      // Nobody should count down to be told that nothing would be recorded.
      if (chosenSec === 0 || !hasEnabled) begin();
      else setCountdown(chosenSec);
    },
    stop: () => void (canAct && isRecording && dispatch(moveTake('stopTake'))),
    togglePause() {
      if (canAct && isRecording) void dispatch(moveTake(isPaused ? 'resumeTake' : 'pauseTake'));
    },
    mark: () => void (isRecording && dispatch(addMarker(''))),
    cancelCountdown: () => setCountdown(null),
  };
}
