import { failed } from '../../i18n/failed.ts';
import { createSlice } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type {
  Capability,
  FileCleaning,
  HostDescription,
  PicturesSupport,
  TakesSupport,
} from '../../../src-shared/contract/host.ts';
import { CHANNEL_CAPS } from '../../../src-shared/domain/audio.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk } from '../../platform/index.ts';

export const readHost = createClientThunk(
  'host/read',
  async (_: void, { client }) => unwrap(await client.call('host.describe')),
  failed('host'),
);

export const hostSlice = createSlice({
  name: 'host',
  initialState: (): Loadable<HostDescription> => LOADING,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(readHost.fulfilled, (_, { payload }) => ({ status: 'ready', data: payload }))
      .addCase(readHost.rejected, (state, action) =>
        state.status === 'ready' ? state : { status: 'failed', error: failureOf(action) },
      ),
});

interface Root {
  host: Loadable<HostDescription>;
}
/** null until the host has said what it can do. */
export const selectLiveCleaning = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.liveCleaning ?? null;
export const selectDeviceSelection = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.deviceSelection ?? null;
export const selectFileCleaning = (root: Root): FileCleaning | null =>
  dataOf(root.host)?.capabilities.fileCleaning ?? null;
/** What a web page has less of than the desktop app; null until the host has said so. */
export const selectHostMode = (root: Root): HostDescription['mode'] | null => dataOf(root.host)?.mode ?? null;
/** How many channels of each kind can be recorded at once. */
export const selectChannelCaps = (root: Root): HostDescription['channelCaps'] =>
  dataOf(root.host)?.channelCaps ?? CHANNEL_CAPS.basic;
export const selectPlugins = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.plugins ?? null;
export const selectMultiChannelCapture = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.multiChannelCapture ?? null;
/** What can be done with recordings; null until the host has said so. */
export const selectTakesSupport = (root: Root): TakesSupport | null =>
  dataOf(root.host)?.capabilities.takes ?? null;
/** Cameras and screens in takes. */
export const selectPicturesSupport = (root: Root): PicturesSupport | null =>
  dataOf(root.host)?.capabilities.pictures ?? null;
/** Whether this page opens the sound that is recorded with pictures, since its host hears nothing by itself. */
export const selectIsHeardByPage = (root: unknown): boolean => {
  const pictures = selectPicturesSupport(root as Root);
  return pictures?.supported === true && pictures.heardBy === 'page';
};
export const selectPluginWindows = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.pluginWindows ?? null;
export const selectGlobalShortcuts = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.globalShortcuts ?? null;
export const selectCaptureControl = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.captureControl ?? null;
/** Whether pages of browsers are let in there, and are to be seen and removed. */
export const selectPairedBrowsers = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.pairedBrowsers ?? null;
export const selectShowInFolder = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.showInFolder ?? null;
export const selectAutoStart = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.autoStart ?? null;
export const selectTray = (root: Root): Capability | null => dataOf(root.host)?.capabilities.tray ?? null;
