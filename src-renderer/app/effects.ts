import { createListenerMiddleware, isRejected } from '@reduxjs/toolkit';
import { backendApi } from '../platform/index.ts';
import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import {
  PLUGIN_LIST_FAILED,
  PLUGIN_PARAMETER_FAILED,
  PLUGIN_UNLOAD_FAILED,
  pluginLoadFailed,
} from '../../src-shared/domain/plugins.ts';
import { readAnalytics, uploadFigures } from '../features/analytics/index.ts';
import { readToday } from '../features/dashboard/todaySlice.ts';
import {
  prepareProfile,
  requestPassword,
  requestResetLink,
  signIn,
  signOut,
  signUp,
  startSession,
  testPasswordReset,
  updatePassword,
} from '../features/auth/index.ts';
import {
  changeChain,
  chooseDevice,
  choosePreset,
  readDevices,
  readEngine,
  readPresets,
  selectEngineState,
  setListening,
  startLive,
  stopLive,
  type EngineRoot,
} from '../features/engine/index.ts';
import { sendKept, submitFeedback } from '../features/help/index.ts';
import { LICENCE_THUNKS, licenceChanged } from '../features/licence/index.ts';
import { AUDIO_TEST_THUNKS, readTakesFolder, TAKES_FOLDER_THUNKS } from '../features/settings/index.ts';
import { addFolder, callHost, readCatalogue, readStudio } from '../features/plugins/index.ts';
import { markRecording } from '../features/recording/index.ts';
import {
  nothingGiven,
  openEnabled,
  STUDIO_SHOWN_IN_PLACE,
  studioNoticeOf,
} from '../features/studio/index.ts';
import {
  readHost,
  readSettings,
  readHostTrouble,
  readSettingsDamage,
  selectSettings,
  selectSettingsStatus,
  updateSettings,
  type SettingsRoot,
} from '../features/workspace/index.ts';
import { i18n } from '../i18n/index.ts';
import { failureOf } from '../lib/loadable.ts';
import type { ThemeChoice } from '../lib/theme.ts';
import type { Notice } from '../ui/notice.ts';
import type { HostTrouble } from '../../src-shared/contract/host.ts';
import { METER_RATE_HZ } from '../../src-shared/contract/settings.ts';
import { engineNotice } from './engineNotice.ts';
import { systemNotices, type NoticedRoot } from './systemNotices.ts';

const HOST_TROUBLE_TITLES = {
  DISK_FULL: 'diskFull',
  FILE_UNWRITABLE: 'diskUnwritable',
  DATABASE_DAMAGED: 'databaseDamaged',
} as const satisfies Record<HostTrouble['code'], string>;
const HOST_TROUBLES = Object.keys(HOST_TROUBLE_TITLES) as HostTrouble['code'][];

type Root = EngineRoot & SettingsRoot & NoticedRoot;

/** Where effects reach outside the store. */
export interface PageEffects {
  showNotice: (notice: Notice) => void;
  hideNotice?: (id: string) => void;
  applyTheme: (choice: ThemeChoice) => void;
  applyMeterRate?: (hz: number) => void;
  /** A notice of the system, for whoever does not look at the page. */
  showSystemNotice?: (notice: { title: string; tag: string }) => void;
}

