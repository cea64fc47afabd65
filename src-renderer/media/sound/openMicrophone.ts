import { failWith } from '../../../src-shared/contract/errorTexts.ts';

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
      throw failWith('DEVICE_NOT_FOUND', 'thisMicNotConnected');
    if (name === 'NotAllowedError') throw failWith('DEVICE_UNAVAILABLE', 'micRefused', { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw failWith('DEVICE_UNAVAILABLE', 'micNotOpened', { values: { reason }, cause: error });
  }
}
