import { useSelector } from 'react-redux';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { saveSettings } from './savedSettings.ts';
import { selectAction, selectSettings, selectIsCapturing } from './screenCaptureSlice.ts';
import { settingsChanged } from './screenCaptureThunks.ts';

/** The settings of the next capture; fixed while one runs. */
export function useSettings() {
  const dispatch = useAppDispatch();
  const settings = useSelector(selectSettings);
  const isBusy = useSelector(selectAction) !== null;
  const isCapturing = useSelector(selectIsCapturing);
  const change = (changes: Partial<ScreenCaptureSettings>) => {
    saveSettings({ ...settings, ...changes });
    dispatch(settingsChanged(changes));
  };
  return { settings, change, isLocked: isCapturing || isBusy, isCapturing };
}
