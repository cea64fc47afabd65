import type { Accounts } from '../../../src-shared/contract/accounts.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../../src-shared/contract/index.ts';
import { captionsContract } from '../../../src-shared/contract/captions.ts';
import { projectsContract } from '../../../src-shared/contract/projects.ts';
import { rendersContract } from '../../../src-shared/contract/renders.ts';
import { transcriptsContract, type TranscriptJob } from '../../../src-shared/contract/transcripts.ts';
import { learnRoom } from '../../../src-shared/domain/roomLearning.ts';
import { createJournal, type Journal } from '../../../src-shared/handlers/journal.ts';
import type { SessionFigures } from '../../../src-shared/domain/journalPeriod.ts';
import { createKeysService } from '../../../src-shared/handlers/keys.ts';
import { createPresetHandlers } from '../../../src-shared/handlers/presets.ts';
import type { TranscriptsService } from '../../../src-shared/handlers/transcripts/index.ts';
import type { VoiceService } from '../../../src-shared/handlers/voice/index.ts';
import {
  createEventHub,
  createRouter,
  watchDemand,
  type EventHub,
  type Router,
} from '../../../src-shared/rpc/index.ts';
import type { BrowserCaptions } from './captions/index.ts';
import { BrowserCapture } from './capture/index.ts';
import { createCleanClient } from './clean/cleanClient.ts';
import { createBrowserFileCleaning, type FileSupport } from './clean/fileCleaning.ts';
import type { BrowserEditor } from './editor/index.ts';
import { createBrowserDiagnostics, createPageLog, type PageLog } from './diagnostics.ts';
import { createBrowserHandlers, type BrowserClean, type BrowserLive } from './handlers.ts';
import { createBrowserAudioTest, type BrowserAudioTest } from './audioTest.ts';
import type { AudioSupport, BrowserAudio } from './live/browserAudio.ts';
import { createDeviceList } from './live/deviceList.ts';
import { BrowserEngine } from './live/liveEngine.ts';
import { loadNoiseModel, loadStrongModel } from '../../media/chain/noiseModel.ts';
import { takeTabLock } from './live/tabLock.ts';
import { createBrowserRecording } from './recording/index.ts';
import { missingForRecording } from './recording/support.ts';
import { lazyHandlers } from './lazyHandlers.ts';
import { createLocalSpeech } from './localSpeech.ts';
import { createBrowserJournalStore } from './storedJournal.ts';
import { createBrowserVoice } from './voice.ts';
import { createBrowserKeyStore, isStoredKey } from './storedKeys.ts';
import { createBrowserPresetStore, PRESETS_KEY } from './storedPresets.ts';
import { createStoredSettings, type StoredSettings } from './storedSettings.ts';
import type { TakesSupport } from './takes/support.ts';
import { createTakesService, type TakesService } from './takes/takesService.ts';

export interface BrowserHostOptions {
  accounts: Accounts;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  sound: AudioSupport;
  files: FileSupport;
  takes: TakesSupport;
  userAgent: string;
  version: string;
  nowMs: () => number;
  createId: () => string;
  /** Hears what no call can answer. */
  onProblem: (error: RpcFailure) => void;
  /** Hears failures that are nobody's input. */
  log: (message: string, error: unknown) => void;
}

export interface BrowserHost {
  router: Router;
  /** Another tab of this browser changed something: this one follows. */
  onStorageEvent: (event: Pick<StorageEvent, 'key'>) => void;
  /** The tab is being closed: what was done so far is kept. */
  onPageHide: () => void;
  close(): void;
}

