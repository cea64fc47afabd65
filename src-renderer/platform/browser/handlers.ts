import { accountsContract, type Accounts } from '../../../src-shared/contract/accounts.ts';
import { apiContract } from '../../../src-shared/contract/api.ts';
import { audioTestContract } from '../../../src-shared/contract/audioTest.ts';
import { browsersContract } from '../../../src-shared/contract/browsers.ts';
import { captionsContract } from '../../../src-shared/contract/captions.ts';
import { captureContract } from '../../../src-shared/contract/capture.ts';
import { cleanContract } from '../../../src-shared/contract/clean.ts';
import type { diagnosticsContract } from '../../../src-shared/contract/diagnostics.ts';
import { ERROR_TEXTS } from '../../../src-shared/contract/errorTexts.ts';
import type { Capability, EditorSupport, HostDescription } from '../../../src-shared/contract/host.ts';
import { PAGE_ENGINES } from './clean/pageEngines.ts';
import type { AppContract } from '../../../src-shared/contract/index.ts';
import type { journalContract } from '../../../src-shared/contract/journal.ts';
import type { keysContract } from '../../../src-shared/contract/keys.ts';
import { licenceContract, type LicenceStatusReport } from '../../../src-shared/contract/licence.ts';
import { looseFilesContract } from '../../../src-shared/contract/looseFiles.ts';
import { openFoldersContract } from '../../../src-shared/contract/openFolders.ts';
import { meetingsContract } from '../../../src-shared/contract/meetings.ts';
import { modelsContract } from '../../../src-shared/contract/models.ts';
import { transcriptsContract } from '../../../src-shared/contract/transcripts.ts';
import type { voiceContract } from '../../../src-shared/contract/voice.ts';
import { videoContract } from '../../../src-shared/contract/video.ts';
import { broadcastContract } from '../../../src-shared/contract/broadcast.ts';
import { broadcastSoundsContract } from '../../../src-shared/contract/broadcastSounds.ts';
import { broadcastAccountsContract } from '../../../src-shared/contract/broadcastAccounts.ts';
import { pluginsContract } from '../../../src-shared/contract/plugins.ts';
import { projectsContract } from '../../../src-shared/contract/projects.ts';
import { rendersContract } from '../../../src-shared/contract/renders.ts';
import type { presetsContract } from '../../../src-shared/contract/presets.ts';
import { recordingContract } from '../../../src-shared/contract/recording.ts';
import { takesContract } from '../../../src-shared/contract/takes.ts';
import { templatesContract } from '../../../src-shared/contract/templates.ts';
import { crashesContract } from '../../../src-shared/contract/crashes.ts';
import { takesFolderContract } from '../../../src-shared/contract/takesFolder.ts';
import { updatesContract } from '../../../src-shared/contract/updates.ts';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { CHANNEL_CAPS } from '../../../src-shared/domain/channelCaps.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import { refuseCall, refuseCalls, type Handlers } from '../../../src-shared/rpc/index.ts';
import { canOpenStrips } from '../../media/sound/openStrip.ts';
import { SOUND_BITS_PER_SECOND } from '../../media/sound/soundEncoding.ts';
import type { BrowserEngine } from './live/liveEngine.ts';
import type { StoredSettings } from './storedSettings.ts';
import { NO_VOICE_CLEANING } from './takes/support.ts';
import type { TakesService } from './takes/takesService.ts';

/** What this web build cannot do, and what can. */
const NO_TEMPLATES =
  'Set-ups under names need the desktop app or the SoundDesk that you start on your own computer.';
const NO_FOLDERS =
  'A web page keeps recordings in the browser’s own storage. Folders need the desktop app or the SoundDesk that you start on your own computer.';
const NO_OWN_ACCOUNTS = 'A web page has no accounts of its own computer.';
const NO_PAIRING = 'This web page is its own host: no browser has to be let in.';
const NO_LICENCE = 'This web page needs no license: an account is enough. The desktop app takes one.';
const NO_LICENCE_STATUS: LicenceStatusReport = {
  state: { kind: 'notNeeded' },
  device: { id: '', name: '', platform: 'linux', keptIn: 'file' },
  serverUrl: null,
  lastContactMs: null,
  contactProblem: null,
  freeTier: { isChosen: false, limitSec: 0, usedSec: 0 },
  limits: null,
};
const NO_UPDATES = {
  address: null,
  reason: 'A web page is always the version that its server has: load it again.',
  checkedAtMs: null,
  newer: null,
  problem: null,
  install: { step: 'unsupported', why: 'desktopOnly' },
} as const;
const NO_PLUGINS =
  'VST3 plug-ins need the desktop app or the SoundDesk that you start on your own computer: a web page cannot load them.';
