import { RpcError } from '../../../src-shared/contract/errors.ts';

/**
 * Opens a microphone, any where `deviceId` is null, as it is: a browser's own cleaning is made for calls. Echo cancellation
 * is the browser's, which knows what it plays.
 */
export async function openMicrophone(
  deviceId: string | null,
  echoCancellation = false,
): Promise<MediaStream> {
  const audio: MediaTrackConstraints = {
    ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
    echoCancellation,
    noiseSuppression: false,
    autoGainControl: false,
  };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio, video: false });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotFoundError' || name === 'OverconstrainedError')
      throw new RpcError(
        'DEVICE_NOT_FOUND',
        'This microphone is not connected. Plug it in, or choose another one.',
      );
    throw new RpcError(
      'DEVICE_UNAVAILABLE',
      name === 'NotAllowedError'
        ? 'The microphone was refused. Allow this page to hear it, in the browser’s address bar or the system’s privacy settings, and try again.'
        : `The microphone could not be opened: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
