import { bitsPerSecondOf, type ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';

/** Two channels of 24 bit at 48 kHz: the mix, and each source as much at the most. */
const STEREO_BYTES_PER_SECOND = 2 * 3 * 48_000;

/** The most that an hour takes; a screen that stands still takes far less. */
export function bytesAnHour(settings: ScreenCaptureSettings): number {
  const { quality, fps, includeAudio, includeMicrophone } = settings;
  const sources = Number(includeAudio) + Number(includeMicrophone);
  const sound = sources === 0 ? 0 : (sources + 1) * STEREO_BYTES_PER_SECOND;
  return 3600 * (bitsPerSecondOf(quality, fps) / 8 + sound);
}
