import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';

/** Document 1, section 8. */
export const MICROPHONE_DENIED =
  "Microphone access was denied. Please click the microphone icon in your browser's address bar and allow access, then refresh the page.";
export const NO_MICROPHONE = 'No microphone found. Please connect a microphone and try again.';

export interface MicrophoneOptions {
  /** null: the one that the browser takes by default. */
  deviceId: string | null;
  /** The browser's own: it knows what its loudspeaker plays. */
  echoCancellation: boolean;
}

/**
 * Asks for a microphone, as bare as the browser gives it: no other noise suppression or gain control may come before
 * ours. Fails with the document's messages.
 */
export async function openMicrophone(
  mediaDevices: Pick<MediaDevices, 'getUserMedia'>,
  { deviceId, echoCancellation }: MicrophoneOptions,
): Promise<MediaStreamTrack> {
  try {
    const stream = await mediaDevices.getUserMedia({
      audio: {
        ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
        channelCount: { ideal: 1 },
        sampleRate: { ideal: 48_000 },
        echoCancellation,
        noiseSuppression: false,
        autoGainControl: false,
        // Not in every browser; ignored where it is not.
        latency: { ideal: 0.01 },
      },
    });
    const [track] = stream.getAudioTracks();
    if (!track) throw new DOMException('The browser gave no sound.', 'NotFoundError');
    return track;
  } catch (error) {
    throw microphoneFailure(error, deviceId);
  }
}

/** What `getUserMedia` threw, as a failure that the user can read. */
function microphoneFailure(error: unknown, deviceId: string | null): RpcError {
  const name = error instanceof Error ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return failWith('DEVICE_UNAVAILABLE', 'micDenied', { cause: error, retryable: true });
    case 'NotFoundError':
      return failWith('DEVICE_NOT_FOUND', 'noMic', { cause: error, retryable: true });
    case 'OverconstrainedError':
      return failWith('DEVICE_NOT_FOUND', 'micNotConnected', {
        cause: error,
        retryable: true,
        details: { deviceId },
      });
    default:
      return failWith('DEVICE_UNAVAILABLE', 'micAccessFailed', {
        values: { reason: reasonOf(error) },
        cause: error,
        retryable: true,
      });
  }
}

/** The words of an error, without a full stop of their own; its name where it says nothing. */
export function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message || error.name : String(error);
  return said.trim();
}

/** Whether the browser lets this page hear: `unknown` until it was asked, or where it does not say. */
export type MicrophonePermission = 'unknown' | 'granted' | 'denied';

export async function readMicrophonePermission(
  permissions: Pick<Permissions, 'query'> | undefined,
): Promise<MicrophonePermission> {
  try {
    const status = await permissions?.query({ name: 'microphone' });
    return status?.state === 'granted' || status?.state === 'denied' ? status.state : 'unknown';
  } catch (error) {
    // A browser that does not know this permission says so by a TypeError.
    if (error instanceof TypeError) return 'unknown';
    throw error;
  }
}
