import { homedir, hostname, uptime, userInfo } from 'node:os';
import { join } from 'node:path';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import type { LicencePlatform } from '../../src-shared/domain/licence.ts';
import { createKeysService } from '../../src-shared/handlers/keys.ts';
import { createPresetHandlers } from '../../src-shared/handlers/presets.ts';
import { createEventHub, createRouter, type EventHub, type Router } from '../../src-shared/rpc/index.ts';
import { createAccountsService, NO_ACCOUNTS } from '../services/accounts/index.ts';
import { createBrowsersHandlers } from '../services/browsers/index.ts';
import { createCaptureService, createFileSetUpStore, createTemplates } from '../services/capture/index.ts';
import { createCleanDesk, createCleanService } from '../services/clean/index.ts';
import { createDiagnosticsService } from '../services/diagnostics/index.ts';
import { createDeviceService } from '../services/devices/index.ts';
import { createEngineService, type EngineService } from '../services/engine/index.ts';
import { createGatewayFetch } from '../../src-node/gatewayFetch/index.ts';
import { backendHome, followDamage } from '../../src-node/databaseDamage/index.ts';
import { createHostService } from '../services/host/index.ts';
import { createInterruptions, type Interruptions } from '../services/interruptions/index.ts';
import { createJournalService } from '../services/journal/index.ts';
import {
  createAllowedFolders,
  createCatalogue,
  createFileCache,
  createFolderConsent,
  createPluginService,
  pluginFolders,
  presetFolders,
  readConfinement,
} from '../services/plugins/index.ts';
import {
  createFileSecretStore,
  createFreeTier,
  createLicenceService,
  createPlanGuard,
  type LicenceService,
} from '../services/licence/index.ts';
import { createFilePresetStore } from '../services/presets/index.ts';
import { createSettingsService } from '../services/settings/index.ts';
import { createGlobalShortcuts, type GlobalShortcuts } from '../services/shortcuts/index.ts';
import { createMeetings } from '../services/meetings/index.ts';
import { createRecordingService, makeTakeFolder } from '../services/recording/index.ts';
import { createTakesService, listTakes } from '../services/takes/index.ts';
import { createTakesFolder } from '../services/takesFolder/index.ts';
import { createUpdateService } from '../services/updates/index.ts';
import { watchDemand } from './demand.ts';
import type { AccountsPlace, CorePorts } from './ports.ts';
import { createPathCheck } from './settingPaths.ts';

export type { AccountsPlace, CorePorts } from './ports.ts';

export interface Core {
  /** Serves the app's contract to every connection that is given to it. */
  router: Router;
  events: EventHub<AppContract>;
  engine: EngineService;
  licence: LicenceService;
  globalShortcuts: GlobalShortcuts;
  /** To be told where the system says that it sleeps. */
  interruptions: Pick<Interruptions, 'onSuspended' | 'onResumed'>;
  /** The system says that a screen which a page was given is not there any more. */
  onScreenGone(screenId: string): void;
  /** Ends connections, the live session and the engine process; what was done is in the journal then. */
  close(): Promise<void>;
}

