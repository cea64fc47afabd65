import { configureStore } from '@reduxjs/toolkit';
import { analyticsSlice } from '../features/analytics/index.ts';
import { todaySlice } from '../features/dashboard/index.ts';
import { cleanQueueSlice, cleanSlice, historySlice } from '../features/enhancement/index.ts';
import { broadcastSlice, scenesSlice, soundsSlice } from '../features/broadcast/index.ts';
import { broadcastAccountsSlice } from '../features/broadcastAccounts/index.ts';
import { captionsSlice } from '../features/captions/index.ts';
import { devicesSlice, engineEffects, engineSlice, presetsSlice } from '../features/engine/index.ts';
import { editorSlice } from '../features/editor/index.ts';
import { crashesSlice, feedbackSlice, helpEffects } from '../features/help/index.ts';
import { pluginsSlice } from '../features/plugins/index.ts';
import {
  audioTestSlice,
  apiSlice,
  openFoldersSlice,
  browsersSlice,
  formSlice,
  keysSlice,
  settingsEffects,
  shortcutsSlice,
  takesFolderSlice,
  updatesSlice,
} from '../features/settings/index.ts';
import { sessionSlice } from '../features/auth/index.ts';
import { licenceEffects, licenceSlice } from '../features/licence/index.ts';
import { meetingSlice } from '../features/meeting/index.ts';
import { recordingSlice } from '../features/recording/index.ts';
import { warningsSlice } from '../features/recordingWarnings/index.ts';
import { screenCaptureSlice } from '../features/screenCapture/index.ts';
import { videoSlice, studioEffects, studioSlice } from '../features/studio/index.ts';
import { systemNoticeEffects } from '../features/systemNotices/index.ts';
import { tourSlice } from '../features/tour/index.ts';
import { modelsSlice } from '../features/models/index.ts';
import { voiceAiSlice } from '../features/voiceAi/index.ts';
import { connectionSlice, hostSlice, settingsSlice, workspaceEffects } from '../features/workspace/index.ts';
import { backendApi, type ThunkExtra } from '../platform/index.ts';
import type { PageEffects } from '../lib/effects.ts';
import { createEffects } from './effects.ts';

const EFFECTS = [
  engineEffects,
  workspaceEffects,
  settingsEffects,
  helpEffects,
  licenceEffects,
  studioEffects,
  systemNoticeEffects,
];

/** The store of the app; the client reaches thunks as their extra argument. */
export function createAppStore(extra: ThunkExtra, page: PageEffects) {
  return configureStore({
    reducer: {
      connection: connectionSlice.reducer,
      host: hostSlice.reducer,
      session: sessionSlice.reducer,
      settings: settingsSlice.reducer,
      engine: engineSlice.reducer,
      devices: devicesSlice.reducer,
      presets: presetsSlice.reducer,
      today: todaySlice.reducer,
      analytics: analyticsSlice.reducer,
      keys: keysSlice.reducer,
      browsers: browsersSlice.reducer,
      api: apiSlice.reducer,
      openFolders: openFoldersSlice.reducer,
      audioTest: audioTestSlice.reducer,
      shortcuts: shortcutsSlice.reducer,
      takesFolder: takesFolderSlice.reducer,
      updates: updatesSlice.reducer,
      models: modelsSlice.reducer,
      settingsForm: formSlice.reducer,
      licence: licenceSlice.reducer,
      plugins: pluginsSlice.reducer,
      feedback: feedbackSlice.reducer,
      crashes: crashesSlice.reducer,
      studio: studioSlice.reducer,
      studioVideo: videoSlice.reducer,
      broadcast: broadcastSlice.reducer,
      broadcastScenes: scenesSlice.reducer,
      broadcastSounds: soundsSlice.reducer,
      broadcastAccounts: broadcastAccountsSlice.reducer,
      editor: editorSlice.reducer,
      meeting: meetingSlice.reducer,
      recording: recordingSlice.reducer,
      recordingWarnings: warningsSlice.reducer,
      screenCapture: screenCaptureSlice.reducer,
      enhancementHistory: historySlice.reducer,
      cleanFile: cleanSlice.reducer,
      tour: tourSlice.reducer,
      voiceAi: voiceAiSlice.reducer,
      captions: captionsSlice.reducer,
      cleanQueue: cleanQueueSlice.reducer,
      [backendApi.reducerPath]: backendApi.reducer,
    },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: extra } })
        .prepend(createEffects(page, EFFECTS).middleware)
        .concat(backendApi.middleware),
  });
}

export type AppStore = ReturnType<typeof createAppStore>;
