import { useSelector } from 'react-redux';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { selectCaptureSupport, selectVideoSupport } from '../workspace/index.ts';
import { canHideCursor, missingForCameras } from '../../media/video/sources.ts';
import { selectSettings, selectSystemAudio } from './screenCaptureSlice.ts';

/** What of the sound and the cursor can be chosen here; a sentence where it cannot. */
export interface Offered {
  audio: string | null;
  microphone: string | null;
  canHideCursor: boolean;
  /** Why there is no camera on the screen: `none`: the host does not put one there. */
  noCamera: ReturnType<typeof missingForCameras> | 'none';
  /** Of a track of sound, where it is always compressed; null: as the format of the take says. */
  soundBitsPerSecond: number | null;
  /** The settings without what is not to be had here. */
  settings: ScreenCaptureSettings;
}

export function useOffered(): Offered {
  const settings = useSelector(selectSettings);
  const system = useSelector(selectSystemAudio);
  const engine = useSelector(selectCaptureSupport);
  const videoTracks = useSelector(selectVideoSupport);
  const microphone = engine?.supported === false ? engine.reason : null;
  const noSystem = system?.supported === false ? system.reason : null;
  const audio = microphone ?? noSystem;
  const noCamera = videoTracks?.supported && !videoTracks.hasCameraBubble ? 'none' : missingForCameras();
  return {
    audio,
    microphone,
    canHideCursor: canHideCursor(),
    noCamera,
    soundBitsPerSecond: engine?.supported ? engine.soundBitsPerSecond : null,
    settings: {
      ...settings,
      includeAudio: settings.includeAudio && audio === null,
      includeMicrophone: settings.includeMicrophone && microphone === null,
      showCursor: settings.showCursor || !canHideCursor(),
      camera: { ...settings.camera, isOn: settings.camera.isOn && noCamera === null },
    },
  };
}