/** The app without a window: all services on the ports of the place that it runs in. */
export function createCore(ports: CorePorts): Core {
  const { clock, log, dataDir } = ports;
  const hub = createEventHub<AppContract>();
  const journal = createJournalService({
    dataDir,
    clock,
    log,
    hidesNames: () => settings.read().privacyMode,
    readFigures: () => engine.liveFigures,
    refreshFigures: () => engine.refreshLiveFigures(),
    onChanged: (today) => hub.emit('journal.onChanged', today),
  });
  const engine = createEngineService({
    launch: ports.launchEngine,
    clock,
    log,
    onStateChanged(state) {
      journal.onEngineState(state);
      freeTier.onLiveChanged(state.live !== null);
      hub.emit('engine.onStateChanged', state);
    },
    onLevelsMeasured: (levels) => hub.emit('engine.onLevelsMeasured', levels),
    room: {
      get isLearning() {
        return settings.read().adaptiveLearning;
      },
      thresholdDb: (deviceId) => settings.read().learnedRooms[deviceId]?.thresholdDb ?? null,
      onHeard: (deviceId, thresholdDb) => settings.learnRoom({ deviceId, thresholdDb }, clock.nowMs()),
    },
    onTestStateChanged: (state) => hub.emit('audioTest.onStateChanged', state),
    onTestLevelMeasured: (level) => hub.emit('audioTest.onLevelMeasured', level),
  });
  const place: AccountsPlace | Promise<AccountsPlace> = ports.accounts ?? {
    kind: 'none',
    reason: NO_ACCOUNTS,
  };
  let hasDatabase = ports.accounts !== undefined;
  void Promise.resolve(place).then((found) => {
    if (found.kind === 'project') hasDatabase = found.isOnThisMachine;
  });
  const endDamageWatch = followDamage(backendHome(dataDir), () => hub.emit('host.onTroubleFound', {}));
  const openGateway = ports.openGateway ?? createGatewayFetch;
  const fetchOf = (found: Exclude<AccountsPlace, { kind: 'none' }>) =>
    'socketPath' in found ? openGateway(found.socketPath) : fetch;
  const readUsedSec = () => journal.readToday().cleanedSec;
  const secretStore = ports.secretStore ?? createFileSecretStore(dataDir);
  const keys = createKeysService({
    store: secretStore,
    log: (message, error) => log.error(message, error),
    onChanged: (state) => hub.emit('keys.onChanged', state),
  });
  const licence = createLicenceService({
    store: secretStore,
    findBackend: async () => {
      const found = await place;
      if (found.kind === 'none') return null;
      return { url: found.url, publicKey: found.anonKey, fetch: fetchOf(found) };
    },
    ...(ports.licenceIssuers ? { issuers: ports.licenceIssuers } : {}),
    deviceName: hostname().slice(0, 120),
    platform: licencePlatform(process.platform),
    readUsedSec,
    clock,
    log,
    onChanged: (status) => hub.emit('licence.onChanged', status),
  });
  const freeTier = createFreeTier({
    isLicensed: () => licence.isLicensed(),
    readUsedSec,
    stopLive: async () =>
      engine.handlers['engine.stopLive'](undefined, { signal: new AbortController().signal }),
    onUsedUp: () => void licence.announce(),
    log,
  });
  const plan = createPlanGuard(() => licence.readLimits());
  const takesFolder = createTakesFolder({
    defaultPath: join(dataDir, 'takes'),
    readSettings: () => settings.read(),
    writeSetting: async (path) =>
      void (await settings.handlers['settings.update'](
        { takesFolder: path },
        { signal: new AbortController().signal },
      )),
    countTakes: async (path) => (await listTakes(path)).length,
    dialog: ports.folderDialog ?? null,
  });
  const takes = createTakesService({
    libraryPath: () => takesFolder.paths(),
    exportsPath: join(dataDir, 'exports'),
    soundPath: join(dataDir, 'heard'),
    showInFolder: ports.showInFolder ?? null,
    createId: ports.createId,
    engine,
    clock,
    log,
    onChanged: (id) => hub.emit('takes.onChanged', { id }),
    onProgressed: (id, done) => hub.emit('takes.onProgressed', { id, done }),
    onRecovered: (recordedSec) => journal.onTakeEnded({ recordedSec, isContinued: false }),
  });
  const capture = createCaptureService({
    engine: engine.capture,
    store: createFileSetUpStore(join(dataDir, 'set-up.json'), log),
    clock,
    events: hub,
    assertMayRecord: (setUp) => plan.assertMayRecord(setUp),
  });
  const templates = createTemplates({
    ...{ dir: join(dataDir, 'templates'), createId: ports.createId, clock, log },
    readSetUp: capture.readWhole,
    applySetUp: capture.applySetUp,
  });
  const cleaner = createCleanService({ engine, createId: ports.createId });
  const desk = createCleanDesk({
    clean: (request, task) => cleaner.clean(request, task),
    dir: join(dataDir, 'cleaning'),
    createId: ports.createId,
    onProgressed: (progress) => hub.emit('clean.onProgressed', progress),
    log,
  });
  const devices = createDeviceService({
    engine: engine.devices,
    platform: process.platform,
    ownerPid: process.pid,
    log,
    onChanged: (list) => hub.emit('devices.onChanged', list),
    onVirtualMicrophoneChanged: (state) => hub.emit('devices.onVirtualMicrophoneChanged', state),
  });
  const settings = createSettingsService({
    store: ports.settingsStore,
    log,
    checkPaths: createPathCheck(dataDir),
    onChanged(changed) {
      hub.emit('settings.onChanged', changed);
      const folders = JSON.stringify(changed.pluginFolders);
      if (folders !== searchedFolders) catalogue.followFolders();
      searchedFolders = folders;
      globalShortcuts.follow(changed.shortcuts);
    },
  });
  const globalShortcuts = createGlobalShortcuts({
    keys: ports.globalKeys ?? null,
    onRefusedChanged: (refused) => hub.emit('shortcuts.onRefusedChanged', refused),
    log,
  });
  globalShortcuts.follow(settings.read().shortcuts);
  let searchedFolders = JSON.stringify(settings.read().pluginFolders);
  const updates = createUpdateService({
    version: ports.version,
    address: ports.env.SOUNDDESK_RELEASES_URL,
    path: join(dataDir, 'updates.json'),
    readSettings: () => settings.read(),
    onChanged: (state) => hub.emit('updates.onChanged', state),
    clock,
    log,
  });
  const presets = createPresetHandlers({
    store: createFilePresetStore(join(dataDir, 'presets.json'), log),
    nowMs: () => clock.nowMs(),
    createId: ports.createId,
    onChanged: (list) => hub.emit('presets.onChanged', list),
  });
  const recording = createRecordingService({
    sound: { engine: engine.capture, channels: capture.channels },
    screenSound: {
      listAudio: async () => await devices.handlers['devices.listAudio'](undefined, context),
      listSystemAudio: async () => await devices.handlers['devices.listSystemAudio'](undefined, context),
      get wantedMicrophoneId() {
        return settings.read().inputDeviceId;
      },
    },
    makeFolder: (name) => makeTakeFolder(takesFolder.requirePath(), name, clock.nowMs()),
    assertMayAdd: (kind, running) => plan.assertMayAdd(kind, running),
    clock,
    createId: ports.createId,
    nowMs: () => performance.now(),
    uncountedMsSince: (wallMs) => interruptions.uncountedMsSince(wallMs),
    log,
    events: hub,
    onEnded: (take) => journal.onTakeEnded(take),
    certify: (folder) => takes.onTakeEnded(folder),
    recover: (folder) => takes.recover(folder),
  });
  const interruptions = createInterruptions({
    readClocks: () => ({ uptimeMs: uptime() * 1000, monotonicMs: performance.now() }),
    readTake() {
      const { take } = engine.capture.state;
      return take ? { folder: take.folder, ...take.progress } : recording.soundlessTake;
    },
    clock,
    log,
    onChanged: (state) => hub.emit('interruptions.onChanged', state),
  });
  const meetings = createMeetings({
    libraryPaths: () => takesFolder.paths(),
    onChanged: (id) => hub.emit('takes.onChanged', { id }),
    log,
  });
  const accounts = createAccountsService({
    async read() {
      const found = await place;
      if (found.kind === 'none') return { ...found, userName: readUserName() };
      const { kind, url, anonKey, isOnThisMachine } = found;
      return { kind, url, anonKey, isOnThisMachine };
    },
    async findGateway() {
      const found = await place;
      return 'socketPath' in found ? { url: found.url, fetch: fetchOf(found) } : null;
    },
  });
  const catalogue = createCatalogue({
    hostPath: ports.pluginHostPath,
    env: ports.env,
    machine: { platform: process.platform, arch: process.arch },
    store: createFileCache(join(dataDir, 'plugins.json'), ports.version, log),
    readFolders: () =>
      pluginFolders({
        ...{ platform: process.platform, env: ports.env, homeDir: homedir() },
        ownFolders: settings.read().pluginFolders,
      }),
    ...{ clock, log, events: hub },
  });
  const plugins = createPluginService({
    catalogue,
    engine: engine.plugins,
    store: capture.chains,
    isCapturing: () => engine.capture.state.session !== null,
    presets: presetFolders(process.platform, ports.env, homedir()),
    ownFolders: {
      read: () => settings.read().pluginFolders,
      write: (pluginFolders) => settings.setPluginFolders(pluginFolders),
    },
    readConfinement: () => readConfinement(ports.pluginHostPath, ports.env),
    consent: createFolderConsent({
      allowed: createAllowedFolders(dataDir),
      confirm: ports.confirmPluginFolder ?? null,
    }),
    temporaryDir: join(dataDir, 'temporary'),
    createId: ports.createId,
    log,
    events: hub,
  });
  ports.door?.browsers.onChanged(() =>
    hub.emit('browsers.onChanged', { browsers: ports.door?.browsers.list() ?? [] }),
  );
  const host = createHostService({
    ...ports,
    hasDoor: ports.door !== undefined,
    hasDatabase: () => hasDatabase,
    probeEngine: () => engine.readBuild(),
  });
  const diagnostics = createDiagnosticsService({
    asked: {
      ...host.handlers,
      ...engine.handlers,
      ...devices.handlers,
      ...settings.handlers,
      ...licence.handlers,
      ...accounts.handlers,
      ...journal.handlers,
    },
    ...{ clock, dataDir, logFile: ports.logFile ?? null, env: ports.env },
  });
  const withLevels = watchDemand(
    watchDemand(hub, 'engine.onLevelsMeasured', (isWanted) => engine.setWantsLevels(isWanted)),
    'capture.onLevelsMeasured',
    (isWanted) => (engine.capture.wantsLevels = isWanted),
  );
  const withTest = watchDemand(withLevels, 'audioTest.onLevelMeasured', (isWanted) => {
    if (!isWanted) engine.endTest();
  });
  const events = watchDemand(
    withTest,
    ['devices.onChanged', 'devices.onVirtualMicrophoneChanged'],
    (isWanted) => devices.setWantsChanges(isWanted),
  );
  const router = createRouter<AppContract>({
    contract: appContract,
    handlers: {
      ...host.handlers,
      ...accounts.handlers,
      ...settings.handlers,
      ...globalShortcuts.handlers,
      ...keys.handlers,
      ...createBrowsersHandlers(ports.door ?? null),
      ...presets.handlers,
      ...journal.handlers,
      ...engine.handlers,
      async 'engine.startLive'(input, context) {
        await freeTier.assertMayStart();
        return await engine.handlers['engine.startLive'](input, context);
      },
      ...licence.handlers,
      ...capture.handlers,
      ...templates,
      ...desk.handlers,
      ...devices.handlers,
      ...takes.handlers,
      ...recording.handlers,
      ...meetings,
      ...interruptions.handlers,
      ...takesFolder.handlers,
      ...updates.handlers,
      ...plugins.handlers,
      ...diagnostics.handlers,
    },
    events,
    protocolVersion: PROTOCOL_VERSION,
    log: ({ correlationId, name, error }) => log.error('a call failed', error, { correlationId, name }),
    createCorrelationId: ports.createId,
  });
  void updates.look();
  // Beside the start: what a crash cut off is whole again before anybody looks for it.
  takes
    .recoverUnfinished()
    .then(() => takes.sweep())
    .catch((error: unknown) => log.error('the library of takes could not be read', error));
  return {
    router,
    events,
    engine,
    licence,
    globalShortcuts,
    interruptions,
    onScreenGone: (screenId) => hub.emit('pictures.onScreenGone', { screenId }),
    async close() {
      endDamageWatch();
      interruptions.close();
      globalShortcuts.close();
      updates.close();
      router.close();
      freeTier.close();
      licence.close();
      await devices.close();
      await plugins.close();
      await recording.close();
      await engine.close();
      await desk.close();
      await takes.close();
      capture.close();
      journal.close();
    },
  };
}

const context = { signal: new AbortController().signal };

function licencePlatform(platform: NodeJS.Platform): LicencePlatform {
  if (platform === 'darwin') return 'mac';
  return platform === 'win32' ? 'windows' : 'linux';
}

/** The name that this user has on this machine. */
function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry in the user list, as containers have it: there is no name to be had.
    return 'local user';
  }
}
