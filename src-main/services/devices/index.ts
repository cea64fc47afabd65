import type { devicesContract, VirtualMicrophoneState } from '../../../src-shared/contract/devices.ts';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { DeviceEngine } from '../engine/index.ts';
import type { Log } from '../ports.ts';
import { systemAudioGuidance } from './guidance.ts';

export interface DeviceServiceOptions {
  engine: DeviceEngine;
  platform: NodeJS.Platform;
  /** The process with which a virtual microphone ends; null: it stays until it is switched off. */
  ownerPid: number | null;
  log: Log;
  onChanged(devices: AudioDevice[]): void;
  onVirtualMicrophoneChanged(state: VirtualMicrophoneState): void;
}

export interface DeviceService {
  handlers: Handlers<typeof devicesContract>;
  listAudio(): Promise<AudioDevice[]>;
  /** What a computer plays; throws `UNSUPPORTED` with what to do where nothing gives it. */
  listSystemAudio(): Promise<AudioDevice[]>;
  readonly virtualMicrophone: {
    read(): Promise<VirtualMicrophoneState>;
    start(): Promise<VirtualMicrophoneState>;
    stop(): Promise<VirtualMicrophoneState>;
  };
  /** Changes are looked for only while this is on. */
  setWantsChanges(wantsChanges: boolean): void;
  /** Removes the virtual microphone that was started here. */
  close(): Promise<void>;
}

/** Removing the virtual microphone takes so long at most before the host ends without; the next start removes it. */
const CLOSE_LIMIT_MS = 2000;

/** The list of devices, its changes, and the virtual microphone. */
export function createDeviceService(options: DeviceServiceOptions): DeviceService {
  const { engine, log } = options;
  const microphone = createMicrophone(options);
  let stopWatching: (() => void) | null = null;
  let known: string | null = null;
  let reading: Promise<void> = Promise.resolve();

  async function readChange(): Promise<void> {
    const devices = await engine.list();
    const text = JSON.stringify(devices);
    const isAnother = known !== null && known !== text;
    known = text;
    if (stopWatching === null) return;
    if (isAnother) options.onChanged(devices);
    await microphone.follow();
  }

  /** One after the other: the newest list is sent last. */
  function lookForChange(): void {
    reading = reading
      .then(readChange)
      .catch((error: unknown) => log.error('devices could not be listed', error));
  }

  const listAudio = () => orFallback('deviceListFailed', log, () => engine.list());
  const listSystemAudio = () =>
    orFallback('systemDeviceListFailed', log, async () => {
      const devices = (await engine.list()).filter(({ type }) => type === 'system');
      if (devices.length > 0) return devices;
      throw new RpcError('UNSUPPORTED', systemAudioGuidance(options.platform));
    });

  return {
    listAudio,
    listSystemAudio,
    virtualMicrophone: microphone,
    handlers: {
      'devices.listAudio': listAudio,
      'devices.listSystemAudio': listSystemAudio,
      'devices.readVirtualMicrophone': () => microphone.read(),
      'devices.startVirtualMicrophone': () => microphone.start(),
      'devices.stopVirtualMicrophone': () => microphone.stop(),
    },
    setWantsChanges(wantsChanges) {
      if (wantsChanges === (stopWatching !== null)) return;
      if (wantsChanges) {
        stopWatching = engine.watch(lookForChange);
        lookForChange();
        return;
      }
      stopWatching?.();
      stopWatching = null;
      known = null;
    },
    async close() {
      stopWatching?.();
      stopWatching = null;
      await microphone.close();
    },
  };
}

function createMicrophone(options: DeviceServiceOptions) {
  const { engine, ownerPid, log } = options;
  let known: string | null = null;
  let isOwned = false;

  function announce(state: VirtualMicrophoneState): VirtualMicrophoneState {
    const text = JSON.stringify(state);
    if (known !== text) options.onVirtualMicrophoneChanged(state);
    known = text;
    return state;
  }

  return {
    read: () => engine.readVirtualMicrophone(),
    /** Somebody else may have switched it; what is found first is no change. */
    async follow() {
      const state = await engine.readVirtualMicrophone();
      known ??= JSON.stringify(state);
      announce(state);
    },
    async start() {
      const wasOff = (await engine.readVirtualMicrophone()).microphone === null;
      const state = await engine.startVirtualMicrophone(ownerPid);
      // One that is there already is somebody else's to end, or ours from before.
      isOwned ||= ownerPid !== null && wasOff;
      return announce(state);
    },
    async stop() {
      isOwned = false;
      return announce(await engine.stopVirtualMicrophone());
    },
    async close() {
      if (!isOwned) return;
      isOwned = false;
      const removing = engine.stopVirtualMicrophone().catch((error: unknown) => {
        log.error('the virtual microphone could not be removed', error);
      });
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_LIMIT_MS)));
      await Promise.race([removing, limit]);
      clearTimeout(timer);
    },
  };
}

/** A failure without words of its own gets the document's. */
async function orFallback<T>(
  fallback: 'deviceListFailed' | 'systemDeviceListFailed',
  log: Log,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof RpcError && error.message !== '') throw error;
    const code = error instanceof RpcError ? error.code : 'DEVICE_UNAVAILABLE';
    const failure = failWith(code, fallback, { cause: error });
    log.error(failure.message, error);
    throw failure;
  }
}
