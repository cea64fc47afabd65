import { createSlice, type PayloadAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { CaptureState } from '../../../src-shared/contract/capture.ts';
import type { InputOf, OutputOf } from '../../../src-shared/contract/define.ts';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { AppContract } from '../../../src-shared/contract/index.ts';
import type { PluginCatalogue, PluginChain, ScanProgress } from '../../../src-shared/contract/plugins.ts';
import {
  PLUGIN_LIST_FAILED,
  PLUGIN_PARAMETER_FAILED,
  PLUGIN_UNLOAD_FAILED,
  pluginLoadFailed,
} from '../../../src-shared/domain/plugins.ts';
import { failed } from '../../i18n/failed.ts';
import type { Notice } from '../../lib/effects.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';

export interface StudioChannel {
  id: string;
  name: string;
}

export interface Studio {
  channels: StudioChannel[];
  isRunning: boolean;
}

export interface PluginsSlice {
  catalogue: Loadable<PluginCatalogue>;
  studio: Loadable<Studio>;
  chains: Record<string, PluginChain>;
}

export const readCatalogue = createClientThunk(
  'plugins/readCatalogue',
  async (_: void, { client }) => unwrap(await client.call('plugins.readCatalogue')),
  'inPlace',
);

/** Its failure is shown where the path is written. */
export const addFolder = createClientThunk(
  'plugins/addFolder',
  async (path: string, { client }) => unwrap(await client.call('plugins.addFolder', { path })),
  'inPlace',
);

export const readStudio = createClientThunk(
  'plugins/readStudio',
  async (_: void, { client }) => toStudio(unwrap(await client.call('capture.readState'))),
  'inPlace',
);

export type PluginCall =
  | Extract<keyof AppContract, `plugins.${string}`>
  | 'capture.addChannel'
  | 'capture.start'
  | 'capture.stop'
  | 'capture.updateOptions'
  | 'devices.listAudio';

/** The document's words, where it has some; its alert of a load has title and reason in one. */
function callNotice(failure: RpcFailure, { name }: { name: PluginCall }): Notice {
  const titles: Partial<Record<PluginCall, string>> = {
    'plugins.unload': PLUGIN_UNLOAD_FAILED,
    'plugins.setParameter': PLUGIN_PARAMETER_FAILED,
    'plugins.scan': PLUGIN_LIST_FAILED,
  };
  if (name === 'plugins.load')
    return { id: failure.code, tone: 'error', title: pluginLoadFailed(failure.message) };
  const notice = failed('plugin')(failure, undefined);
  return { ...notice, title: titles[name] ?? notice.title };
}

/** Any call of this screen; the notice of a failure is reported by the call's name. */
export const callHost = createClientThunk(
  'plugins/call',
  async ({ name, input }: { name: PluginCall; input: unknown }, { client }) => {
    const call = client.call.bind(client) as (name: PluginCall, input: unknown) => Promise<never>;
    return unwrap<unknown>(await call(name, input));
  },
  callNotice,
);
export type CallInput<N extends PluginCall> = InputOf<AppContract[N]>;
export type CallOutput<N extends PluginCall> = OutputOf<AppContract[N]>;

export const pluginsSlice = createSlice({
  name: 'plugins',
  initialState: (): PluginsSlice => ({ catalogue: LOADING, studio: LOADING, chains: {} }),
  reducers: {
    catalogueChanged(slice, { payload }: PayloadAction<PluginCatalogue>) {
      slice.catalogue = { status: 'ready', data: payload };
    },
    scanProgressed(slice, { payload }: PayloadAction<ScanProgress>) {
      if (slice.catalogue.status === 'ready') slice.catalogue.data.scan = payload;
    },
    chainChanged(slice, { payload }: PayloadAction<PluginChain>) {
      slice.chains[payload.channelId] = payload;
    },
    studioChanged(slice, { payload }: PayloadAction<Studio>) {
      slice.studio = { status: 'ready', data: payload };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(readCatalogue.fulfilled, (slice, { payload }) => {
        slice.catalogue = { status: 'ready', data: payload };
      })
      .addCase(readCatalogue.rejected, (slice, action) => {
        if (slice.catalogue.status !== 'ready')
          slice.catalogue = { status: 'failed', error: failureOf(action) };
      })
      .addCase(readStudio.fulfilled, (slice, { payload }) => {
        slice.studio = { status: 'ready', data: payload };
      })
      .addCase(readStudio.rejected, (slice, action) => {
        if (slice.studio.status !== 'ready') slice.studio = { status: 'failed', error: failureOf(action) };
      }),
});

export const { catalogueChanged, chainChanged, scanProgressed, studioChanged } = pluginsSlice.actions;

/** Follows the host while a screen shows it; what it returns ends that. */
export function followPlugins() {
  return (
    dispatch: ThunkDispatch<unknown, ThunkExtra, UnknownAction>,
    _: unknown,
    { client }: ThunkExtra,
  ): (() => void) => {
    const ends = [
      client.subscribe('plugins.onCatalogueChanged', (catalogue) => dispatch(catalogueChanged(catalogue))),
      client.subscribe('plugins.onScanProgressed', (progress) => dispatch(scanProgressed(progress))),
      client.subscribe('plugins.onChainChanged', (chain) => dispatch(chainChanged(chain))),
      client.subscribe('capture.onStateChanged', (state) => dispatch(studioChanged(toStudio(state)))),
    ];
    void dispatch(readCatalogue());
    void dispatch(readStudio());
    return () => ends.forEach((end) => end());
  };
}

/** Counts of a running chain, which no event reports; a refusal is reported by what made it, not once a second. */
export function refreshChain(channelId: string) {
  return async (
    dispatch: ThunkDispatch<unknown, ThunkExtra, UnknownAction>,
    _: unknown,
    { client }: ThunkExtra,
  ): Promise<void> => {
    const result = await client.call('plugins.readChain', { channelId });
    if (result.success) dispatch(chainChanged(result.data));
  };
}

/** Hears what a plug-in's own window, or the plug-in itself, turns. */
export function followParameters(onChanged: (event: ParameterChanges) => void) {
  return (_dispatch: unknown, _: unknown, { client }: ThunkExtra): (() => void) =>
    client.subscribe('plugins.onParametersChanged', onChanged);
}
export interface ParameterChanges {
  channelId: string;
  pluginId: string;
  changes: { id: number; value: number; display: string }[];
  isListChanged: boolean;
}

function toStudio({ setUp, session }: CaptureState): Studio {
  return {
    channels: setUp.channels.map(({ id, name }) => ({ id, name })),
    isRunning: session !== null,
  };
}

export interface PluginsRoot {
  plugins: PluginsSlice;
}
export const selectCatalogue = (root: PluginsRoot) => root.plugins.catalogue;
export const selectStudio = (root: PluginsRoot) => root.plugins.studio;
export const selectChain = (channelId: string | null) => (root: PluginsRoot) =>
  channelId === null ? undefined : root.plugins.chains[channelId];
