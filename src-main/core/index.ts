import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import {
  createEventHub,
  createRouter,
  watchDemand,
  type EventHub,
  type Handlers,
  type Router,
} from '../../src-shared/rpc/index.ts';
import { VIRTUAL_MICROPHONE } from '../../src-shared/domain/virtualMicrophone.ts';
import type { EngineService } from '../services/engine/index.ts';
import type { Interruptions } from '../services/interruptions/index.ts';
import type { CrashReports } from '../services/crashes/index.ts';
import type { Activity } from '../services/updates/index.ts';
import { createJournalService } from '../services/journal/index.ts';
import type { LicenceService, PlanGuard } from '../services/licence/index.ts';
import { createMicrophoneAccess, type MicrophoneAccessService } from '../services/microphoneAccess/index.ts';
import { createSettingsService } from '../services/settings/index.ts';
import type { GlobalShortcuts } from '../services/shortcuts/index.ts';
import { findPlace, openAccounts } from './openAccounts.ts';
import { openApi } from './openApi.ts';
import { openCrashes } from './openCrashes.ts';
import { openBroadcast } from './openBroadcast.ts';
import { openAudio, openEngine } from './openAudio.ts';
import { openEditor } from './openEditor.ts';
import { openHost } from './openHost.ts';
import { openPlugins } from './openPlugins.ts';
import { openRecording } from './openRecording.ts';
import { openVoice } from './openVoice.ts';
import type { CoreHub, CorePorts } from './ports.ts';
import { createPathCheck } from './settingPaths.ts';

export type { AccountsPlace, CorePorts } from './ports.ts';

export interface Core {
  /** Serves the app's contract to every connection that is given to it. */
  router: Router;
  events: EventHub<AppContract>;
  engine: EngineService;
  licence: LicenceService;
  globalShortcuts: GlobalShortcuts;
  /** Keeps what is known of a crash of the shell's own parts. */
  reportCrash: CrashReports['add'];
  /** What runs and must not be cut off; null: nothing. */
  findActivity(): Activity | null;
  /** Call it where the system says that it sleeps. */
  interruptions: Pick<Interruptions, 'onSuspended' | 'onResumed'>;
  /** The system says that a screen which a page was given is not there any more. */
  onScreenGone(screenId: string): void;
  /** The last step of quitting; true where another version takes the place of this one. */
  installPending(): boolean;
  /** Ends connections, the live session and the engine process; what was done is in the journal then. */
  close(): Promise<void>;
}

/** The app without a window: all services on the ports of the place that it runs in. */
export function createCore(ports: CorePorts): Core {
  const { log } = ports;
  const hub: CoreHub = createEventHub<AppContract>();
  const services = openServices(ports, hub);
  const { engine, access, accounts, audio, recording, host, broadcast, voice } = services;
  const events = followDemand(hub, { engine, devices: audio.devices, broadcast, voice });
  const api = openApi(ports, hub, {
    licence: accounts.licence,
    findBackend: accounts.findBackend,
    connect: (channel) => void router.connect(channel),
  });
  const router: Router = createRouter<AppContract>({
    contract: appContract,
    handlers: {
      ...services.handlers,
      ...withPlan(services.handlers, accounts.plan),
      ...api.handlers,
      ...hearingWithLeave(services.handlers, access),
      async 'engine.startLive'(input) {
        await access.requireLeave();
        await accounts.freeTier.assertMayStart();
        // It ends with the app: anyone who sends to it finds it again.
        if (input.outputDeviceId === VIRTUAL_MICROPHONE.outputDeviceId)
          await audio.devices.virtualMicrophone.start();
        return await engine.startLive(input);
      },
    },
    events,
    protocolVersion: PROTOCOL_VERSION,
    log: ({ correlationId, name, error }) => log.error('a call failed', error, { correlationId, name }),
    createCorrelationId: ports.createId,
  });
  void host.updates.look();
  // Beside the start: what a crash cut off is whole again before anybody looks for it.
  recording.takes
    .recoverUnfinished()
    .then(() => recording.takes.sweep())
    .catch((error: unknown) => log.error('the library of takes could not be read', error));
  services.editor
    .begin()
    .catch((error: unknown) => log.error('the projects could not be looked through', error));
  api.begin().catch((error: unknown) => log.error('the API could not be opened', error));
  return {
    router,
    events,
    engine,
    licence: accounts.licence,
    globalShortcuts: host.globalShortcuts,
    reportCrash: (part, reason) => services.crashes.add(part, reason),
    findActivity: host.findActivity,
    interruptions: recording.interruptions,
    onScreenGone: (screenId) => hub.emit('video.onScreenGone', { screenId }),
    installPending: () => host.updates.installPending(),
    async close() {
      recording.interruptions.close();
      host.close();
      await api.close();
      router.close();
      await services.close();
    },
  };
}

type Cleaning = Pick<
  Handlers<AppContract>,
  'clean.run' | 'looseFiles.clean' | 'openFolders.clean' | 'takes.cleanVoices' | 'capture.updateChannel'
>;

/** Whatever takes noise out asks first whether its model is part of the plan. */
function withPlan(handlers: Cleaning, plan: PlanGuard): Cleaning {
  return {
    async 'clean.run'(input, context) {
      await plan.assertMayClean([input.chain.denoise.engine]);
      return await handlers['clean.run'](input, context);
    },
    async 'looseFiles.clean'(input, context) {
      if (input.denoise) await plan.assertMayClean([input.denoise.engine]);
      return await handlers['looseFiles.clean'](input, context);
    },
    async 'openFolders.clean'(input, context) {
      if (input.denoise) await plan.assertMayClean([input.denoise.engine]);
      return await handlers['openFolders.clean'](input, context);
    },
    async 'takes.cleanVoices'(input, context) {
      await plan.assertMayClean([input.denoise.engine]);
      return await handlers['takes.cleanVoices'](input, context);
    },
    async 'capture.updateChannel'(input, context) {
      const { denoise } = input.changes;
      if (denoise) await plan.assertMayClean([denoise.engine]);
      return await handlers['capture.updateChannel'](input, context);
    },
  };
}

