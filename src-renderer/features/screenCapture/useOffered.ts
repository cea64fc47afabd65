import { useSelector } from 'react-redux';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { isBasicPage, selectMultiChannelCapture } from '../workspace/index.ts';
import { canHideCursor, missingForCameras } from '../../media/pictures/sources.ts';
import { selectSettings, selectSystemAudio } from './screenCaptureSlice.ts';

/** What of the sound and the cursor can be chosen here; a sentence where it cannot. */
export interface Offered {
  audio: string | null;
  microphone: string | null;
  canHideCursor: boolean;
  /** What this browser lacks for a camera; null where it has all. */
  noCamera: ReturnType<typeof missingForCameras> | 'basic';
  /** This page records into the browser's own storage. */
  isBasic: boolean;
  /** The settings without what is not to be had here. */
  settings: ScreenCaptureSettings;
}

export function useOffered(): Offered {
  const settings = useSelector(selectSettings);
  const system = useSelector(selectSystemAudio);
  const engine = useSelector(selectMultiChannelCapture);
  const isBasic = useSelector(isBasicPage);
  const microphone = engine?.supported === false && !isBasic ? engine.reason : null;
  const noSystem = system?.supported === false && !isBasic ? system.reason : null;
  const audio = microphone ?? noSystem;
  // Nobody would put the two pictures into one.
  const noCamera = isBasic ? 'basic' : missingForCameras();
  return {
    ...{ audio, microphone, canHideCursor: canHideCursor(), noCamera, isBasic },
    settings: {
      ...settings,
      includeAudio: settings.includeAudio && audio === null,
      includeMicrophone: settings.includeMicrophone && microphone === null,
      showCursor: settings.showCursor || !canHideCursor(),
      camera: { ...settings.camera, isOn: settings.camera.isOn && noCamera === null },
    },
  };
}