/** What follows from a change of the store outside of it: notices, and the page's theme. */
export function createEffects({
  showNotice,
  hideNotice,
  applyTheme,
  applyMeterRate,
  showSystemNotice,
}: PageEffects) {
  const effects = createListenerMiddleware<Root>();

  effects.startListening({
    matcher: isRejected,
    effect: (action) => {
      // Queries show theirs where their data would stand.
      if (action.type.startsWith(`${backendApi.reducerPath}/`)) return;
      if (action.type.startsWith('enhancement/readVirtualMicrophone')) return;
      if (action.type.startsWith('screenCapture/') || action.type.startsWith('meeting/')) return;
      // Whoever asked for it tells of it.
      if (action.type.startsWith('recording/') && !markRecording.rejected.match(action)) return;
      // Told on the card of its camera or screen; what keeps a recording from its start is told with that.
      if (action.type.startsWith('studioPictures/') && !openEnabled.rejected.match(action)) return;
      if (action.type.startsWith('help/') || action.type.startsWith('updates/')) return;
      if (SHOWN_IN_PLACE.some((thunk) => thunk.rejected.match(action))) return;
      const failure = failureOf(action as { payload?: RpcFailure; error: { message?: string } });
      // The banner and the user's own cancelling need no second word.
      if (failure.code === 'CONNECTION_LOST' || failure.code === 'CANCELLED') return;
      const studioNotice = studioNoticeOf(action, failure);
      if (studioNotice) return showNotice(studioNotice);
      if (callHost.rejected.match(action) && action.meta.arg.name === 'plugins.load') {
        // The document's alert: title and reason in one.
        return showNotice({ id: failure.code, tone: 'error', title: pluginLoadFailed(failure.message) });
      }
      showNotice({ id: failure.code, tone: 'error', title: titleOf(action), message: failure.message });
    },
  });

  effects.startListening({
    predicate: (_, now, before) => selectEngineState(now) !== selectEngineState(before),
    effect: (_, api) => {
      const notice = engineNotice(
        selectEngineState(api.getOriginalState()),
        selectEngineState(api.getState()),
        i18n.getFixedT(null, 'shell'),
      );
      if (notice) showNotice(notice);
    },
  });

  effects.startListening({
    predicate: (_, now, before) =>
      selectSettingsStatus(now) === 'ready' &&
      (selectSettings(now).theme !== selectSettings(before).theme ||
        selectSettingsStatus(before) !== 'ready'),
    effect: (_, api) => applyTheme(selectSettings(api.getState()).theme),
  });

  effects.startListening({
    predicate: (_, now, before) =>
      selectSettingsStatus(now) === 'ready' &&
      (selectSettings(now).meterRate !== selectSettings(before).meterRate ||
        selectSettingsStatus(before) !== 'ready'),
    effect: (_, api) => applyMeterRate?.(METER_RATE_HZ[selectSettings(api.getState()).meterRate]),
  });

  effects.startListening({
    predicate: (_, now) => selectSettings(now).notifications,
    effect: (_, api) => {
      const t = i18n.getFixedT(null, 'shell', 'systemNotices');
      for (const notice of systemNotices(api.getOriginalState(), api.getState(), t))
        showSystemNotice?.(notice);
    },
  });

  effects.startListening({
    actionCreator: nothingGiven,
    effect: ({ payload: { name } }) => {
      const t = i18n.getFixedT('en', 'studioPictures');
      const title = t('nothingGiven', { name });
      showNotice({ id: `nothing-given-${name}`, tone: 'warning', title, message: t('nothingGivenNote') });
    },
  });

  effects.startListening({
    actionCreator: readSettingsDamage.fulfilled,
    effect: ({ payload: message }) => {
      if (message === null) return;
      const t = i18n.getFixedT(null, 'shell', 'notices');
      showNotice({ id: 'settings-damaged', tone: 'warning', title: t('settingsDamaged'), message });
    },
  });

  effects.startListening({
    actionCreator: readHostTrouble.fulfilled,
    effect({ payload: troubles }) {
      const t = i18n.getFixedT(null, 'shell', 'notices');
      const messageOf = ({ code, folder, message }: HostTrouble) => {
        if (code === 'DISK_FULL') return t('diskFullMessage', { folder });
        return code === 'DATABASE_DAMAGED' ? t('databaseDamagedMessage', { folder }) : message;
      };
      for (const code of HOST_TROUBLES) {
        const trouble = troubles.find((found) => found.code === code);
        const id = `host-${code}`;
        if (!trouble) hideNotice?.(id);
        else
          showNotice({
            ...{ id, tone: 'error', title: t(HOST_TROUBLE_TITLES[code]) },
            message: messageOf(trouble),
          });
      }
    },
  });

  effects.startListening({
    actionCreator: readTakesFolder.fulfilled,
    effect: ({ payload: { problem }, meta }) => {
      if (problem === null || !meta.arg.isAtStart) return;
      const t = i18n.getFixedT(null, 'shell', 'notices');
      showNotice({ id: 'takes-folder', tone: 'warning', title: t('takesFolder'), message: problem });
    },
  });

  effects.startListening({
    actionCreator: readPresets.fulfilled,
    effect: ({ payload: { damage } }) => {
      if (damage === null) return;
      const t = i18n.getFixedT(null, 'shell', 'notices');
      showNotice({ id: 'presets-damaged', tone: 'warning', title: t('presetsDamaged'), message: damage });
    },
  });

  effects.startListening({
    actionCreator: sendKept.fulfilled,
    effect: ({ payload: count }) => {
      if (count === 0) return;
      const t = i18n.getFixedT(null, 'shell', 'notices');
      showNotice({ id: 'feedback-sent', tone: 'success', title: t('feedbackSent', { count }) });
    },
  });

  effects.startListening({
    actionCreator: licenceChanged,
    effect: ({ payload: { state, freeTier } }) => {
      if (freeTier.usedSec < freeTier.limitSec || !freeTier.isChosen || 'licenceId' in state) return;
      const t = i18n.getFixedT(null, 'licence', 'free');
      const minutes = freeTier.limitSec / 60;
      showNotice({
        id: 'free-tier',
        tone: 'warning',
        title: t('usedUp'),
        message: t('usedUpMessage', { minutes }),
      });
    },
  });

  return effects;
}