type Hearing = Pick<Handlers<AppContract>, 'audioTest.start'>;

/** Whatever opens a microphone asks the system first: without its leave macOS gives silence. */
function hearingWithLeave(handlers: Hearing, access: MicrophoneAccessService) {
  return {
    ...access.handlers,
    async 'audioTest.start'(input, context) {
      await access.requireLeave();
      return await handlers['audioTest.start'](input, context);
    },
  } satisfies Hearing & MicrophoneAccessService['handlers'];
}

/** Each part with those that it calls; they notify each other of the rest by the hub. */
function openServices(ports: CorePorts, hub: CoreHub) {
  const { log, dataDir } = ports;
  const settings = createSettingsService({
    store: ports.settingsStore,
    log,
    checkPaths: createPathCheck(dataDir),
    onChanged: (changed) => hub.emit('settings.onChanged', changed),
  });
  const crashes = openCrashes(ports, hub);
  const engine = openEngine(ports, hub, settings, (reason) => crashes.addLater('engine', reason));
  const journal = openJournal(ports, hub, settings, engine);
  const place = findPlace(ports);
  const accounts = openAccounts(ports, hub, {
    place,
    readUsedSec: () => journal.readToday().cleanedSec,
    stopLive: () => engine.stopLive(),
  });
  const { plan } = accounts;
  const access = createMicrophoneAccess(ports.microphoneAccess ?? null, process.platform);
  const audio = openAudio(ports, hub, { engine, plan, access });
  const soundTracks = () => broadcast.soundTracks();
  const recording = openRecording(ports, hub, { engine, settings, plan, journal, soundTracks, ...audio });
  const broadcast = openBroadcast(ports, hub, { engine, ...accounts });
  const voice = openVoice(ports, hub, {
    ...accounts,
    takes: recording.takes,
    engine,
    capture: audio.capture,
    isBroadcasting: () => broadcast.isLive(),
  });
  const plugins = openPlugins(ports, hub, { engine, settings, capture: audio.capture });
  const { findPlugin } = plugins;
  const editor = openEditor(ports, hub, {
    readTake: recording.readTake,
    strips: { engine, plan, findPlugin },
  });
  const asked = {
    ...settings.handlers,
    ...engine.handlers,
    ...journal.handlers,
    ...accounts.handlers,
    ...audio.handlers,
    ...recording.handlers,
    ...editor.handlers,
    ...plugins.handlers,
    ...broadcast.handlers,
    ...voice.handlers,
    ...crashes.handlers,
  };
  const host = openHost(ports, hub, { engine, settings, hasDatabase: place.hasDatabase, asked });
  return {
    engine,
    access,
    crashes,
    accounts,
    audio,
    recording,
    broadcast,
    editor,
    voice,
    host,
    handlers: { ...asked, ...host.handlers },
    async close() {
      accounts.close();
      voice.close();
      await editor.close();
      await broadcast.close();
      await audio.devices.close();
      await plugins.close();
      await recording.recording.close();
      await engine.close();
      await audio.looseFiles.close();
      crashes.close();
      await audio.fileCleaning.close();
      await recording.takes.close();
      audio.capture.close();
      journal.close();
    },
  };
}

function openJournal(
  { clock, log, dataDir }: CorePorts,
  hub: CoreHub,
  settings: Pick<ReturnType<typeof createSettingsService>, 'read'>,
  engine: EngineService,
) {
  const journal = createJournalService({
    dataDir,
    clock,
    log,
    hidesNames: () => settings.read().privacyMode,
    readFigures: () => engine.liveFigures,
    refreshFigures: () => engine.refreshLiveFigures(),
    onChanged: (today) => hub.emit('journal.onChanged', today),
  });
  hub.subscribe('engine.onStateChanged', (state) => journal.onEngineState(state));
  return journal;
}

/** Levels, chats, captions and changes of devices are looked for only while somebody listens. */
function followDemand(
  hub: CoreHub,
  parts: {
    engine: EngineService;
    devices: { setWantsChanges(isWanted: boolean): void };
    broadcast: { setWantsChat(isWanted: boolean): void };
    voice: { setWantsCaptions(isWanted: boolean): void };
  },
): EventHub<AppContract> {
  const { engine, devices, broadcast, voice } = parts;
  const withLevels = watchDemand(
    watchDemand(hub, 'engine.onLevelsMeasured', (isWanted) => engine.setWantsLevels(isWanted)),
    'capture.onLevelsMeasured',
    (isWanted) => (engine.capture.wantsLevels = isWanted),
  );
  const withTest = watchDemand(withLevels, 'audioTest.onLevelMeasured', (isWanted) => {
    if (!isWanted) engine.endTest();
  });
  const withChat = watchDemand(withTest, 'broadcastAccounts.onChatChanged', (isWanted) =>
    broadcast.setWantsChat(isWanted),
  );
  const withCaptions = watchDemand(withChat, 'captions.onSpoken', (isWanted) =>
    voice.setWantsCaptions(isWanted),
  );
  return watchDemand(withCaptions, ['devices.onChanged', 'devices.onVirtualMicrophoneChanged'], (isWanted) =>
    devices.setWantsChanges(isWanted),
  );
}
