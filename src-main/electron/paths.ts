import fs from 'node:fs';
import path from 'node:path';
import type { SpeechPrograms } from '../services/speech/index.ts';

/** Where the built parts lie, from the folder of the built entry (`out/electron`). */
export interface AppPaths {
  rendererRoot: string;
  preload: string;
  engineEntry: string;
  renderEntry: string;
  speechEntry: string;
  speechPrograms: SpeechPrograms;
  /** The arithmetic of the video editor's frames. */
  kernel: string;
  backendEntry: string;
  /** Migrations, and in a package also the database's programs. */
  backendParts: string;
  addon: string;
  trayIcon: string;
}

/**
 * The layout is the same in a checkout and in a package. A shared library can't be loaded from an
 * archive, so the packager puts the addon beside it, and there it is named (`asarUnpack`).
 */
export function appPaths(entryDir: string, platform: NodeJS.Platform): AppPaths {
  const appRoot = path.resolve(entryDir, '../..');
  const isPacked = appRoot.endsWith('app.asar');
  const unpackedRoot = appRoot.replace(/app\.asar$/, 'app.asar.unpacked');
  return {
    rendererRoot: path.join(appRoot, 'out/renderer'),
    preload: path.join(appRoot, 'out/preload/preload.cjs'),
    engineEntry: path.join(appRoot, 'out/electron/engine.js'),
    renderEntry: path.join(appRoot, 'out/electron/render.js'),
    speechEntry: path.join(appRoot, 'out/electron/speech.js'),
    speechPrograms: {
      whisperPath: findWhisper(isPacked ? path.join(appRoot, '../speech') : appRoot),
      onnxDir: findDir(
        path.join(appRoot, isPacked ? '../onnx' : 'node_modules/onnxruntime-web/dist'),
        'ort-wasm-simd-threaded.wasm',
      ),
      translatorDir: findDir(
        path.join(appRoot, isPacked ? '../translator' : 'node_modules/@browsermt/bergamot-translator/worker'),
        'bergamot-translator-worker.wasm',
      ),
    },
    kernel: path.join(appRoot, 'out/video/kernel.wasm'),
    backendEntry: path.join(appRoot, 'out/electron/backend.js'),
    // Programs cannot be started from inside an archive: the packager puts them beside it (`extraResources`).
    backendParts: isPacked ? path.join(appRoot, '../backend') : path.join(appRoot, 'supabase'),
    addon: path.join(unpackedRoot, 'native/build/Release/sounddesk.node'),
    trayIcon: path.join(appRoot, 'out/electron', trayIconName(platform)),
  };
}

function findWhisper(root: string): string | null {
  const name = `@fugood/node-whisper-${process.platform}-${process.arch}`;
  const places = [path.join(root, 'index.node'), path.join(root, 'node_modules', name, 'index.node')];
  return places.find((place) => fs.existsSync(place)) ?? null;
}

/** Where a program lies; null: it is not installed. */
const findDir = (dir: string, program: string): string | null =>
  fs.existsSync(path.join(dir, program)) ? dir : null;

/** Throws where a part is missing without which no screen can be shown; the engine reports its own. */
export function assertInstalled({ rendererRoot, preload }: AppPaths): void {
  for (const file of [path.join(rendererRoot, 'index.html'), preload]) {
    if (!fs.existsSync(file)) {
      throw new Error(`${file} is missing. Install SoundDesk again; your data stays.`);
    }
  }
}

/** macOS colours a file whose name ends in `Template` itself; Linux desktops scale theirs down. */
function trayIconName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'trayTemplate.png';
  return platform === 'win32' ? 'tray.png' : 'trayLarge.png';
}
