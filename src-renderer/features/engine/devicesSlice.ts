import { createSelector, createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { failureOf } from '../../lib/loadable.ts';
import { createClientThunk, type PlatformClient } from '../../platform/index.ts';

export interface DevicesSlice {
  status: 'loading' | 'ready' | 'failed';
  list: AudioDevice[];
  error: RpcFailure | null;
  /** Every device that was ever seen: one that is unplugged keeps its name. */
  nameById: Record<string, string>;
}

export const readDevices = createClientThunk(
  'devices/read',
  async (_: void, { client }) => unwrap(await client.call('devices.listAudio')),
  'inPlace',
);

/** Whether a failure says itself that the devices could not be listed; any other is put behind those words. */
export const saysListFailed = ({ details }: RpcFailure): boolean =>
  details?.text === 'deviceListFailed' || details?.text === 'devicesNotLoaded';

const initialState: DevicesSlice = { status: 'loading', list: [], error: null, nameById: {} };

export const devicesSlice = createSlice({
  name: 'devices',
  initialState,
  reducers: {
    /** The whole list, as the host announces it when a device comes or goes. */
    devicesChanged: (slice, { payload }: PayloadAction<AudioDevice[]>) => showList(slice, payload),
  },
  extraReducers: (builder) =>
    builder
      .addCase(readDevices.pending, (slice) => void (slice.status = 'loading'))
      .addCase(readDevices.fulfilled, (slice, { payload }) => showList(slice, payload))
      .addCase(readDevices.rejected, (slice, action) => {
        slice.status = 'failed';
        slice.error = failureOf(action);
      }),
});

function showList(slice: DevicesSlice, list: AudioDevice[]): void {
  slice.status = 'ready';
  slice.list = list;
  slice.error = null;
  for (const device of list) slice.nameById[device.id] = device.name;
}

/** Keeps the list as the host sees it: what is plugged in or out appears on its own. Returns the unsubscribe. */
export function followDevices(client: PlatformClient, dispatch: Dispatch): () => void {
  return client.subscribe('devices.onChanged', (list) => dispatch(devicesSlice.actions.devicesChanged(list)));
}

export interface DevicesRoot {
  devices: DevicesSlice;
}
export const selectDevices = (root: DevicesRoot) => root.devices;
/** Nothing of them is known yet. */
export const selectIsFindingDevices = ({ devices: { status, list } }: DevicesRoot): boolean =>
  status === 'loading' && list.length === 0;
/** `system` devices are monitors of what the computer plays: sources as microphones are. */
export const selectInputDevices = createSelector([(root: DevicesRoot) => root.devices.list], (list) =>
  list.filter((device) => device.type !== 'output'),
);
export const selectOutputDevices = createSelector([(root: DevicesRoot) => root.devices.list], (list) =>
  list.filter((device) => device.type === 'output'),
);

/** The device that a setting means now; null where it is missing. */
export function findDevice(devices: readonly AudioDevice[], deviceId: string | null): AudioDevice | null {
  return devices.find((device) => (deviceId === null ? device.isDefault : device.id === deviceId)) ?? null;
}
