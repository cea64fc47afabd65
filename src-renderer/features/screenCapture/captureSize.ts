import {
  bitsPerSecondOf,
  CAMERA_QUALITIES,
  MOST_CAMERA_FPS,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';

/** Two channels of 24 bit at 48 kHz: the mix, and each source as much at most. */
const STEREO_BYTES_PER_SECOND = 2 * 3 * 48_000;

/** The most that an hour takes; a screen that stands still takes far less. */
export function bytesAnHour(settings: ScreenCaptureSettings, soundBitsPerSecond: number | null): number {
  const { quality, fps, includeAudio, includeMicrophone, camera } = settings;
  const sources = Number(includeAudio) + Number(includeMicrophone);
  const bytesPerSecond = soundBitsPerSecond === null ? STEREO_BYTES_PER_SECOND : soundBitsPerSecond / 8;
  const sound = sources === 0 ? 0 : (sources + 1) * bytesPerSecond;
  const cameraFps = Math.min(fps, MOST_CAMERA_FPS);
  const face = camera.isOn ? bitsPerSecondOf(CAMERA_QUALITIES[quality], cameraFps) / 8 : 0;
  return 3600 * (bitsPerSecondOf(quality, fps) / 8 + face + sound);
}
