import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/store.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { selectAction, selectSystemAudio, selectIsCapturing } from './screenCaptureSlice.ts';
import { chooseScreen } from './screenCaptureThunks.ts';
import { useOffered } from './useOffered.ts';

/** Begins a capture with the settings of the screen, as soon as it is known what can be heard. */
export function useStartCapture(): { canStart: boolean; start: () => void } {
  const dispatch = useAppDispatch();
  const action = useSelector(selectAction);
  const isConnected = useSelector(selectIsConnected);
  const isUnheard = useSelector(selectSystemAudio) === null;
  const isIdle = !useSelector(selectIsCapturing);
  const { settings } = useOffered();
  return {
    canStart: isConnected && action === null && isIdle && !isUnheard,
    start: () => void dispatch(chooseScreen(settings)),
  };
}