/** A host made of a browser's own means. */
export function createBrowserHost(given: BrowserHostOptions): BrowserHost {
  const pageLog = createPageLog(given.nowMs);
  const options = withPageLog(given, pageLog);
  const { storage, sound, nowMs, log } = options;
  const events = createEventHub<AppContract>();
  const local = openLocalSpeech(options, events);
  const notify = (message: string) => options.onProblem({ code: 'INTERNAL', message, retryable: false });
  const settings = createStoredSettings({
    storage,
    onChanged: (changed) => events.emit('settings.onChanged', changed),
    onProblem: notify,
  });
  const keys = createKeysService({
    store: createBrowserKeyStore(storage),
    log,
    onChanged: (state) => events.emit('keys.onChanged', state),
  });
  const presets = createPresetHandlers({
    store: createBrowserPresetStore(storage),
    nowMs,
    createId: options.createId,
    onChanged: (list) => events.emit('presets.onChanged', list),
  });
  const journal = openJournal(options, events, notify, {
    readFigures: () => live?.engine.figures ?? null,
    hidesNames: () => settings.read().privacyMode,
  });
  const live = sound.audio ? openLive(options, sound.audio, events, journal, settings) : null;
  const cleaning = options.files.supported ? openFileCleaning(options, events) : null;
  const voice = createBrowserVoice({
    ...options,
    offline: local.offline,
    readKey: (provider) => keys.readKey(provider),
    onChanged: (state) => events.emit('voice.onChanged', state),
  });
  const kept = options.takes.supported ? openKept(options, options.takes, events, voice) : null;
  const { takes, studio, captions } = kept ?? NOTHING_KEPT;
  const handlers = createBrowserHandlers({
    ...options,
    settings,
    keys: keys.handlers,
    voice: voice.handlers,
    models: local.models,
    presets: presets.handlers,
    journal: journal.handlers,
    audioTest: live?.test.handlers ?? null,
    live: live ?? { engine: null, reason: sound.audio ? '' : sound.reason },
    clean: cleaning ?? { handlers: null, reason: options.files.supported ? '' : options.files.reason },
    recording: studio?.handlers ?? { reason: missingForRecording() ?? (sound.audio ? '' : sound.reason) },
    ...handlersOf(kept ?? NOTHING_KEPT),
    takes: takes ?? { handlers: null, reason: options.takes.supported ? '' : options.takes.reason },
  });
  const router = createRouter({
    contract: appContract,
    handlers: { ...handlers, ...createBrowserDiagnostics({ asked: handlers, nowMs, log: pageLog }) },
    // Without a reader they end.
    events: watchDemand(events, 'captions.onSpoken', (isWanted) => captions?.setWanted(isWanted)),
    protocolVersion: PROTOCOL_VERSION,
    log: ({ correlationId, name, error }) => log(`${name} (${correlationId})`, error),
    createCorrelationId: options.createId,
  });
  return {
    router,
    onStorageEvent(event) {
      settings.onStorageEvent(event);
      studio?.capture.onStorageEvent(event);
      if (event.key === PRESETS_KEY) presets.readAnew();
      const unread = (error: unknown) => log('the keys could not be read', error);
      if (isStoredKey(event.key)) keys.announce().catch(unread);
    },
    onPageHide: () => journal.close(),
    close() {
      live?.close();
      cleaning?.close();
      kept?.close();
      journal.close();
      router.close();
    },
  };
}

const NOTHING_KEPT = { takes: null, editor: null, studio: null, transcripts: null, captions: null };

const handlersOf = ({
  editor,
  transcripts,
  captions,
}: ReturnType<typeof openKept> | typeof NOTHING_KEPT) => ({
  editor: editor?.handlers ?? null,
  transcripts: transcripts?.handlers ?? null,
  captions: captions?.handlers ?? null,
});

/** All that needs files of this browser: takes, what records them, their transcripts, and the editor. */
function openKept(
  options: BrowserHostOptions,
  support: Extract<BrowserHostOptions['takes'], { supported: true }>,
  events: EventHub<AppContract>,
  voice: VoiceService,
) {
  const takes = openTakes(options, support, events);
  const editor = openEditor(options, support, takes, events);
  const studio = openStudio(options, support.locks, takes, events);
  const transcripts = openTranscripts(options, support, { takes, voice, events });
  const captions = studio && openCaptions(options, support, { capture: studio.capture, voice, events });
  return {
    takes,
    editor,
    studio,
    transcripts,
    captions,
    close(): void {
      transcripts?.close();
      captions?.close();
      studio?.capture.close();
      editor.close();
      takes.close();
    },
  };
}

function openTakes(
  { files, nowMs, createId }: BrowserHostOptions,
  support: Extract<BrowserHostOptions['takes'], { supported: true }>,
  events: EventHub<AppContract>,
): TakesService {
  return createTakesService({
    support,
    nowMs,
    createId,
    voiceCleaner: files.supported
      ? {
          clients: Array.from({ length: cleaningWorkers() }, createCleanClient),
          loadModel: loadNoiseModel,
          loadStrongModel,
          createId,
        }
      : null,
    onChanged: (id) => events.emit('takes.onChanged', { id }),
    onProgressed: seldom(nowMs, (id, done) => events.emit('takes.onProgressed', { id, done })),
  });
}

/** Work that is done piece by piece says so with each: a screen that is drawn for each of them has no time left. */
function seldom(
  nowMs: () => number,
  report: (id: string, done: number) => void,
): (id: string, done: number) => void {
  let lastMs = -Infinity;
  return (id, done) => {
    if (done < 1 && nowMs() - lastMs < PROGRESS_EVERY_MS) return;
    lastMs = nowMs();
    report(id, done);
  };
}
const PROGRESS_EVERY_MS = 100;

