import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { markRecording, selectRecordingAction, type RecordingAction } from '../recording/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { openEnabled } from './video/videoActions.ts';
import { selectIsPaused, selectIsTaking, selectVideoChannels } from './video/videoSlice.ts';
import { useCountdownSec } from './preferences.ts';
import { selectChannels } from './studioSlice.ts';
import { moveTake } from './studioThunks.ts';

export type RecorderPhase = 'idle' | 'countdown' | 'recording' | 'paused';

export interface Recorder {
  phase: RecorderPhase;
  action: RecordingAction | null;
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
  const isRecording = useSelector(selectIsTaking);
  const isPaused = useSelector(selectIsPaused);
  const action = useSelector(selectRecordingAction);
  const hasVideo = useSelector(selectVideoChannels).some(({ isEnabled }) => isEnabled);
  const hasEnabled = useSelector(selectChannels).some(({ isEnabled }) => isEnabled) || hasVideo;
  const canAct = useSelector(selectIsConnected) && action === null;
  const [chosenSec] = useCountdownSec();
  const [countdown, setCountdown] = useState<number | null>(null);

  const begin = useCallback(() => void dispatch(moveTake('startTake')), [dispatch]);
  useEffect(() => {
    if (countdown === null) return;
    const timer = setTimeout(() => {
      setCountdown(countdown > 1 ? countdown - 1 : null);
      if (countdown <= 1) begin();
    }, 1000);
    return () => clearTimeout(timer);
  }, [countdown, begin]);

  const start = async () => {
    if (!canAct || isRecording) return;
    // Now, since a browser asks for a screen on a click alone; and nobody should count down to be refused.
    if (hasVideo && openEnabled.rejected.match(await dispatch(openEnabled()))) return;
    // Nor to hear that nothing would be recorded.
    if (chosenSec === 0 || !hasEnabled) begin();
    else setCountdown(chosenSec);
  };

  return {
    phase: isRecording ? (isPaused ? 'paused' : 'recording') : countdown === null ? 'idle' : 'countdown',
    action,
    canAct,
    countdown,
    start: () => void start(),
    stop: () => void (canAct && isRecording && dispatch(moveTake('stopTake'))),
    togglePause() {
      if (canAct && isRecording) void dispatch(moveTake(isPaused ? 'resumeTake' : 'pauseTake'));
    },
    // A take of video alone keeps its markers as any other.
    mark: () => void (isRecording && dispatch(markRecording(''))),
    cancelCountdown: () => setCountdown(null),
  };
}
