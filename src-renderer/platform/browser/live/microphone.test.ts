import { describe, expect, it } from 'vitest';
import { openMicrophone, readMicrophonePermission } from './microphone.ts';

const BARE = { deviceId: null, echoCancellation: false };

function refusing(name: string, message = '') {
  return { getUserMedia: () => Promise.reject(new DOMException(message, name)) };
}

describe('asking for a microphone', () => {
  it.each([
    [
      'NotAllowedError',
      'DEVICE_UNAVAILABLE',
      "Microphone access was denied. Please click the microphone icon in your browser's address bar and allow access, then refresh the page.",
    ],
    ['NotFoundError', 'DEVICE_NOT_FOUND', 'No microphone found. Please connect a microphone and try again.'],
    ['NotReadableError', 'DEVICE_UNAVAILABLE', 'Failed to access microphone: the device is in use'],
  ])('reports %s in the document’s words', async (name, code, message) => {
    await expect(openMicrophone(refusing(name, 'the device is in use'), BARE)).rejects.toMatchObject({
      code,
      message,
    });
  });

  it('distinguishes a chosen one that is missing from none at all', async () => {
    const asking = openMicrophone(refusing('OverconstrainedError'), { ...BARE, deviceId: 'gone' });
    await expect(asking).rejects.toMatchObject({ code: 'DEVICE_NOT_FOUND', details: { deviceId: 'gone' } });
  });

  it('takes a named device or none, and nothing that would clean before us', async () => {
    let asked: MediaStreamConstraints | undefined;
    const getUserMedia = (constraints?: MediaStreamConstraints) => {
      asked = constraints;
      return Promise.reject(new DOMException('', 'NotFoundError'));
    };
    await openMicrophone({ getUserMedia }, { deviceId: 'mic', echoCancellation: true }).catch(
      () => undefined,
    );
    expect(asked?.audio).toMatchObject({
      deviceId: { exact: 'mic' },
      echoCancellation: true,
      noiseSuppression: false,
      autoGainControl: false,
    });
  });
});

describe('the permission', () => {
  const answering = (state: PermissionState) => ({
    query: () => Promise.resolve({ state } as PermissionStatus),
  });

  it('is unknown until it was decided', async () => {
    expect(await readMicrophonePermission(answering('prompt'))).toBe('unknown');
    expect(await readMicrophonePermission(answering('granted'))).toBe('granted');
    expect(await readMicrophonePermission(answering('denied'))).toBe('denied');
  });

  it('is unknown where the browser does not say', async () => {
    expect(await readMicrophonePermission(undefined)).toBe('unknown');
    const refusal = { query: () => Promise.reject(new TypeError('no such permission')) };
    expect(await readMicrophonePermission(refusal)).toBe('unknown');
  });
});
