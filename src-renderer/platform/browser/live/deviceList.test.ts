import { describe, expect, it, vi } from 'vitest';
import { createDeviceList, toAudioDevices } from './deviceList.ts';

function info(kind: MediaDeviceKind, deviceId: string, label = '', groupId = 'g'): MediaDeviceInfo {
  const plain = { kind, deviceId, label, groupId };
  return { ...plain, toJSON: () => plain };
}

/** What a browser's list does, under the test's hand. */
function createMediaDevices(infos: MediaDeviceInfo[]) {
  const target = new EventTarget();
  const state = { infos, error: null as Error | null };
  const enumerateDevices = async () => {
    if (state.error) throw state.error;
    return state.infos;
  };
  return { state, mediaDevices: Object.assign(target, { enumerateDevices }) as unknown as MediaDevices };
}

function open(infos: MediaDeviceInfo[], canChooseOutput = true) {
  const { state, mediaDevices } = createMediaDevices(infos);
  const onChanged = vi.fn();
  const onProblem = vi.fn();
  const devices = createDeviceList({ mediaDevices, canChooseOutput, onChanged, onProblem });
  const plug = () => mediaDevices.dispatchEvent(new Event('devicechange'));
  return { state, devices, onChanged, onProblem, plug };
}

const MIC = info('audioinput', 'mic', 'Desk microphone', 'desk');
const CAMERA = info('audioinput', 'cam', 'Camera', 'cam');
const SPEAKERS = info('audiooutput', 'spk', 'Speakers', 'desk');
const HEADPHONES = info('audiooutput', 'head', 'Headphones', 'head');

describe('the browser’s devices', () => {
  it('are one nameless microphone before access was allowed', () => {
    expect(toAudioDevices([info('audioinput', '')])).toEqual([
      expect.objectContaining({ id: 'default', name: 'Microphone', type: 'input', isDefault: true }),
    ]);
  });

  it('find the default by its stand-in, which is not listed itself', () => {
    const standIn = info('audioinput', 'default', 'Default - Camera', 'cam');
    const communications = info('audioinput', 'communications', 'Communications - Camera', 'cam');
    const devices = toAudioDevices([standIn, communications, MIC, CAMERA, info('videoinput', 'v')]);
    expect(devices.map(({ id, isDefault }) => [id, isDefault])).toEqual([
      ['mic', false],
      ['cam', true],
    ]);
  });

  it('are none where there are none', () => {
    expect(toAudioDevices([])).toEqual([]);
  });

  it('have the default output alone where the browser lets none be chosen', async () => {
    const { devices } = open([MIC, SPEAKERS, HEADPHONES], false);
    expect((await devices.list()).map(({ id }) => id)).toEqual(['mic', 'spk']);
  });

  it('are reported again when they differ, and only then', async () => {
    const { state, devices, onChanged, plug } = open([MIC]);
    await devices.list();
    plug();
    await vi.waitFor(() => Promise.resolve());
    expect(onChanged).not.toHaveBeenCalled();
    state.infos = [MIC, CAMERA];
    plug();
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(onChanged).toHaveBeenCalledWith([
      expect.objectContaining({ id: 'mic' }),
      expect.objectContaining({ id: 'cam' }),
    ]);
    devices.close();
    state.infos = [];
    plug();
    await Promise.resolve();
    expect(onChanged).toHaveBeenCalledTimes(1);
  });

  it('say so in the document’s words when they cannot be read', async () => {
    const { state, devices, onProblem, plug } = open([MIC]);
    state.error = new Error('the list is locked');
    await expect(devices.list()).rejects.toMatchObject({
      message: 'Failed to load audio devices: the list is locked',
    });
    plug();
    await vi.waitFor(() => expect(onProblem).toHaveBeenCalled());
    expect(onProblem).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'Failed to refresh devices: the list is locked' }),
    );
  });
});