/** What the user shares, with the sound that the browser gives of it. */
const SHARED_SOUND: AudioDevice = {
  id: 'shared',
  name: 'What is shared',
  type: 'system',
  isDefault: true,
  hostApi: 'browser',
  channels: 2,
  defaultSampleRate: 48_000,
  sampleRates: [],
};
const NO_BROADCAST =
  'A web page alone cannot reach the servers that take a broadcast. The desktop app and the SoundDesk that you start on your own computer can.';
const NO_TRANSCRIPTS =
  'This browser cannot transcribe recordings. Use a newer Chrome, Edge or another Chromium, or the desktop app.';
const NO_CAPTIONS =
  'This browser cannot write live captions. Use a newer Chrome, Edge or another Chromium, or the desktop app.';
const NO_MODELS =
  'This browser keeps no models. Use a newer Chrome, Edge or another Chromium, or the desktop app.';
const NO_VIRTUAL_MICROPHONE =
  'A web page cannot be a microphone for other programs. The desktop app and the SoundDesk that you start on your own computer can.';
const ONE_OUTPUT = 'A browser plays a session to one output. The desktop app can play it to two.';

/** What cleans live, where this browser can. */
export interface BrowserLive {
  engine: BrowserEngine;
  listDevices: () => Promise<AudioDevice[]>;
}

/** A browser that cannot clean live, and why. */
interface NoLive {
  engine: null;
  reason: string;
}

/** What cleans files, where this browser can. */
export interface BrowserClean {
  handlers: Handlers<typeof cleanContract>;
  /** Kinds of file, in words for the user. */
  readableKinds: () => string;
}

/** A browser that cannot clean files, or keeps none, and why. */
interface NoFiles {
  handlers: null;
  reason: string;
}

interface BrowserHandlersOptions {
  accounts: Accounts;
  settings: StoredSettings;
  keys: Handlers<typeof keysContract>;
  voice: Handlers<typeof voiceContract>;
  /** null where this browser keeps no files. */
  models: Handlers<typeof modelsContract> | null;
  /** null where no takes are kept, or this browser cannot decode them. */
  transcripts: Handlers<typeof transcriptsContract> | null;
  /** null where this browser cannot read the studio's channel. */
  captions: Handlers<typeof captionsContract> | null;
  presets: Handlers<typeof presetsContract>;
  journal: Handlers<typeof journalContract>;
  live: BrowserLive | NoLive;
  clean: BrowserClean | NoFiles;
  takes: Pick<TakesService, 'handlers'> | NoFiles;
  /** null where no takes are kept either. */
  editor: Handlers<typeof projectsContract & typeof rendersContract> | null;
  recording:
    | Handlers<typeof recordingContract & typeof videoContract & typeof captureContract>
    | { reason: string };
  audioTest: Handlers<typeof audioTestContract> | null;
  userAgent: string;
  version: string;
}

