import { useSelector } from 'react-redux';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { selectMultiChannelCapture } from '../workspace/index.ts';
import { canHideCursor, missingForCameras } from '../../media/pictures/sources.ts';
import { selectSettings, selectSystemAudio } from './screenCaptureSlice.ts';

/** What of the sound and the cursor can be chosen here; a sentence where it cannot. */
export interface Offered {
  audio: string | null;
  microphone: string | null;
  canHideCursor: boolean;
  /** What this browser lacks for a camera; null where it has all. */
  noCamera: ReturnType<typeof missingForCameras>;
  /** The settings without what is not to be had here. */
  settings: ScreenCaptureSettings;
}

export function useOffered(): Offered {
  const settings = useSelector(selectSettings);
  const system = useSelector(selectSystemAudio);
  const engine = useSelector(selectMultiChannelCapture);
  const microphone = engine?.supported === false ? engine.reason : null;
  const audio = microphone ?? (system?.supported === false ? system.reason : null);
  const noCamera = missingForCameras();
  return {
    ...{ audio, microphone, canHideCursor: canHideCursor(), noCamera },
    settings: {
      ...settings,
      includeAudio: settings.includeAudio && audio === null,
      includeMicrophone: settings.includeMicrophone && microphone === null,
      showCursor: settings.showCursor || !canHideCursor(),
      camera: { ...settings.camera, isOn: settings.camera.isOn && noCamera === null },
    },
  };
}
