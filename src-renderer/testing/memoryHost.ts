import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { accountsContract } from '../../src-shared/contract/accounts.ts';
import { audioTestContract } from '../../src-shared/contract/audioTest.ts';
import { apiContract } from '../../src-shared/contract/api.ts';
import { browsersContract } from '../../src-shared/contract/browsers.ts';
import { captionsContract } from '../../src-shared/contract/captions.ts';
import { captureContract } from '../../src-shared/contract/capture.ts';
import { CAPTURE_OPTIONS, type HostDescription } from '../../src-shared/contract/host.ts';
import { DENOISE_ENGINES } from '../../src-shared/domain/denoise.ts';
import { VIRTUAL_MICROPHONE } from '../../src-shared/domain/virtualMicrophone.ts';
import { CHANNEL_CAPS } from '../../src-shared/domain/channelCaps.ts';
import { keysContract } from '../../src-shared/contract/keys.ts';
import { cleanContract } from '../../src-shared/contract/clean.ts';
import type { presetsContract } from '../../src-shared/contract/presets.ts';
import { licenceContract, type LicenceStatusReport } from '../../src-shared/contract/licence.ts';
import { broadcastContract } from '../../src-shared/contract/broadcast.ts';
import { broadcastSoundsContract } from '../../src-shared/contract/broadcastSounds.ts';
import { broadcastAccountsContract } from '../../src-shared/contract/broadcastAccounts.ts';
import { projectsContract } from '../../src-shared/contract/projects.ts';
import { rendersContract } from '../../src-shared/contract/renders.ts';
import { pluginsContract } from '../../src-shared/contract/plugins.ts';
import { looseFilesContract } from '../../src-shared/contract/looseFiles.ts';
import { openFoldersContract } from '../../src-shared/contract/openFolders.ts';
import { meetingsContract } from '../../src-shared/contract/meetings.ts';
import { videoContract } from '../../src-shared/contract/video.ts';
import { recordingContract } from '../../src-shared/contract/recording.ts';
import { takesContract } from '../../src-shared/contract/takes.ts';
import { templatesContract } from '../../src-shared/contract/templates.ts';
import { takesFolderContract } from '../../src-shared/contract/takesFolder.ts';
import { modelsContract } from '../../src-shared/contract/models.ts';
import { transcriptsContract } from '../../src-shared/contract/transcripts.ts';
import { crashesContract } from '../../src-shared/contract/crashes.ts';
import { updatesContract } from '../../src-shared/contract/updates.ts';
import { voiceContract } from '../../src-shared/contract/voice.ts';
import type { EngineState, LiveState, StartLiveInput } from '../../src-shared/contract/engine.ts';
import { RpcError, type RpcFailure } from '../../src-shared/contract/errors.ts';
import {
  DEFAULT_SETTINGS,
  resetSettingsOf,
  withChanges,
  type Settings,
} from '../../src-shared/contract/settings.ts';
import { summarisePeriod } from '../../src-shared/domain/journalPeriod.ts';
import { EMPTY_LIBRARY } from '../../src-shared/domain/presetList.ts';
import { createPresetHandlers } from '../../src-shared/handlers/presets.ts';
import {
  createClient,
  createEventHub,
  createMemoryChannelPair,
  createRouter,
  refuseCalls,
  type Channel,
  type EventHub,
  type Handlers,
} from '../../src-shared/rpc/index.ts';
import { createAppStore } from '../app/store.ts';
import type { ThemeChoice } from '../lib/theme.ts';
import { createBackend, type PlatformClient } from '../platform/index.ts';
import type { Notice } from '../lib/effects.ts';
import { withoutUndefined } from '../../src-shared/domain/withoutUndefined.ts';

type Failures = Partial<Record<keyof AppContract, Pick<RpcFailure, 'code' | 'message'>>>;

/**
 * For tests: a store over the real client and router, and a host that keeps its state in memory.
 * Whatever is put into `failures` by name is refused from then on.
 */
export function createMemoryHost() {
  const events = createEventHub<AppContract>();
  const failures: Failures = {};
  const calls: string[] = [];
  const state: MemoryState = {
    settings: DEFAULT_SETTINGS,
    live: null,
    scope: [],
  };
  const router = createRouter({
    contract: appContract,
    handlers: recordCalls({ ...createHandlers(state), ...createPresetsInMemory(events) }, calls, failures),
    events,
    protocolVersion: PROTOCOL_VERSION,
    log: ({ error }) => {
      throw error;
    },
    createCorrelationId: () => 'test',
  });
  let channel: Channel | null = null;
  const client: PlatformClient = createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    openChannel: () => {
      const [near, far] = createMemoryChannelPair();
      router.connect(far);
      channel = near;
      return near;
    },
    reconnectDelaysMs: [1],
  });
  const notices: Notice[] = [];
  const themes: ThemeChoice[] = [];
  const store = createAppStore(
    { client, backend: createBackend(client), nowMs: () => 1000 },
    { showNotice: (notice) => notices.push(notice), applyTheme: (choice) => themes.push(choice) },
  );
  return {
    store,
    notices,
    themes,
    client,
    events,
    failures,
    calls,
    state,
    router,
    loseConnection: () => channel?.close(),
  };
}

