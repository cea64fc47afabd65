import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  QUALITY_HEIGHTS,
  SCREEN_CAPTURE_FAILED,
  type CaptureMode,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import { canCapturePictures } from '../../media/pictures/pictureCapture.ts';

/** Chromium's, and not among the DOM's types yet. */
interface ScreenConstraints extends MediaTrackConstraints {
  cursor?: 'always' | 'never';
}

/** A region is drawn on the picture of a whole screen. */
const SURFACES = { fullscreen: 'monitor', window: 'window', region: 'monitor' } as const satisfies Record<
  CaptureMode,
  string
>;

/** What this browser lacks to capture a screen; null where it has all. */
export function missingForScreens(): 'capture' | 'encoder' | null {
  // Absent on pages that are not from this computer or not encrypted, whatever the DOM's types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices || !('getDisplayMedia' in devices)) return 'capture';
  return canCapturePictures() ? null : 'encoder';
}

export function canHideCursor(): boolean {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return devices !== undefined && 'cursor' in devices.getSupportedConstraints();
}

/** Asks the user which screen or window. `DEVICE_UNAVAILABLE` where the answer is no. */
export async function askForScreen(settings: ScreenCaptureSettings): Promise<MediaStream> {
  const { mode, showCursor, fps, quality } = settings;
  const video: ScreenConstraints = {
    displaySurface: SURFACES[mode],
    frameRate: { ideal: fps, max: fps },
    ...(canHideCursor() ? { cursor: showCursor ? 'always' : 'never' } : {}),
    // A region is cut out of the screen's own pixels; what is to be smaller anyway arrives so.
    ...(mode === 'region' ? {} : { height: { max: Math.max(QUALITY_HEIGHTS[quality], 1080) } }),
  };
  try {
    return await navigator.mediaDevices.getDisplayMedia({ video, audio: false });
  } catch (error) {
    throw new RpcError('DEVICE_UNAVAILABLE', SCREEN_CAPTURE_FAILED, {
      details: { reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) },
      cause: error,
    });
  }
}
