import type { AudioDevice } from '../../../../src-shared/domain/audio.ts';
import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { reasonOf } from './microphone.ts';

/** The id of the entry that stands for whatever the system takes by default. */
const DEFAULT_ID = 'default';
/** Another entry that stands for a device, on Windows. */
const COMMUNICATIONS_ID = 'communications';
const HOST_API = 'Web Audio';
const RATE_HZ = 48_000;

export interface DeviceList {
  list(): Promise<AudioDevice[]>;
  /** Stops listening. */
  close(): void;
}

/** The browser's devices: names and ids come once the user has allowed the microphone. */
export function createDeviceList(options: {
  mediaDevices: MediaDevices;
  canChooseOutput: boolean;
  /** The whole list, whenever it differs from the last one that was reported. */
  onChanged: (devices: AudioDevice[]) => void;
  /** A change that could not be read: the document's message. */
  onProblem: (error: RpcError) => void;
}): DeviceList {
  const { mediaDevices, canChooseOutput, onChanged, onProblem } = options;
  let reported = '';

  async function read(): Promise<AudioDevice[]> {
    const devices = toAudioDevices(await mediaDevices.enumerateDevices());
    return devices.filter(({ type, isDefault }) => type === 'input' || canChooseOutput || isDefault);
  }
  function refresh(): void {
    read().then(
      (devices) => {
        const text = JSON.stringify(devices);
        if (text === reported) return;
        reported = text;
        onChanged(devices);
      },
      (error: unknown) => onProblem(failure('devicesNotRefreshed', error)),
    );
  }
  mediaDevices.addEventListener('devicechange', refresh);
  return {
    async list() {
      try {
        const devices = await read();
        reported = JSON.stringify(devices);
        return devices;
      } catch (error) {
        throw failure('devicesNotLoaded', error);
      }
    },
    close: () => mediaDevices.removeEventListener('devicechange', refresh),
  };
}

function failure(text: 'devicesNotLoaded' | 'devicesNotRefreshed', error: unknown): RpcError {
  return failWith('DEVICE_UNAVAILABLE', text, {
    values: { reason: reasonOf(error) },
    cause: error,
    retryable: true,
  });
}

/** Microphones and outputs, each once. */
export function toAudioDevices(infos: readonly MediaDeviceInfo[]): AudioDevice[] {
  return (['audioinput', 'audiooutput'] as const).flatMap((kind) => ofKind(infos, kind));
}

function ofKind(infos: readonly MediaDeviceInfo[], kind: 'audioinput' | 'audiooutput'): AudioDevice[] {
  const entries = infos.filter((info) => info.kind === kind);
  const standIn = entries.find(({ deviceId }) => deviceId === DEFAULT_ID);
  const real = entries.filter(
    ({ deviceId }) => deviceId !== '' && deviceId !== DEFAULT_ID && deviceId !== COMMUNICATIONS_ID,
  );
  // Before the microphone is allowed there is one nameless entry a kind, or the stand-in alone.
  if (real.length === 0) return entries.length === 0 ? [] : [namelessDevice(kind, standIn)];
  const named = real.find((device) => standIn !== undefined && isSame(device, standIn));
  const byDefault = named ?? real[0];
  return real.map((info, index) => ({
    ...commonOf(kind),
    id: info.deviceId,
    name: info.label || `${nameOfKind(kind)} ${index + 1}`,
    isDefault: info === byDefault,
  }));
}

/** The stand-in has the group of its device, and its name with a word before it. */
function isSame(device: MediaDeviceInfo, standIn: MediaDeviceInfo): boolean {
  return device.groupId === standIn.groupId && (device.label === '' || standIn.label.endsWith(device.label));
}

function namelessDevice(
  kind: 'audioinput' | 'audiooutput',
  standIn: MediaDeviceInfo | undefined,
): AudioDevice {
  return {
    ...commonOf(kind),
    id: DEFAULT_ID,
    name: standIn?.label || nameOfKind(kind),
    isDefault: true,
  };
}

function nameOfKind(kind: 'audioinput' | 'audiooutput'): string {
  return kind === 'audioinput' ? 'Microphone' : 'Speakers';
}

function commonOf(kind: 'audioinput' | 'audiooutput') {
  return {
    type: kind === 'audioinput' ? ('input' as const) : ('output' as const),
    hostApi: HOST_API,
    channels: 1,
    defaultSampleRate: RATE_HZ,
    sampleRates: [RATE_HZ] as AudioDevice['sampleRates'],
  };
}