/** The same answers as the other hosts give, from Web APIs alone. */
export function createBrowserHandlers(
  options: BrowserHandlersOptions,
): Omit<Handlers<AppContract>, keyof typeof diagnosticsContract> {
  const { live, clean, takes, recording } = options;
  const takesReason = takes.handlers ? '' : takes.reason;
  return {
    'host.describe': () => describeHost(options),
    // A store that is full says so when it is written.
    'host.readTrouble': () => [],
    ...refuseCalls(accountsContract, NO_OWN_ACCOUNTS),
    'accounts.read': () => options.accounts,
    'settings.read': () => options.settings.read(),
    'settings.update': (patch) => options.settings.update(patch),
    'settings.reset': () => options.settings.reset(),
    // Reported when it was found: `onProblem` of the store.
    'settings.readDamage': () => null,
    ...liveHandlers(live, 'reason' in recording ? recording.reason : null),
    ...(options.audioTest ?? refuseCalls(audioTestContract, live.engine ? '' : live.reason)),
    ...(clean.handlers ?? refuseCalls(cleanContract, clean.reason)),
    ...(takes.handlers ?? {
      ...refuseCalls(takesContract, takes.reason),
      ...refuseCalls(meetingsContract, takes.reason),
    }),
    ...refuseCalls(takesFolderContract, NO_FOLDERS),
    ...refuseCalls(templatesContract, NO_TEMPLATES),
    ...refuseCalls(updatesContract, NO_UPDATES.reason),
    'updates.read': () => ({ ...NO_UPDATES, version: options.version }),
    'shortcuts.readRefused': () => [],
    'microphoneAccess.read': () => ({ system: 'page', status: 'unknown', canOpenSettings: false }),
    'microphoneAccess.openSettings': refuseCall('A browser asks for itself.'),
    ...refuseCalls(crashesContract, 'A web page keeps no crash reports.'),
    'crashes.list': () => ({ reports: [], isSafeMode: false }),
    ...('reason' in recording
      ? {
          ...refuseCalls(recordingContract, recording.reason),
          ...refuseCalls(videoContract, recording.reason),
          ...refuseCalls(captureContract, recording.reason),
        }
      : recording),
    'interruptions.read': () => ({ takeId: null, interruptions: [] }),
    ...refuseCalls(licenceContract, NO_LICENCE),
    'licence.readStatus': () => NO_LICENCE_STATUS,
    ...refuseCalls(broadcastContract, NO_BROADCAST),
    ...refuseCalls(broadcastSoundsContract, NO_BROADCAST),
    ...(options.transcripts ?? refuseCalls(transcriptsContract, NO_TRANSCRIPTS)),
    ...(options.captions ?? refuseCalls(captionsContract, NO_CAPTIONS)),
    ...(options.models ?? refuseCalls(modelsContract, NO_MODELS)),
    ...refuseCalls(broadcastAccountsContract, NO_BROADCAST),
    ...refuseCalls(pluginsContract, NO_PLUGINS),
    ...(options.editor ?? {
      ...refuseCalls(projectsContract, takesReason),
      ...refuseCalls(rendersContract, takesReason),
    }),
    ...refuseCalls(browsersContract, NO_PAIRING),
    ...refuseCalls(apiContract, ERROR_TEXTS.apiNotInPage),
    ...refuseCalls(looseFilesContract, ERROR_TEXTS.apiNotInPage),
    ...refuseCalls(openFoldersContract, ERROR_TEXTS.apiNotInPage),
    ...options.keys,
    ...options.voice,
    ...options.presets,
    ...options.journal,
  };
}

function describeHost({
  live,
  clean,
  takes,
  recording,
  ...options
}: BrowserHandlersOptions): HostDescription {
  const liveCapability: Capability = live.engine
    ? { supported: true }
    : { supported: false, reason: live.reason };
  return {
    product: PRODUCT_NAME,
    version: options.version,
    runtime: 'browser',
    operatingSystem: options.userAgent,
    mode: 'basic',
    channelCaps: CHANNEL_CAPS.basic,
    capabilities: {
      liveCleaning: liveCapability,
      echoCancellation: liveCapability,
      deviceSelection: liveCapability,
      fileCleaning: clean.handlers
        ? { supported: true, reads: clean.readableKinds(), writes: ['wav'] }
        : { supported: false, reason: clean.reason },
      capture:
        'reason' in recording
          ? { supported: false, reason: recording.reason }
          : {
              supported: true,
              hasMix: false,
              hasFaders: true,
              options: [],
              engines: ['off', 'rnnoise'],
              hasDefaultSource: true,
              soundBitsPerSecond: SOUND_BITS_PER_SECOND,
            },
      video:
        'reason' in recording
          ? { supported: false, reason: recording.reason }
          : {
              supported: true,
              heardBy: 'page',
              codecs: ['vp8'],
              cleansVoice: canOpenStrips(),
              hasCameraBubble: false,
            },
      templates: { supported: false, reason: NO_TEMPLATES },
      takes: takesSupport(takes, clean),
      voiceCleaning:
        clean.handlers && takes.handlers
          ? { supported: true, engines: [...PAGE_ENGINES] }
          : { supported: false, reason: NO_VOICE_CLEANING },
      broadcast: { supported: false, reason: NO_BROADCAST },
      transcripts: options.transcripts ? { supported: true } : { supported: false, reason: NO_TRANSCRIPTS },
      captions: options.captions ? { supported: true } : { supported: false, reason: NO_CAPTIONS },
      plugins: { supported: false, reason: NO_PLUGINS },
      editor: editorSupport(takes),
      autoStart: { supported: false, reason: 'Only the desktop app can be started when you log in.' },
      tray: { supported: false, reason: 'Only the desktop app can live in the tray.' },
      pluginWindows: { supported: false, reason: NO_PLUGINS },
      captureControl: {
        supported: false,
        reason: 'Only the desktop app can keep a small window above all others.',
      },
      pairedBrowsers: { supported: false, reason: NO_PAIRING },
      api: { supported: false, reason: ERROR_TEXTS.apiNotInPage },
      showInFolder: { supported: false, reason: 'Only the desktop app can open the file manager.' },
      globalShortcuts: {
        supported: false,
        reason: 'Only the desktop app can hear keys while another program is in front.',
      },
    },
  };
}