interface MemoryState {
  settings: Settings;
  live: LiveState | null;
  scope: Uint8Array[];
}

/** The product's own code, with nowhere to write. */
function createPresetsInMemory(events: EventHub<AppContract>) {
  let made = 0;
  return createPresetHandlers({
    store: { read: () => ({ library: EMPTY_LIBRARY, damage: null }), write: () => undefined },
    nowMs: () => 1000,
    createId: () => `preset-${(made += 1)}`,
    onChanged: (list) => events.emit('presets.onChanged', list),
  }).handlers;
}

const DESCRIPTION: HostDescription = {
  product: 'SoundDesk',
  version: '0.0.0',
  runtime: 'node',
  operatingSystem: 'test',
  mode: 'professional',
  channelCaps: CHANNEL_CAPS.professional,
  capabilities: {
    liveCleaning: { supported: true },
    echoCancellation: { supported: true },
    deviceSelection: { supported: true },
    fileCleaning: { supported: true, reads: 'WAV.', writes: ['wav'] },
    capture: {
      supported: true,
      hasMix: true,
      hasFaders: true,
      options: [...CAPTURE_OPTIONS],
      engines: [...DENOISE_ENGINES],
      hasDefaultSource: false,
      soundBitsPerSecond: null,
    },
    templates: { supported: true },
    video: {
      supported: true,
      heardBy: 'host',
      cleansVoice: true,
      hasCameraBubble: true,
      codecs: ['vp8'],
    },
    voiceCleaning: { supported: true, engines: ['rnnoise'] },
    broadcast: { supported: false, reason: 'Not in this test.' },
    transcripts: { supported: false, reason: 'Not in this test.' },
    captions: { supported: false, reason: 'Not in this test.' },
    plugins: { supported: true },
    editor: {
      supported: true,
      hasFolders: true,
      hasSmartCut: true,
      chapterFormats: ['mp4'],
      outlivesPage: true,
    },
    autoStart: { supported: true },
    tray: { supported: true },
    takes: { supported: false, reason: 'Not in this test.' },
    globalShortcuts: { supported: false, reason: 'Not in this test.' },
    pluginWindows: { supported: true },
    captureControl: { supported: false, reason: 'Not in this test.' },
    pairedBrowsers: { supported: false, reason: 'Not in this test.' },
    api: { supported: false, reason: 'Not in this test.' },
    showInFolder: { supported: false, reason: 'Not in this test.' },
  },
};

const MICROPHONE = { ...VIRTUAL_MICROPHONE, listeners: [] };

const LICENCE_STATUS: LicenceStatusReport = {
  state: { kind: 'notNeeded' },
  device: { id: 'test', name: 'Test', platform: 'linux', keptIn: 'file' },
  serverUrl: null,
  lastContactMs: null,
  contactProblem: null,
  freeTier: { isChosen: false, limitSec: 1800, usedSec: 0 },
  limits: null,
};