/** Read with its first call: few pages edit. */
function openEditor(
  { nowMs, createId, log }: BrowserHostOptions,
  { storage, locks }: Extract<BrowserHostOptions['takes'], { supported: true }>,
  takes: TakesService,
  events: EventHub<AppContract>,
) {
  let opened: Promise<BrowserEditor> | null = null;
  const open = async () => {
    const { createBrowserEditor } = await import('./editor/index.ts');
    return createBrowserEditor({
      ...{ storage, locks, nowMs, createId, log, takes: takes.reader },
      onChanged: (id) => events.emit('projects.onChanged', { id }),
      onTakenOver: (id, session) => events.emit('projects.onTakenOver', { id, session }),
      onRenderProgressed: (job) => events.emit('renders.onProgressed', job),
      onRendersChanged: (jobs) => events.emit('renders.onChanged', jobs),
    });
  };
  return {
    handlers: lazyHandlers({ ...projectsContract, ...rendersContract }, async () => {
      opened ??= open();
      opened.catch(() => (opened = null));
      return (await opened).handlers;
    }),
    close(): void {
      void opened?.then((editor) => editor.close());
    },
  };
}

/** Read with its first call. null where this browser decodes no sound piece by piece. */
function openTranscripts(
  { nowMs, log }: BrowserHostOptions,
  { storage, locks }: Extract<BrowserHostOptions['takes'], { supported: true }>,
  { takes, voice, events }: { takes: TakesService; voice: VoiceService; events: EventHub<AppContract> },
) {
  if (!('AudioDecoder' in globalThis)) return null;
  let opened: Promise<TranscriptsService> | null = null;
  const open = async () => {
    const { createBrowserTranscripts } = await import('./transcripts/index.ts');
    const onProgressed = (job: TranscriptJob) => events.emit('transcripts.onProgressed', job);
    return createBrowserTranscripts({ storage, locks, takes, voice, nowMs, log, onProgressed });
  };
  return {
    handlers: lazyHandlers(transcriptsContract, async () => {
      opened ??= open();
      opened.catch(() => (opened = null));
      return (await opened).handlers;
    }),
    close(): void {
      void opened?.then((transcripts) => transcripts.close());
    },
  };
}

/** Read with its first call. */
function openCaptions(
  { nowMs, createId, log }: BrowserHostOptions,
  { storage, locks }: Extract<BrowserHostOptions['takes'], { supported: true }>,
  { capture, voice, events }: { capture: BrowserCapture; voice: VoiceService; events: EventHub<AppContract> },
) {
  let opened: Promise<BrowserCaptions> | null = null;
  let takeId: string | null = null;
  events.subscribe('recording.onStateChanged', ({ take }) => (takeId = take?.id ?? null));
  const open = async () => {
    const { createBrowserCaptions } = await import('./captions/index.ts');
    return createBrowserCaptions({
      ...{ storage, locks, capture, events, createId, nowMs, log },
      runningTake: () => takeId,
      openEngine: voice.openCaptions,
    });
  };
  return {
    handlers: lazyHandlers(captionsContract, async () => {
      opened ??= open();
      opened.catch(() => (opened = null));
      return (await opened).handlers;
    }),
    setWanted: (isWanted: boolean) => void opened?.then((captions) => captions.setWanted(isWanted)),
    close: () => void opened?.then((captions) => captions.close()),
  };
}

/** Nothing where this browser keeps no files. */
const openLocalSpeech = (
  { storage: settings, takes, log }: BrowserHostOptions,
  events: EventHub<AppContract>,
) =>
  takes.supported
    ? createLocalSpeech({
        ...{ storage: takes.storage, settings, log },
        onChanged: (state) => events.emit('models.onChanged', state),
      })
    : { models: null, offline: null };

/** Voices that are cleaned at once. */
const cleaningWorkers = () => Math.max(1, Math.min(4, navigator.hardwareConcurrency));

/** Reported problems are in the diagnostics as well. */
function withPageLog(options: BrowserHostOptions, pageLog: PageLog): BrowserHostOptions {
  return {
    ...options,
    onProblem(error) {
      pageLog.add(`${error.code}: ${error.message}`);
      options.onProblem(error);
    },
    log(message, error) {
      pageLog.add(message, error);
      options.log(message, error);
    },
  };
}

