// Builds what C++ is shared with the page as WebAssembly: `native/video/` as `out/video/kernel.wasm`, for the page and for
// Node, and GTCRN of `native/denoise/` as `out/sound/strong.wasm`, for the page.
//
//   node scripts/build-kernel.mjs
//
// Each file carries the fingerprint of its sources, so that a second run is free and a test can say whose it is.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from './lib/fingerprint.mjs';
import { main, ROOT, runStep, StepError } from './lib/steps.mjs';
import { readStrongModelWeights } from './lib/strongModelWeights.mjs';

export const KERNEL_FILE = 'out/video/kernel.wasm';
const SECTION = 'sounddesk-sources';
const FLAGS = [
  '--target=wasm32',
  '-std=c++20',
  '-O3',
  '-msimd128',
  '-mbulk-memory',
  '-ffreestanding',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-math-errno',
  '-fvisibility=hidden',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-nostdlib',
  '-Wl,--no-entry',
  '-Wl,--stack-first',
  '-Wl,-z,stack-size=262144',
  // Signed addresses stay positive.
  '-Wl,--max-memory=2147483648',
];
const REMEDY =
  'Debian and Ubuntu: sudo apt-get install clang lld. macOS: brew install llvm lld, with its clang++ first in PATH.';

const VIDEO = {
  step: 'Building the video kernel',
  file: KERNEL_FILE,
  made: ['native/video', 'scripts/build-kernel.mjs'],
  flags: ['-Wl,--export=__wasm_call_ctors'],
  /** Its own memory takes the place of the system's. */
  sources: () =>
    ['native/video', 'native/video/wasm']
      .flatMap((folder) => readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`))
      .filter((file) => file.endsWith('.cpp') && file !== 'native/video/memory.cpp'),
};

const STRONG = {
  step: 'Building the strong engine for pages',
  file: 'out/sound/strong.wasm',
  made: [
    ...[
      'gtcrn_weights.hpp',
      'gtcrn_weights.cpp',
      'gtcrn_kernel.hpp',
      'gtcrn_layers.hpp',
      'gtcrn_spectrum.hpp',
    ],
    ...[
      'gtcrn_network.hpp',
      'gtcrn_voice.hpp',
      'lanes_vector.hpp',
      'lanes_curves.hpp',
      'lanes_tables.hpp',
      'page',
    ],
  ]
    .map((name) => `native/denoise/${name}`)
    .concat('scripts/build-kernel.mjs', 'scripts/lib/strongModelWeights.mjs'),
  flags: ['-Iout/sound'],
  sources: () => ['native/denoise/page/strong.cpp', 'native/denoise/gtcrn_weights.cpp'],
  prepare: async () =>
    writeFileSync(path.join(ROOT, 'out/sound/gtcrn_weights.inc'), await readStrongModelWeights()),
};

/** What the video kernel is built from, as one number. */
export const kernelSources = () => fingerprint(VIDEO.made);

/** Builds both unless they are there, of these sources. Returns whether one of them was built. */
export async function buildKernel() {
  const built = await Promise.all([VIDEO, STRONG].map(build));
  return built.some(Boolean);
}

async function build({ step, file: relative, made, flags, sources, prepare }) {
  const stamp = fingerprint(made);
  if (sourcesOf(relative) === stamp) return false;
  const file = path.join(ROOT, relative);
  mkdirSync(path.dirname(file), { recursive: true });
  await prepare?.();
  const fresh = `${file}.${process.pid}`;
  const args = [...FLAGS, ...flags, '-Inative', '-o', fresh, ...sources()];
  await runStep(step, 'clang++', args, { remedy: REMEDY });
  const built = withSection(readFileSync(fresh), SECTION, stamp);
  if (!WebAssembly.validate(built)) throw new StepError(step, 'what came out is no WebAssembly', REMEDY);
  // In one step: who reads meanwhile has the old file or the new one, whole.
  writeFileSync(fresh, built, { mode: 0o644 });
  renameSync(fresh, file);
  return true;
}

/** The fingerprint that a kernel carries; null: there is no such file, or it is no kernel. */
export function sourcesOf(file) {
  try {
    const module = new WebAssembly.Module(readFileSync(path.resolve(ROOT, file)));
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    return section ? Buffer.from(section).toString() : null;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}

/** Appends a custom section: 0, its length, the name with its length, the text. */
function withSection(wasm, name, text) {
  const content = Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from(text)]);
  if (name.length > 127 || content.length > 127) throw new RangeError('This section needs longer numbers.');
  return Buffer.concat([wasm, Buffer.from([0, content.length]), content]);
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(async () => {
    if (!(await buildKernel())) console.log('The kernels of pages are up to date.');
  });
}
