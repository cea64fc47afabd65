import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { canEncodeVideo } from './videoEncoding.ts';

/** Chromium's, and not among the DOM's types yet. */
interface ScreenConstraints extends MediaTrackConstraints {
  cursor?: 'always' | 'never';
}

export interface ScreenRequest {
  /** What the browser offers first; the user may choose another. null: whatever there is. */
  surface: 'monitor' | 'window' | 'browser' | null;
  fps: number;
  /** null: as many lines as it has. */
  maxHeight: number | null;
  showCursor: boolean;
  /** What it plays as well, where the browser and the user give it. */
  withSound?: boolean;
}

export interface Camera {
  deviceId: string;
  /** Empty until the page may see cameras. */
  label: string;
}

/** What the user has shared with this page. */
let sharedScreens: MediaStreamTrack[] = [];

/** Across or down: more than any screen has. */
const MOST_PIXELS = 16_384;

/** Absent on pages that are not from this computer or not encrypted, whatever the DOM's types say. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices;

/** What this browser lacks to capture a screen; null where it has all. */
export function missingForScreens(): 'capture' | 'encoder' | null {
  const devices = mediaDevices();
  if (!devices || !('getDisplayMedia' in devices)) return 'capture';
  return canEncodeVideo() ? null : 'encoder';
}

/** What this browser lacks to capture a camera; null where it has all. */
export function missingForCameras(): 'capture' | 'encoder' | null {
  const devices = mediaDevices();
  if (!devices || !('getUserMedia' in devices)) return 'capture';
  return canEncodeVideo() ? null : 'encoder';
}

export function canHideCursor(): boolean {
  return mediaDevices() !== undefined && 'cursor' in navigator.mediaDevices.getSupportedConstraints();
}

/** Asks the user which screen or window. `DEVICE_UNAVAILABLE` where the answer is no. */
export async function askForScreen({
  surface,
  fps,
  maxHeight,
  showCursor,
  withSound = false,
}: ScreenRequest): Promise<MediaStream> {
  const video: ScreenConstraints = {
    ...(surface ? { displaySurface: surface } : {}),
    frameRate: { ideal: fps, max: fps },
    ...(canHideCursor() ? { cursor: showCursor ? 'always' : 'never' } : {}),
    // Without a word on sizes, a screen that is larger than the page's own would come smaller than it is.
    ...(maxHeight === null
      ? { width: { max: MOST_PIXELS }, height: { max: MOST_PIXELS } }
      : { height: { max: maxHeight } }),
  };
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia({
      video,
      // As it is: a browser's own cleaning is made for calls.
      audio: withSound && { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    sharedScreens = [...sharedScreens.filter(isLive), ...stream.getVideoTracks()];
    return stream;
  } catch (error) {
    throw failWith('DEVICE_UNAVAILABLE', 'screenCaptureFailed', {
      details: { reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) },
      cause: error,
    });
  }
}

/** The screen is not there any more, and the browser has not said so: its tracks end as if it had. */
export function endScreen(screenId: string): void {
  const gone = sharedScreens.filter((track) => isLive(track) && track.getSettings().deviceId === screenId);
  sharedScreens = sharedScreens.filter((track) => !gone.includes(track));
  for (const track of gone) {
    track.stop();
    // A track that a page stops says nothing.
    track.dispatchEvent(new Event('ended'));
  }
}

const isLive = ({ readyState }: MediaStreamTrack) => readyState === 'live';

/** Opens a camera, any where `deviceId` is null. A failure says what can be done. */
export async function openCamera(
  deviceId: string | null,
  { fps, maxHeight }: { fps: number; maxHeight: number },
): Promise<MediaStream> {
  const video: MediaTrackConstraints = {
    ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
    frameRate: { ideal: fps },
    height: { ideal: maxHeight },
    width: { ideal: Math.round((maxHeight * 16) / 9) },
  };
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: false });
  } catch (error) {
    throw whyNoCamera(error);
  }
}

/** The cameras that the browser knows. */
export async function listCameras(): Promise<Camera[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ deviceId, label }));
}

function whyNoCamera(error: unknown): RpcError {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return failWith('DEVICE_UNAVAILABLE', 'cameraRefused', { cause: error });
    case 'NotFoundError':
    case 'OverconstrainedError':
      return failWith('DEVICE_NOT_FOUND', 'cameraNotConnected', { cause: error });
    case 'NotReadableError':
    case 'AbortError':
      return failWith('DEVICE_UNAVAILABLE', 'cameraSilent', { cause: error });
    default: {
      const reason = error instanceof Error ? error.message : String(error);
      return failWith('DEVICE_UNAVAILABLE', 'cameraNotOpened', { values: { reason }, cause: error });
    }
  }
}
