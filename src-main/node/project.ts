import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pluginHostBeside } from '../services/engine/index.ts';
import type { SpeechPrograms } from '../services/speech/index.ts';
import { programPath } from './programs.ts';

/** Where the parts of this installation lie. */
export const PROJECT_DIR = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const RENDERER_DIR = join(PROJECT_DIR, 'out', 'renderer');
export const ADDON_PATH = join(PROJECT_DIR, 'native', 'build', 'Release', 'sounddesk.node');
/** The arithmetic of the video editor's frames. */
export const KERNEL_PATH = join(PROJECT_DIR, 'out', 'video', 'kernel.wasm');
/** The one program that loads plug-ins. */
export const PLUGIN_HOST_PATH = pluginHostBeside(ADDON_PATH);
export const RENDER_ENTRY = programPath(PROJECT_DIR, 'render');
export const SPEECH_ENTRY = programPath(PROJECT_DIR, 'speech');
export const ENGINE_ENTRY = programPath(PROJECT_DIR, 'engine');
export const BACKEND_ENTRY = programPath(PROJECT_DIR, 'backend');
/** What the backend is made of: migrations, functions. */
export const BACKEND_PARTS = join(PROJECT_DIR, 'supabase');
/** Whether this is an installed package, which carries its own Node beside the programs (scripts/package-debian.mjs). */
export const IS_INSTALLED_PACKAGE = process.execPath === join(PROJECT_DIR, 'node');

/** What reads models of speech and translation. */
export function findSpeechPrograms(): SpeechPrograms {
  const dirOf = (file: string) => {
    const found = findInstalled(file);
    return found && dirname(found);
  };
  return {
    whisperPath: findInstalled(`@fugood/node-whisper-${process.platform}-${process.arch}`),
    onnxDir: dirOf('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
    translatorDir: dirOf('@browsermt/bergamot-translator/worker/bergamot-translator-worker.wasm'),
  };
}

function findInstalled(file: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch {
    return null;
  }
}

export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