function openLive(
  options: BrowserHostOptions,
  audio: BrowserAudio,
  events: EventHub<AppContract>,
  journal: Journal,
  settings: StoredSettings,
): BrowserLive & { test: BrowserAudioTest; close(): void } {
  const engine = new BrowserEngine({
    audio,
    loadModel: loadNoiseModel,
    nowMs: options.nowMs,
    onStateChanged(state) {
      journal.onEngineState(state);
      test.onLiveChanged(state.live?.inputDevice.name ?? null);
      events.emit('engine.onStateChanged', state);
    },
    onLevelsMeasured(levels) {
      test.onLiveLevel(levels.inputPeakDb);
      events.emit('engine.onLevelsMeasured', levels);
    },
    room: {
      get isLearning() {
        return settings.read().adaptiveLearning;
      },
      thresholdDb: (deviceId) => settings.read().learnedRooms[deviceId]?.thresholdDb ?? null,
      onHeard(deviceId, thresholdDb) {
        const { learnedRooms, updateFrequency } = settings.read();
        const learned = learnRoom(learnedRooms, { deviceId, thresholdDb }, updateFrequency, options.nowMs());
        if (learned === learnedRooms) return;
        try {
          settings.update({ learnedRooms: learned });
        } catch (error) {
          options.log('what was learned of a room could not be kept', error);
        }
      },
    },
    log: options.log,
  });
  const devices = createDeviceList({
    mediaDevices: audio.mediaDevices,
    canChooseOutput: audio.canChooseOutput,
    onChanged(list) {
      events.emit('devices.onChanged', list);
      engine.onDevicesChanged(list);
    },
    onProblem: (error) => options.onProblem(error.toFailure()),
  });
  const test = createBrowserAudioTest({
    audio,
    onStateChanged: (state) => events.emit('audioTest.onStateChanged', state),
    onLevelMeasured: (level) => events.emit('audioTest.onLevelMeasured', level),
    log: options.log,
  });
  return {
    engine,
    test,
    listDevices: () => devices.list(),
    close() {
      devices.close();
      test.end();
      engine.stop().catch((error: unknown) => options.log('the live session could not be closed', error));
    },
  };
}

/** The channels and the recorder of a page; null where this browser cannot record. */
function openStudio(
  options: BrowserHostOptions,
  locks: LockManager,
  takes: TakesService,
  events: EventHub<AppContract>,
) {
  const { audio } = options.sound;
  if (!audio || missingForRecording() !== null) return null;
  const { createId, log, nowMs, storage } = options;
  const capture = new BrowserCapture({
    storage,
    nowMs,
    events,
    log,
    mediaDevices: audio.mediaDevices,
    permissions: audio.permissions,
    onProblem: (message) => options.onProblem({ code: 'INTERNAL', message, retryable: false }),
  });
  const recording = createBrowserRecording({ locks, createId, wallMs: nowMs, takes, capture, events, log });
  return { capture, handlers: { ...capture.handlers, ...recording } };
}

function openFileCleaning(
  { files, createId }: BrowserHostOptions,
  events: EventHub<AppContract>,
): BrowserClean & { close(): void } {
  const cleaning = createBrowserFileCleaning({
    loadModel: loadNoiseModel,
    loadStrongModel,
    createId,
    onProgressed: (progress) => events.emit('clean.onProgressed', progress),
  });
  return { ...cleaning, readableKinds: files.supported ? files.readableKinds : () => '' };
}

function openJournal(
  { storage, sound, nowMs, log }: BrowserHostOptions,
  events: EventHub<AppContract>,
  onProblem: (message: string) => void,
  reading: { readFigures: () => SessionFigures | null; hidesNames: () => boolean },
): Journal {
  const store = createBrowserJournalStore({ storage, onProblem });
  const journal = createJournal({
    store,
    nowMs,
    repeat(intervalMs, tick) {
      const timer = setInterval(tick, intervalMs);
      return () => clearInterval(timer);
    },
    log: { error: log },
    ...reading,
    refreshFigures: () => Promise.resolve(),
    onChanged: (today) => events.emit('journal.onChanged', today),
  });
  adoptCheckpoint(store, sound.audio?.locks).catch((error: unknown) =>
    log('what a closed tab left could not be taken in', error),
  );
  return journal;
}

/** Only where no other tab is at it. */
async function adoptCheckpoint(
  store: { adoptCheckpoint(): void },
  locks: LockManager | undefined,
): Promise<void> {
  const release = await takeTabLock(locks);
  if (!release) return;
  store.adoptCheckpoint();
  release();
}