const takesSupport = (
  takes: BrowserHandlersOptions['takes'],
  clean: BrowserHandlersOptions['clean'],
): HostDescription['capabilities']['takes'] =>
  takes.handlers
    ? {
        supported: true,
        exports: clean.handlers ? ['sound', 'files'] : ['files'],
        extracts: 'VideoEncoder' in globalThis ? ['sound', 'video'] : ['sound'],
        hasFolders: false,
      }
    : { supported: false, reason: takes.reason };

/** Its projects lie where takes do. */
const editorSupport = (takes: BrowserHandlersOptions['takes']): EditorSupport =>
  takes.handlers
    ? {
        supported: true,
        hasFolders: false,
        hasSmartCut: false,
        chapterFormats: ['mp4', 'mov', 'webm', 'm4a', 'opus'],
        outlivesPage: false,
      }
    : { supported: false, reason: takes.reason };

type LiveHandlers = Pick<
  Handlers<AppContract>,
  Extract<keyof Handlers<AppContract>, `engine.${string}` | `devices.${string}`>
>;

/** `unheard`: why nothing that is shared is recorded. */
function liveHandlers(live: BrowserLive | NoLive, unheard: string | null): LiveHandlers {
  const systemAudio = {
    'devices.listSystemAudio': unheard === null ? () => [SHARED_SOUND] : refuseCall(unheard),
    'devices.readVirtualMicrophone': () => ({
      support: { supported: false as const, reason: NO_VIRTUAL_MICROPHONE },
      microphone: null,
    }),
    'devices.startVirtualMicrophone': refuseCall(NO_VIRTUAL_MICROPHONE),
    'devices.stopVirtualMicrophone': refuseCall(NO_VIRTUAL_MICROPHONE),
  };
  if (!live.engine) {
    const refuseLive = refuseCall(live.reason);
    return {
      ...systemAudio,
      'devices.listAudio': refuseLive,
      'engine.readState': () => ({ process: 'idle', restarts: 0, lastFailure: null, live: null }),
      'engine.startLive': refuseLive,
      'engine.updateLive': refuseLive,
      'engine.setListening': refuseLive,
      'engine.setMonitor': refuseLive,
      'engine.stopLive': refuseLive,
      'engine.watchScope': refuseLive,
      'engine.watchSpectrum': refuseLive,
      'engine.watchSound': refuseLive,
    };
  }
  const { engine, listDevices } = live;
  return {
    ...systemAudio,
    'devices.listAudio': listDevices,
    'engine.readState': () => engine.state,
    'engine.startLive': (input) => engine.start(input),
    'engine.updateLive': ({ chain, presetId }) => engine.update(chain, presetId),
    'engine.setListening': ({ listening }) => engine.setListening(listening),
    'engine.setMonitor': refuseCall(ONE_OUTPUT),
    'engine.stopLive': () => engine.stop(),
    'engine.watchScope': (_input, { signal }) => engine.tap.scope.read(signal),
    'engine.watchSpectrum': (_input, { signal }) => engine.tap.spectrum.read(signal),
    'engine.watchSound': (_input, { signal }) => engine.tap.readSound(signal),
  };
}
