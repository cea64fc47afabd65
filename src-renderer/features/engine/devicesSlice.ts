import { createSelector, createSlice } from '@reduxjs/toolkit';
import type { AudioDevice } from '../../../src-shared/contract/devices.ts';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { failureOf } from '../../lib/loadable.ts';
import { createClientThunk } from '../../platform/index.ts';

export interface DevicesSlice {
  status: 'loading' | 'ready' | 'failed';
  list: AudioDevice[];
  error: RpcFailure | null;
  /** Every device that was ever seen: one that is unplugged keeps its name. */
  nameById: Record<string, string>;
}

export const readDevices = createClientThunk('devices/read', async (_: void, { client }) =>
  unwrap(await client.call('devices.listAudio')),
);

const initialState: DevicesSlice = { status: 'loading', list: [], error: null, nameById: {} };

export const devicesSlice = createSlice({
  name: 'devices',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(readDevices.pending, (slice) => void (slice.status = 'loading'))
      .addCase(readDevices.fulfilled, (slice, { payload }) => {
        slice.status = 'ready';
        slice.list = payload;
        slice.error = null;
        for (const device of payload) slice.nameById[device.id] = device.name;
      })
      .addCase(readDevices.rejected, (slice, action) => {
        slice.status = 'failed';
        slice.error = failureOf(action);
      }),
});

export interface DevicesRoot {
  devices: DevicesSlice;
}
export const selectDevices = (root: DevicesRoot) => root.devices;
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
