import type { VirtualMicrophoneState } from '../../../../src-shared/contract/devices.ts';
import { RpcError, type ErrorCode } from '../../../../src-shared/contract/errors.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract } from '../contract.ts';
import type { Addon, DeviceListing, VirtualMicrophone, VirtualMicrophoneAddon } from './addon.ts';
import { attempt } from './failures.ts';
import { listDevicesWithoutAddon } from './fallbackDevices.ts';

type DeviceHandlers = Pick<
  Handlers<EngineProcessContract>,
  | 'process.listDevices'
  | 'process.startDeviceWatch'
  | 'process.stopDeviceWatch'
  | 'virtualMicrophone.read'
  | 'virtualMicrophone.start'
  | 'virtualMicrophone.stop'
>;

const OBSTACLES: ReadonlySet<ErrorCode> = new Set(['UNSUPPORTED', 'DEVICE_UNAVAILABLE']);

/** The part of the engine process that knows devices. */
export function createDeviceHandlers(
  loadAddon: () => Addon,
  events: EventHub<EngineProcessContract>,
): DeviceHandlers {
  let watch: { stop(): void } | null = null;
  let hasLookedForOrphans = false;

  /** What a host that was killed left behind; once a process, before anything is said of the devices. */
  function removeOrphans(addon: Addon): void {
    if (hasLookedForOrphans) return;
    hasLookedForOrphans = true;
    try {
      addon.virtualMicrophone.removeOrphans();
    } catch (error) {
      // Devices are listed all the same; the launcher keeps this in the log.
      process.stderr.write(`A left virtual microphone could not be removed: ${String(error)}\n`);
    }
  }

  function listDevices(): DeviceListing {
    let addon: Addon;
    try {
      addon = loadAddon();
    } catch (error) {
      const devices = listDevicesWithoutAddon();
      if (devices) return { devices, isStale: false };
      throw error;
    }
    removeOrphans(addon);
    return addon.listDevices();
  }

  function onMicrophone(
    call: (microphone: VirtualMicrophoneAddon) => VirtualMicrophone | null,
  ): VirtualMicrophoneState {
    return attempt(() => {
      const addon = loadAddon();
      const { obstacle } = addon.virtualMicrophone;
      if (obstacle !== null) throw new RpcError('UNSUPPORTED', obstacle);
      removeOrphans(addon);
      return { support: { supported: true }, microphone: call(addon.virtualMicrophone) };
    });
  }

  return {
    'process.listDevices': () => attempt(listDevices),
    'process.startDeviceWatch': () =>
      attempt(() => {
        const addon = loadAddon();
        removeOrphans(addon);
        watch ??= addon.watchDevices(() => events.emit('process.onDevicesChanged', null));
        return { isWatching: watch !== null };
      }),
    'process.stopDeviceWatch'() {
      watch?.stop();
      watch = null;
    },
    'virtualMicrophone.read'() {
      try {
        return onMicrophone((microphone) => microphone.read());
      } catch (error) {
        // Reading says why there can be none now; starting fails of it.
        if (!(error instanceof RpcError) || !OBSTACLES.has(error.code)) throw error;
        return { support: { supported: false, reason: error.message }, microphone: null };
      }
    },
    'virtualMicrophone.start': ({ ownerPid }) => onMicrophone((microphone) => microphone.start(ownerPid)),
    'virtualMicrophone.stop': () =>
      onMicrophone((microphone) => {
        microphone.stop();
        return null;
      }),
  };
}