/** Their failures are told where their data would stand. */
const SHOWN_IN_PLACE = [
  ...LICENCE_THUNKS,
  ...AUDIO_TEST_THUNKS,
  ...TAKES_FOLDER_THUNKS,
  startSession,
  signIn,
  signUp,
  requestPassword,
  requestResetLink,
  testPasswordReset,
  updatePassword,
  readEngine,
  readDevices,
  readToday,
  readAnalytics,
  readCatalogue,
  readStudio,
  addFolder,
  submitFeedback,
  uploadFigures,
  ...STUDIO_SHOWN_IN_PLACE,
];

function titleOf(action: unknown): string {
  const t = i18n.getFixedT(null, 'shell', 'notices.failed');
  if (startLive.rejected.match(action)) return t('start');
  if (stopLive.rejected.match(action)) return t('stop');
  if (choosePreset.rejected.match(action)) return t('preset');
  if (readPresets.rejected.match(action)) return t('presets');
  if (changeChain.rejected.match(action)) return t('chain');
  if (setListening.rejected.match(action)) return t('listening');
  if (chooseDevice.rejected.match(action)) return t('device');
  if (updateSettings.rejected.match(action)) return t('settings');
  if (signOut.rejected.match(action)) return t('signOut');
  if (prepareProfile.rejected.match(action)) return t('profile');
  if (readHost.rejected.match(action)) return t('host');
  if (readSettings.rejected.match(action)) return t('settingsRead');
  if (callHost.rejected.match(action)) return titleOfCall(action.meta.arg.name) ?? t('plugin');
  const { type } = action as { type: string };
  if (type.startsWith('keys/')) return t('keys');
  if (type.startsWith('browsers/')) return t('browsers');
  if (type.startsWith('settingsForm/')) return t('settings');
  if (type.startsWith('enhancement/')) return t('enhancement');
  return t('other');
}

/** The document's words, where it has some. */
function titleOfCall(name: string): string | null {
  if (name === 'plugins.unload') return PLUGIN_UNLOAD_FAILED;
  if (name === 'plugins.setParameter') return PLUGIN_PARAMETER_FAILED;
  return name === 'plugins.scan' ? PLUGIN_LIST_FAILED : null;
}
