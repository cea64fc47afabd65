import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  CAPTURE_OPTIONS,
  type Capability,
  type EditorSupport,
  type hostContract,
  type HostDescription,
  type HostTrouble,
} from '../../../src-shared/contract/host.ts';
import { VIDEO_CODECS } from '../../../src-shared/contract/takeVideoTracks.ts';
import { CHANNEL_CAPS } from '../../../src-shared/domain/channelCaps.ts';
import { DENOISE_ENGINES, VOICE_ENGINES } from '../../../src-shared/domain/denoise.ts';
import { CLEAN_CONTAINERS } from '../../../src-shared/domain/fileCleaning.ts';
import { PRODUCT_NAME } from '../../../src-shared/domain/product.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { NO_BROWSERS } from '../browsers/index.ts';
import { backendHome, readDamage, reportDamage } from '../../../src-node/databaseDamage/index.ts';
import type { AddonBuild } from '../engine/index.ts';
import { findDiskTrouble } from '../dataDisk/index.ts';
import type { ShowInFolder } from '../ports.ts';

export interface HostServiceOptions {
  runtime: HostDescription['runtime'];
  version: string;
  operatingSystem: string;
  /** Rejects with `ENGINE_UNAVAILABLE` where there is no engine to be had. */
  probeEngine: () => Promise<Pick<AddonBuild, 'echoRefusal'>>;
  pluginHostPath: string;
  /** The window crashed too often: this run has no plug-ins. */
  isSafeMode?: boolean;
  /** As the file manager is asked; without it there is none. */
  showInFolder?: ShowInFolder;
  /** Whether browsers come to this host. */
  hasDoor?: boolean;
  env: NodeJS.ProcessEnv;
  dataDir: string;
  /** Whether the database of the accounts is in it. */
  hasDatabase: () => boolean;
}

/** Says what this host can do, before the screen offers it. */
export function createHostService(options: HostServiceOptions): { handlers: Handlers<typeof hostContract> } {
  const { runtime, version, operatingSystem } = options;
  const findEngine = createEngineFinder(() => options.probeEngine());
  return {
    handlers: {
      'host.readTrouble': () => {
        const damage = options.hasDatabase() ? findDatabaseTrouble(options.dataDir) : null;
        return [findDiskTrouble(options.dataDir), damage].filter((trouble) => trouble !== null);
      },
      async 'host.describe'() {
        const { engine, echoCancellation } = await findEngine();
        const plugins = engine.supported ? findPluginHost(options) : engine;
        return {
          product: PRODUCT_NAME,
          version,
          runtime,
          operatingSystem,
          mode: 'professional',
          channelCaps: CHANNEL_CAPS.professional,
          capabilities: {
            liveCleaning: engine,
            echoCancellation,
            deviceSelection: engine,
            fileCleaning: engine.supported
              ? { supported: true, reads: READABLE_KINDS, writes: [...CLEAN_CONTAINERS] }
              : engine,
            capture: engine.supported
              ? {
                  supported: true,
                  hasMix: true,
                  hasFaders: true,
                  options: [...CAPTURE_OPTIONS],
                  engines: [...DENOISE_ENGINES],
                  hasDefaultSource: false,
                  soundBitsPerSecond: null,
                }
              : engine,
            templates: engine,
            video: {
              supported: true,
              heardBy: 'host',
              cleansVoice: true,
              hasCameraBubble: true,
              codecs: [...VIDEO_CODECS],
            },
            takes: {
              supported: true,
              exports: ['sound', 'video'],
              extracts: ['sound', 'video'],
              hasFolders: true,
            },
            voiceCleaning: engine.supported ? { supported: true, engines: [...VOICE_ENGINES] } : engine,
            broadcast: findFfmpeg('A broadcast'),
            transcripts: findFfmpeg('A transcript'),
            captions: engine,
            plugins,
            editor: withAll(findFfmpeg('The video editor')),
            autoStart: desktopOnly(runtime, 'be started when you log in'),
            tray: desktopOnly(runtime, 'live in the tray'),
            globalShortcuts: desktopOnly(runtime, 'hear keys while another program is in front'),
            captureControl: desktopOnly(runtime, 'keep a small window above all others'),
            pairedBrowsers: options.hasDoor ? { supported: true } : { supported: false, reason: NO_BROWSERS },
            api: { supported: true },
            showInFolder: options.showInFolder
              ? { supported: true }
              : desktopOnly(null, 'open the file manager'),
            pluginWindows: plugins.supported ? findDisplay(options.env) : plugins,
          },
        };
      },
    },
  };
}

/** Whether the engine works, and cancels echo; asked until it once did. */
function createEngineFinder(probe: HostServiceOptions['probeEngine']) {
  let build: Awaited<ReturnType<typeof probe>> | null = null;
  return async (): Promise<Record<'engine' | 'echoCancellation', Capability>> => {
    try {
      build ??= await probe();
      const { echoRefusal: reason } = build;
      return {
        engine: { supported: true },
        echoCancellation: reason === null ? { supported: true } : { supported: false, reason },
      };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const missing: Capability = { supported: false, reason: error.message };
      return { engine: missing, echoCancellation: missing };
    }
  };
}

function findDatabaseTrouble(dataDir: string): HostTrouble | null {
  const folder = backendHome(dataDir);
  const damage = readDamage(folder);
  return damage && { code: 'DATABASE_DAMAGED', folder, freeBytes: null, message: reportDamage(damage) };
}

/** By libsndfile and FFmpeg. */
const READABLE_KINDS = 'WAV, FLAC, MP3, M4A, Ogg, video and more.';

function desktopOnly(runtime: HostDescription['runtime'] | null, what: string): Capability {
  if (runtime === 'electron') return { supported: true };
  return { supported: false, reason: `Only the desktop app can ${what}.` };
}

const IN_SAFE_MODE =
  'SoundDesk runs in safe mode, without plug-ins, since its window crashed three times. Quit and start it again to use them.';

function findPluginHost({ pluginHostPath: path, isSafeMode }: HostServiceOptions): Capability {
  if (isSafeMode) return { supported: false, reason: IN_SAFE_MODE };
  if (existsSync(path)) return { supported: true };
  return {
    supported: false,
    reason:
      'This build has no program that loads VST3 plug-ins. Run "npm start" once: it says what is missing.',
  };
}

/** FFmpeg makes AAC of the engine's mix, which every platform wants, decodes and encodes for the editor, and decodes takes for models of speech. */
function findFfmpeg(what: string): Capability {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (folders.some((folder) => existsSync(join(folder, name)))) return { supported: true };
  return {
    supported: false,
    reason: `${what} needs FFmpeg. Install it (Debian, Ubuntu: sudo apt-get install ffmpeg), then reload.`,
  };
}

const withAll = (capability: Capability): EditorSupport =>
  capability.supported
    ? {
        supported: true,
        hasFolders: true,
        hasSmartCut: true,
        chapterFormats: ['mp4', 'mov', 'webm', 'prores', 'm4a', 'mp3', 'opus'],
        outlivesPage: true,
      }
    : capability;

/** Windows of plug-ins open on the machine that this runs on. */
function findDisplay(env: NodeJS.ProcessEnv): Capability {
  if (process.platform !== 'linux' || env.DISPLAY) return { supported: true };
  return { supported: false, reason: 'This computer has no display to open the window on.' };
}
