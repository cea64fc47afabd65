import type { RpcFailure } from '../../src-shared/contract/errors.ts';
import { isPublicPath } from '../../src-shared/domain/routes.ts';
import { readToday, todayChanged } from '../features/dashboard/index.ts';
import { followSession, selectUserId, startSession } from '../features/auth/index.ts';
import { followUploads } from '../features/analytics/index.ts';
import { broadcastReported } from '../features/broadcast/index.ts';
import {
  createLevelsFeed,
  createScopeFeed,
  createTestLevelFeed,
  engineReported,
  followDevices,
  presetsChanged,
  readDevices,
  readEngine,
  readPresets,
  selectMeasuredLive,
  type LiveFeeds,
} from '../features/engine/index.ts';
import { crashesReported, followKeptFeedback } from '../features/help/index.ts';
import { licenceChanged, readLicence } from '../features/licence/index.ts';
import { followMeetings } from '../features/meeting/index.ts';
import { followRecording, readRecording } from '../features/recording/index.ts';
import { followCaptures } from '../features/screenCapture/index.ts';
import {
  audioTestReported,
  apiChanged,
  browsersChanged,
  keysChanged,
  openFoldersChanged,
  readTakesFolder,
  shortcutsRefused,
  updatesReported,
} from '../features/settings/index.ts';
import {
  connectionChanged,
  connectionObstructed,
  connectionRefused,
  readHost,
  personChanged,
  readSettings,
  readHostTrouble,
  readSettingsDamage,
  selectDeviceSelection,
  selectTakesSupport,
  selectIsConnected,
  selectLiveCleaning,
  settingsChanged,
} from '../features/workspace/index.ts';
import { createBackend, createPlatformClient, type Backend, type PlatformClient } from '../platform/index.ts';
import { i18n } from '../i18n/index.ts';
import { setPaintRate } from '../lib/canvasPainter.ts';
import { showSystemNotice } from '../lib/systemNotice.ts';
import { applyTheme } from '../lib/theme.ts';
import { wordFailure, wordPayload } from '../i18n/wordFailure.ts';
import { hideNotice, showNotice } from '../ui/notice.ts';
import { createAppStore, type AppStore } from './store.ts';

export interface App {
  store: AppStore;
  feeds: LiveFeeds;
}

const nowMs = () => performance.now();

/** Connects the store to the host of this page. Lives as long as the page. */
export function createApp(): App {
  const early: RpcFailure[] = [];
  let onProblem = (error: RpcFailure) => void early.push(error);
  const client = createPlatformClient((error) => onProblem(error), {
    failure: wordFailure,
    payload: wordPayload,
  });
  const backend = createBackend(client);
  const store = createAppStore(
    { client, backend, nowMs, wordFailure },
    {
      showNotice,
      hideNotice,
      // On a public page the visitor's own choice of a theme counts.
      applyTheme: (choice) => {
        if (!isPublicPath(location.pathname)) applyTheme(choice);
      },
      applyMeterRate: setPaintRate,
      showSystemNotice,
    },
  );
  const feeds: LiveFeeds = {
    levels: createLevelsFeed(client, { requestFrame: (callback) => requestAnimationFrame(callback), nowMs }),
    scope: createScopeFeed(client),
    testLevel: createTestLevelFeed(client),
  };
  onProblem = (error) => {
    if (client.connection === 'refused') store.dispatch(connectionRefused(error));
    else if (error.code === 'HOST_UNVERIFIED') store.dispatch(connectionObstructed());
    else
      showNotice({
        // Each problem is reported, the same one once.
        id: `problem: ${error.message}`,
        tone: 'error',
        title: i18n.getFixedT(null, 'shell')('notices.problem'),
        message: error.message,
      });
  };
  early.forEach(onProblem);
  followHost(client, store, openSession(store, backend));
  followLive(store, feeds);
  followPerson(store);
  followCaptures(store.dispatch);
  followMeetings(store.dispatch);
  followKeptFeedback(store);
  followUploads(store, client);
  return { store, feeds };
}

