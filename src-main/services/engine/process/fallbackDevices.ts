import { createRequire } from 'node:module';
import type { AddonDevice } from './addon.ts';

/** Its binding alone: the package's own entry loads a signal handler that does not build on current Node. */
const LISTING_MODULE = 'naudiodon/build/Release/naudiodon.node';

/** What naudiodon says of a device: a duplex one has channels both ways. */
interface ListedDevice {
  name: string;
  maxInputChannels: number;
  maxOutputChannels: number;
  defaultSampleRate: number;
  hostAPIName: string;
}

/**
 * The devices as the optional package naudiodon lists them, for a machine where the addon could not
 * be built; null where that package was not built either. Its ids lead nowhere: nothing plays here.
 */
export function listDevicesWithoutAddon(
  load: () => unknown = () => createRequire(import.meta.url)(LISTING_MODULE),
): AddonDevice[] | null {
  let listed: ListedDevice[];
  try {
    listed = (load() as { getDevices(): ListedDevice[] }).getDevices();
  } catch {
    // Not built here: the caller then says why the addon itself is missing.
    return null;
  }
  return listed.flatMap((device) => [
    ...asDevice(device, 'input', device.maxInputChannels),
    ...asDevice(device, 'output', device.maxOutputChannels),
  ]);
}

function asDevice(device: ListedDevice, type: 'input' | 'output', channels: number): AddonDevice[] {
  if (channels === 0) return [];
  const { name, hostAPIName: hostApi, defaultSampleRate } = device;
  return [
    {
      id: `listed:${hostApi}:${type}:${name}`,
      name,
      type,
      hostApi,
      isDefault: false,
      channels,
      defaultSampleRate,
      sampleRates: [],
    },
  ];
}