function createHandlers(state: MemoryState): Omit<Handlers<AppContract>, keyof typeof presetsContract> {
  const engineState = (): EngineState => ({
    process: 'running',
    restarts: 0,
    lastFailure: null,
    live: state.live,
  });
  const changeLive = (changes: Partial<LiveState>): EngineState => {
    if (!state.live) throw new RpcError('LIVE_NOT_RUNNING', 'Nothing runs.');
    state.live = { ...state.live, ...changes };
    return engineState();
  };
  return {
    'host.describe': () => DESCRIPTION,
    'host.readTrouble': () => [],
    ...refuseCalls(accountsContract, 'A test has no accounts.'),
    'accounts.read': () => ({ kind: 'none', reason: 'A test has no accounts.', userName: 'Maria' }),
    'settings.read': () => state.settings,
    'settings.reset': () => (state.settings = resetSettingsOf(DEFAULT_SETTINGS)),
    'settings.readDamage': () => null,
    ...refuseCalls(takesFolderContract, 'This test has no recordings.'),
    ...refuseCalls(templatesContract, 'This test has no set-ups.'),
    'microphoneAccess.read': () => ({ system: 'linux', status: 'unknown', canOpenSettings: false }),
    'microphoneAccess.openSettings': () => undefined,
    ...refuseCalls(crashesContract, 'Nothing crashes in this test.'),
    ...refuseCalls(updatesContract, 'This test looks for no versions.'),
    'shortcuts.readRefused': () => [],
    'settings.update': (patch) => (state.settings = withChanges(state.settings, withoutUndefined(patch))),
    'devices.listAudio': () => [],
    ...refuseCalls(cleanContract, 'No test of a screen cleans files yet.'),
    ...refuseCalls(looseFilesContract, 'No test of a screen has programs.'),
    ...refuseCalls(openFoldersContract, 'No test of a screen has programs.'),
    ...refuseCalls(captureContract, 'No test of a screen captures yet.'),
    'devices.listSystemAudio': () => [],
    'devices.readVirtualMicrophone': () => ({ support: { supported: true }, microphone: null }),
    'devices.startVirtualMicrophone': () => ({ support: { supported: true }, microphone: MICROPHONE }),
    'devices.stopVirtualMicrophone': () => ({ support: { supported: true }, microphone: null }),
    ...refuseCalls(captionsContract, 'No test of a screen has captions yet.'),
    ...refuseCalls(voiceContract, 'No test of a screen has voices yet.'),
    ...refuseCalls(modelsContract, 'No test of a screen has models yet.'),
    ...refuseCalls(transcriptsContract, 'No test of a screen transcribes yet.'),
    ...refuseCalls(recordingContract, 'No test of a screen records yet.'),
    ...refuseCalls(videoContract, 'No test of a screen looks at frames yet.'),
    'interruptions.read': () => ({ takeId: null, interruptions: [] }),
    ...refuseCalls(meetingsContract, 'No test of a screen looks at meetings yet.'),
    ...refuseCalls(takesContract, 'No test of a screen looks at takes yet.'),
    ...refuseCalls({ ...browsersContract, ...apiContract }, 'Not in this test.'),
    ...refuseCalls({ ...broadcastContract, ...broadcastSoundsContract }, 'This test sends nothing live.'),
    ...refuseCalls(broadcastAccountsContract, 'This test has no accounts at platforms.'),
    ...refuseCalls(pluginsContract, 'This test has no plug-ins.'),
    ...refuseCalls(projectsContract, 'This test has no projects.'),
    ...refuseCalls(rendersContract, 'This test has no exports.'),
    'engine.readState': engineState,
    'engine.startLive': (input) => {
      if (state.live) throw new RpcError('LIVE_ALREADY_RUNNING', 'It runs already.');
      state.live = liveFrom(input);
      return engineState();
    },
    'engine.updateLive': (changes) => changeLive(changes),
    'engine.setListening': (changes) => changeLive(changes),
    'engine.setMonitor': ({ monitor }) => changeLive({ monitorDevice: monitor && named(monitor.deviceId) }),
    'engine.stopLive': () => {
      state.live = null;
      return engineState();
    },
    'engine.watchScope': async function* () {
      yield* state.scope;
    },
    'engine.watchSpectrum': async function* () {},
    'engine.watchSound': async function* () {},
    ...refuseCalls(keysContract, 'No test of a screen keeps keys yet.'),
    ...refuseCalls(audioTestContract, 'No test of a screen tests a microphone yet.'),
    ...refuseCalls(licenceContract, 'No test of a screen changes a licence yet.'),
    'licence.readStatus': () => LICENCE_STATUS,
    'diagnostics.read': () => ({ takenAt: new Date(0).toISOString(), sections: [], log: [] }),
    'journal.readEnded': () => [],
    'journal.readPeriod': (range) => summarisePeriod([], [], range),
    'journal.readToday': () => ({ sessions: 0, cleanedSec: 0, cleanedSecByHour: Array<number>(24).fill(0) }),
  };
}

const named = (id: string | null) => ({ id: id ?? 'default', name: id ?? 'Default' });

function liveFrom(input: StartLiveInput): LiveState {
  return {
    startedAtMs: 1,
    elapsedSec: 0,
    inputDevice: named(input.inputDeviceId),
    outputDevice: named(input.outputDeviceId),
    monitorDevice: input.monitor && named(input.monitor.deviceId),
    sampleRate: input.sampleRate,
    bufferFrames: input.bufferFrames,
    realtimePriority: { granted: true, reason: null },
    chain: input.chain,
    listening: input.listening ?? 'clean',
    presetId: input.presetId,
  };
}

function recordCalls(
  handlers: Handlers<AppContract>,
  calls: string[],
  failures: Failures,
): Handlers<AppContract> {
  const entries = Object.entries(handlers as Record<string, (...args: unknown[]) => unknown>).map(
    ([name, handle]) => {
      const recorded = (...args: unknown[]) => {
        calls.push(name);
        const failure = failures[name as keyof AppContract];
        if (failure) throw new RpcError(failure.code, failure.message);
        return handle(...args);
      };
      return [name, recorded] as const;
    },
  );
  return Object.fromEntries(entries) as unknown as Handlers<AppContract>;
}