/** The host's word is the state: what it announces goes into the store, and after a loss all is read again. */
function followHost(client: PlatformClient, store: AppStore, readSession: () => void): void {
  const { dispatch } = store;
  client.subscribe('settings.onChanged', (settings) => dispatch(settingsChanged(settings)));
  client.subscribe('presets.onChanged', ({ presets }) => dispatch(presetsChanged(presets)));
  client.subscribe('engine.onStateChanged', (state) =>
    dispatch(engineReported({ state, receivedAtMs: nowMs() })),
  );
  client.subscribe('host.onTroubleFound', () => void dispatch(readHostTrouble()));
  client.subscribe('licence.onChanged', (status) => dispatch(licenceChanged(status)));
  client.subscribe('audioTest.onStateChanged', (state) => dispatch(audioTestReported(state)));
  client.subscribe('broadcast.onChanged', (view) => dispatch(broadcastReported(view)));
  client.subscribe('keys.onChanged', (keys) => dispatch(keysChanged(keys)));
  client.subscribe('browsers.onChanged', (list) => dispatch(browsersChanged(list)));
  client.subscribe('api.onChanged', (state) => dispatch(apiChanged(state)));
  client.subscribe('openFolders.onChanged', ({ folders }) => dispatch(openFoldersChanged(folders)));
  client.subscribe('crashes.onChanged', (list) => dispatch(crashesReported(list)));
  client.subscribe('updates.onChanged', (state) => dispatch(updatesReported(state)));
  client.subscribe('shortcuts.onRefusedChanged', (refused) => dispatch(shortcutsRefused(refused)));
  followDevices(client, dispatch);
  followRecording(client, dispatch);
  client.subscribe('journal.onChanged', (today) => dispatch(todayChanged(today)));

  const onConnection = (state: PlatformClient['connection']) => {
    dispatch(connectionChanged(state));
    // In a microtask: the client subscribes again first, so that no change falls between.
    if (state !== 'open') return;
    queueMicrotask(() => {
      readSession();
      readAll(store);
    });
  };
  client.onConnectionChanged(onConnection);
  onConnection(client.connection);
}

/** Reads who is signed in, and follows it from the first time on. */
function openSession({ dispatch }: AppStore, backend: Backend): () => void {
  let isFollowed = false;
  return () => {
    void dispatch(startSession()).then(() => {
      if (isFollowed || !backend.supabase) return;
      isFollowed = true;
      followSession(backend.supabase, dispatch);
    });
  };
}

function readAll(store: AppStore): void {
  const { dispatch } = store;
  void dispatch(readSettings());
  void dispatch(readSettingsDamage());
  void dispatch(readHostTrouble());
  void dispatch(readLicence());
  void dispatch(readEngine());
  void dispatch(readRecording());
  void dispatch(readPresets());
  void dispatch(readToday());
  void dispatch(readHost()).then(() => {
    if (selectDeviceSelection(store.getState())?.supported) void dispatch(readDevices());
    const takes = selectTakesSupport(store.getState());
    if (takes?.supported && takes.hasFolders) void dispatch(readTakesFolder({ isAtStart: true }));
  });
}

/** Theme and language are those of the account that is signed in. */
function followPerson(store: AppStore): void {
  const update = () => {
    const state = store.getState();
    const personId = selectUserId(state);
    if (personId !== state.settings.personId) store.dispatch(personChanged(personId));
  };
  store.subscribe(update);
  update();
}

function followLive(store: AppStore, feeds: LiveFeeds): void {
  const update = () => {
    const state = store.getState();
    // Without a connection nothing is heard of the session: what was measured last is not shown as now.
    const startedAtMs = selectIsConnected(state) ? (selectMeasuredLive(state)?.startedAtMs ?? null) : null;
    feeds.levels.setSession(startedAtMs);
    feeds.scope.setSession(startedAtMs);
    feeds.testLevel.setActive(selectIsConnected(state) && (state.audioTest.test?.isActive ?? false));
    feeds.scope.setSupported(selectLiveCleaning(state)?.supported ?? false);
  };
  store.subscribe(update);
  update();
}
