import { failed } from '../../i18n/failed.ts';
import { createSlice } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type {
  Capability,
  CaptureSupport,
  EditorSupport,
  FileCleaning,
  VoiceCleaning,
  HostDescription,
  VideoSupport,
  TakesSupport,
} from '../../../src-shared/contract/host.ts';
import type { RenderFormat } from '../../../src-shared/domain/edit/render.ts';
import { CHANNEL_CAPS } from '../../../src-shared/domain/channelCaps.ts';
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
/** Why what the loudspeakers play stays in the microphone's sound; null: it can be taken out, or nobody knows yet. */
export const selectEchoObstacle = (root: unknown): string | null => {
  const support = dataOf((root as Root).host)?.capabilities.echoCancellation;
  return support?.supported === false ? support.reason : null;
};
export const selectDeviceSelection = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.deviceSelection ?? null;
export const selectFileCleaning = (root: Root): FileCleaning | null =>
  dataOf(root.host)?.capabilities.fileCleaning ?? null;
/** How many channels of each kind can be recorded at once. */
export const selectChannelCaps = (root: Root): HostDescription['channelCaps'] =>
  dataOf(root.host)?.channelCaps ?? CHANNEL_CAPS.basic;
/** Whether it records less at once than the desktop app; false until the host has said so. */
export const selectHasFewChannels = (root: Root): boolean =>
  (dataOf(root.host)?.channelCaps.audio ?? Infinity) < CHANNEL_CAPS.professional.audio;
/** Where this is: only what no capability says is decided by it. */
export const selectRuntime = (root: Root): HostDescription['runtime'] | null =>
  dataOf(root.host)?.runtime ?? null;
/** Sending live. */
export const selectBroadcastSupport = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.broadcast ?? null;
/** Of recordings. */
export const selectTranscripts = (root: unknown): Capability | null =>
  dataOf((root as Root).host)?.capabilities.transcripts ?? null;
/** Projects of the video editor, and their exports. */
export const selectEditorSupport = (root: unknown): EditorSupport | null =>
  dataOf((root as Root).host)?.capabilities.editor ?? null;
/** Whether it can do one of these. */
export const selectEditorHas =
  (what: 'hasFolders' | 'hasSmartCut' | 'outlivesPage') =>
  (root: unknown): boolean => {
    const editor = selectEditorSupport(root);
    return editor?.supported === true && editor[what];
  };
/** In which kinds of file markers become chapters. */
export const selectChapterFormats = (root: unknown): readonly RenderFormat[] => {
  const editor = selectEditorSupport(root);
  return editor?.supported ? editor.chapterFormats : NO_FORMATS;
};
const NO_FORMATS: readonly RenderFormat[] = [];
export const selectPlugins = (root: unknown): Capability | null =>
  dataOf((root as Root).host)?.capabilities.plugins ?? null;
/** Of the voices of recordings. */
export const selectVoiceCleaning = (root: Root): VoiceCleaning | null =>
  dataOf(root.host)?.capabilities.voiceCleaning ?? null;
/** The studio's channels. */
export const selectCaptureSupport = (root: Root): CaptureSupport | null =>
  dataOf(root.host)?.capabilities.capture ?? null;
/** Whether channels are added up as they are recorded. */
export const selectHasMix = (root: Root): boolean => {
  const capture = selectCaptureSupport(root);
  return capture?.supported === true && capture.hasMix;
};
/** Whether channels have volume, pan, mute and solo. */
export const selectHasFaders = (root: Root): boolean => {
  const capture = selectCaptureSupport(root);
  return capture?.supported === true && capture.hasFaders;
};
/** Set-ups of the studio under names. */
export const selectTemplatesSupport = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.templates ?? null;
/** What can be done with recordings; null until the host has said so. */
export const selectTakesSupport = (root: Root): TakesSupport | null =>
  dataOf(root.host)?.capabilities.takes ?? null;
/** Cameras and screens in takes. */
export const selectVideoSupport = (root: unknown): VideoSupport | null =>
  dataOf((root as Root).host)?.capabilities.video ?? null;
/** Whose words are said of the sound beside a screen. */
export const selectHeardBy = (root: unknown): 'host' | 'page' => {
  const video = selectVideoSupport(root);
  return video?.supported ? video.heardBy : 'host';
};
/** Whether the microphone beside a screen is cleaned before it is written. */
export const selectCleansVoice = (root: unknown): boolean => {
  const video = selectVideoSupport(root);
  return !video?.supported || video.cleansVoice;
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
/** Whether other programs on the machine of the host can call it. */
export const selectApiSupport = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.api ?? null;
export const selectShowInFolder = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.showInFolder ?? null;
export const selectAutoStart = (root: Root): Capability | null =>
  dataOf(root.host)?.capabilities.autoStart ?? null;
export const selectTray = (root: Root): Capability | null => dataOf(root.host)?.capabilities.tray ?? null;
