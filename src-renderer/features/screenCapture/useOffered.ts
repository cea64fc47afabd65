import { useSelector } from 'react-redux';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { selectIsHeardByPage, selectCaptureSupport } from '../workspace/index.ts';
import { canHideCursor, missingForCameras } from '../../media/video/sources.ts';
import { selectSettings, selectSystemAudio } from './screenCaptureSlice.ts';

/** What of the sound and the cursor can be chosen here; a sentence where it cannot. */
export interface Offered {
  audio: string | null;
  microphone: string | null;
  canHideCursor: boolean;
  /** What this browser lacks for a camera; null where it has all. */
  noCamera: ReturnType<typeof missingForCameras> | 'browser';
  /** This page opens the sound itself, and lays it into the files of frames as well. */
  isHeardHere: boolean;
  /** The settings without what is not to be had here. */
  settings: ScreenCaptureSettings;
}

export function useOffered(): Offered {
  const settings = useSelector(selectSettings);
  const system = useSelector(selectSystemAudio);
  const engine = useSelector(selectCaptureSupport);
  const isHeardHere = useSelector(selectIsHeardByPage);
  const microphone = engine?.supported === false && !isHeardHere ? engine.reason : null;
  const noSystem = system?.supported === false && !isHeardHere ? system.reason : null;
  const audio = microphone ?? noSystem;
  // Nobody would put the two frames into one.
  const noCamera = isHeardHere ? 'browser' : missingForCameras();
  return {
    ...{ audio, microphone, canHideCursor: canHideCursor(), noCamera, isHeardHere },
    settings: {
      ...settings,
      includeAudio: settings.includeAudio && audio === null,
      includeMicrophone: settings.includeMicrophone && microphone === null,
      showCursor: settings.showCursor || !canHideCursor(),
      camera: { ...settings.camera, isOn: settings.camera.isOn && noCamera === null },
    },
  };
}
