// Builds the video kernel: `native/video/` as WebAssembly, `out/video/kernel.wasm`, for the page and for Node.
//
//   node scripts/build-kernel.mjs
//
// The file carries the fingerprint of its sources, so that a second run is free and a test can say whose it is.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from './lib/fingerprint.mjs';
import { main, ROOT, runStep, StepError } from './lib/steps.mjs';

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
  '-fvisibility=hidden',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-nostdlib',
  '-Wl,--no-entry',
  '-Wl,--export=__wasm_call_ctors',
  '-Wl,--stack-first',
  '-Wl,-z,stack-size=262144',
  // Signed addresses stay positive.
  '-Wl,--max-memory=2147483648',
];
const REMEDY =
  'Debian and Ubuntu: sudo apt-get install clang lld. macOS: brew install llvm lld, with its clang++ first in PATH.';

/** What the kernel is built from, as one number. */
export const kernelSources = () => fingerprint(['native/video', 'scripts/build-kernel.mjs']);

/** Builds the kernel unless it is there, of these sources. */
export async function buildKernel() {
  const sources = kernelSources();
  if (sourcesOf(KERNEL_FILE) === sources) return false;
  const file = path.join(ROOT, KERNEL_FILE);
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  const args = [...FLAGS, '-Inative', '-o', fresh, ...sourceFiles()];
  await runStep('Building the video kernel', 'clang++', args, { remedy: REMEDY });
  const built = withSection(readFileSync(fresh), SECTION, sources);
  if (!WebAssembly.validate(built)) {
    throw new StepError('Building the video kernel', 'what came out is no WebAssembly', REMEDY);
  }
  // In one step: who reads meanwhile has the old file or the new one, whole.
  writeFileSync(fresh, built, { mode: 0o644 });
  renameSync(fresh, file);
  return true;
}

/** Its own memory takes the place of the system's. */
function sourceFiles() {
  const filesOf = (folder) => readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`);
  return [...filesOf('native/video'), ...filesOf('native/video/wasm')].filter(
    (file) => file.endsWith('.cpp') && file !== 'native/video/memory.cpp',
  );
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
    if (!(await buildKernel())) console.log('The video kernel is up to date.');
  });
}
