import {
  bitsPerSecondOf,
  CAMERA_QUALITIES,
  MOST_CAMERA_FPS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';

/** Two channels of 24 bit at 48 kHz: the mix, and each source as much at the most. */
const STEREO_BYTES_PER_SECOND = 2 * 3 * 48_000;

/** Of the Opus that a browser writes. */
const BROWSER_SOUND_BYTES_PER_SECOND = 192_000 / 8;

/** The most that an hour takes; a screen that stands still takes far less. `isHeardHere`: by this page itself. */
export function bytesAnHour(settings: ScreenCaptureSettings, isHeardHere: boolean): number {
  const { quality, fps, includeAudio, includeMicrophone, camera } = settings;
  const sources = Number(includeAudio) + Number(includeMicrophone);
  const sound =
    sources === 0
      ? 0
      : (sources + 1) * (isHeardHere ? BROWSER_SOUND_BYTES_PER_SECOND : STEREO_BYTES_PER_SECOND);
  const cameraFps = Math.min(fps, MOST_CAMERA_FPS);
  const face = camera.isOn ? bitsPerSecondOf(CAMERA_QUALITIES[quality], cameraFps) / 8 : 0;
  return 3600 * (bitsPerSecondOf(quality, fps) / 8 + face + sound);
}
