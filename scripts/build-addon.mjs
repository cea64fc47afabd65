// Builds the native addon (and, when asked, its tests) from `native/` with the libraries of the system.
//
//   node scripts/build-addon.mjs [--tests] [--sanitize=address,undefined|thread]
//
// Steps: wasm2c turns RNNoise's WebAssembly into C, the weights of RNNoise and GTCRN are read for our own kernels,
// cmake-js configures, CMake builds. Nothing is downloaded: the Node-API headers come with npm packages. A stamp over all
// sources makes a second run free.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNoiseModelWeights } from './lib/noiseModelWeights.mjs';
import { readStrongModelWeights } from './lib/strongModelWeights.mjs';

const rootDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const nativeDir = path.join(rootDir, 'native');
const buildDir = path.join(nativeDir, 'build');
/** The models as C and as weights, which are the same for every system. */
export const generatedDir = path.join(buildDir, 'generated');
const require = createRequire(path.join(rootDir, 'package.json'));

/** Packages whose version changes what comes out. */
const packagesInStamp = [
  '@sapphi-red/web-noise-suppressor',
  'wabt',
  'cmake-js',
  'node-addon-api',
  'node-api-headers',
];
const sourceFolders = [
  'rt',
  'dsp',
  'denoise',
  'engine',
  'device',
  'take',
  'video',
  'plugin',
  'sandbox',
  'napi',
  'test',
];

const remedy =
  'Debian and Ubuntu: sudo apt-get install g++ cmake ninja-build pkg-config portaudio19-dev libspeexdsp-dev ' +
  'libsoxr-dev libsndfile1-dev libebur128-dev libasound2-dev libsimde-dev; for plug-ins juce-modules-source-data ' +
  'nlohmann-json3-dev libx11-dev';

/** What brings VST3 plug-ins to a machine where the engine was built without them. */
export const pluginRemedy =
  'Debian and Ubuntu: sudo apt-get install juce-modules-source-data nlohmann-json3-dev libx11-dev. Elsewhere: ' +
  'install nlohmann-json and let VST3_SDK_DIR name a copy of the VST3 SDK. Then build again.';

export const addonPath = path.join(buildDir, 'Release', 'sounddesk.node');
/** The program that loads plug-ins; missing where the VST3 SDK is. */
export const pluginHostPath = path.join(
  buildDir,
  'Release',
  process.platform === 'win32' ? 'sounddesk_plugin_host.exe' : 'sounddesk_plugin_host',
);
export const testsPath = path.join(buildDir, 'sounddesk_tests');

/**
 * Builds `native/build/Release/sounddesk.node` unless it is up to date.
 * Throws an `Error` whose message names the step and the remedy; the tool's own words went to `log` before.
 * @param {{log?: (line: string) => void, tests?: boolean}} [options]
 * @returns {Promise<{built: boolean}>}
 */
export async function buildAddon({ log = console.log, tests = false } = {}) {
  const stamp = await stampOfSources();
  const isAddonFresh = await isUpToDate(addonPath, stamp);
  if (!isAddonFresh) {
    log('Building the audio engine (once, and when its sources change) ...');
    await generateModels(log);
    await configure({ outDir: buildDir, log, extra: {} });
    await compile({ outDir: buildDir, target: 'sounddesk_addon', log });
    const hasPluginHost = await isPluginHostConfigured();
    if (hasPluginHost) await compile({ outDir: buildDir, target: 'sounddesk_plugin_host', log });
    await putInPlace(path.join(buildDir, 'fresh', 'sounddesk.node'), addonPath);
    if (hasPluginHost) {
      await putInPlace(path.join(buildDir, 'fresh', path.basename(pluginHostPath)), pluginHostPath);
    } else {
      await rm(pluginHostPath, { force: true });
      log(`Built without VST3 plug-ins. ${pluginRemedy}`);
    }
    await writeFile(stampPathOf(addonPath), stamp);
    log('The audio engine is built.');
  }
  if (tests && !(await isUpToDate(testsPath, stamp))) {
    log('Building the tests of the audio engine ...');
    // Configured again: the addon may have been built before the tests' library was installed.
    await configure({ outDir: buildDir, log, extra: {} });
    await compile({ outDir: buildDir, target: 'sounddesk_tests', log });
    await writeFile(stampPathOf(testsPath), stamp);
  }
  return { built: !isAddonFresh };
}

/**
 * Builds a bench of `native/bench` after the addon was built, and returns the path of the executable.
 * @param {string} name of its source, e.g. `plugin_bench`
 * @param {{log?: (line: string) => void}} [options]
 */
export async function buildBench(name, { log = console.log } = {}) {
  await configure({ outDir: buildDir, log, extra: {} });
  await compile({ outDir: buildDir, target: `sounddesk_${name}`, log });
  return path.join(buildDir, `sounddesk_${name}`);
}

/**
 * Builds the tests with sanitizers in a folder of their own and returns the path of the executable.
 * @param {string} sanitizers e.g. `address,undefined` or `thread`
 * @param {{log?: (line: string) => void}} [options]
 */
export async function buildSanitizedTests(sanitizers, { log = console.log } = {}) {
  const outDir = path.join(buildDir, `sanitize-${sanitizers.replaceAll(',', '-')}`);
  await generateModels(log);
  await configure({ outDir, log, extra: { SOUNDDESK_SANITIZE: sanitizers } });
  await compile({ outDir, target: 'sounddesk_tests', log });
  return path.join(outDir, 'sounddesk_tests');
}

function stampPathOf(file) {
  return `${file}.stamp`;
}

async function isUpToDate(file, stamp) {
  try {
    await access(file);
    return (await readFile(stampPathOf(file), 'utf8')) === stamp;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Another one when something changes of which the engine is built. */
async function stampOfSources() {
  const hash = createHash('sha256');
  const files = [
    path.join(nativeDir, 'CMakeLists.txt'),
    path.join(nativeDir, 'package.json'),
    fileURLToPath(import.meta.url),
    path.join(rootDir, 'scripts/lib/noiseModelWeights.mjs'),
    path.join(rootDir, 'scripts/lib/strongModelWeights.mjs'),
  ];
  for (const folder of sourceFolders) files.push(...(await filesBelow(path.join(nativeDir, folder))));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  files.forEach((file, index) =>
    hash.update(path.relative(rootDir, file)).update('\0').update(contents[index]),
  );
  for (const name of packagesInStamp) hash.update(`${name}@${(await manifestOf(name)).version}\n`);
  hash.update(`${process.platform} ${process.arch} ${(await manifestOf('.')).version}`);
  // Plug-ins come with these: installed or removed, the stamp is another one.
  for (const file of pluginNeeds()) hash.update((await isThere(file)) ? `${file}\n` : '');
  return hash.digest('hex');
}

function pluginNeeds() {
  const interfaceFile = 'pluginterfaces/vst/ivstcomponent.h';
  const folders = [
    '/usr/share/juce/modules/juce_audio_processors/format_types/VST3_SDK',
    '/usr/share/juce/modules/juce_audio_processors_headless/format_types/VST3_SDK',
  ];
  if (process.env.VST3_SDK_DIR) folders.unshift(process.env.VST3_SDK_DIR);
  return [
    ...folders.map((folder) => path.join(folder, interfaceFile)),
    '/usr/include/nlohmann/json.hpp',
    '/usr/include/X11/Xlib.h',
  ];
}

async function isThere(file) {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
    throw error;
  }
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** The package.json of an installed package, or of the project for `.`; read by path, since some hide it. */
export async function manifestOf(name) {
  const folder = name === '.' ? rootDir : path.join(rootDir, 'node_modules', name);
  try {
    return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  } catch (error) {
    throw new Error(`The package ${name} is not installed. Run: npm ci`, { cause: error });
  }
}

const modelDir = path.join(rootDir, 'node_modules/@sapphi-red/web-noise-suppressor/dist');

/**
 * RNNoise as the browser loads it. It comes in two builds: the scalar one adds in another order than the SIMD one and
 * differs in the last bits. One translation per instruction set, under names of its own, so that both can be linked
 * into one library.
 */
const rnnoiseModule = path.join(modelDir, 'rnnoise_simd.wasm');
const translations = ['rnbaseline', 'rnavx2'];

/** Writes them there, and leaves alone what is as it was. */
export async function generateModels(log) {
  const fresh = path.join(generatedDir, 'fresh');
  await mkdir(fresh, { recursive: true });
  for (const name of translations) await translate({ name, fresh, log });
  const write = async (name, text) => replaceIfChanged(path.join(generatedDir, name), text);
  await write('rnnoise_weights.inc', await readNoiseModelWeights(rnnoiseModule));
  await write('gtcrn_weights.inc', await readStrongModelWeights());
}

async function translate({ name, fresh, log }) {
  const wasm2c = path.join(rootDir, 'node_modules/wabt/bin/wasm2c');
  const freshFile = path.join(fresh, `${name}.c`);
  const file = path.join(generatedDir, `${name}.c`);
  await run(process.execPath, [wasm2c, rnnoiseModule, '-n', name, '-o', freshFile], {
    log,
    step: 'Translating the noise model',
  });
  const source = await readFile(freshFile, 'utf8');
  await replaceIfChanged(file, withWholeConversions(withCheapBoundsChecks(source)));
  await replaceIfChanged(file.replace(/c$/, 'h'), await readFile(freshFile.replace(/c$/, 'h'), 'utf8'));
}

/** Leaves an unchanged file alone, so that its 20 s of compiling are not spent again. */
async function replaceIfChanged(file, text) {
  const before = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (before !== text) await writeFile(file, text);
}

/**
 * The memory has a constant size (`wasm-rt.h`), so a check compares with a constant instead of reloading the
 * size after every store; and reads whose value is not needed may be left out, which the translation forbids
 * only so that guard pages see them.
 */
function withCheapBoundsChecks(source) {
  const edits = [
    [
      'if (UNLIKELY(a + (uint64_t)sizeof(t) > mem->size))',
      'if (UNLIKELY(a + (uint64_t)sizeof(t) > SD_WASM_MEMORY_BYTES))',
    ],
    ['#define FORCE_READ_INT(var) __asm__("" ::"r"(var));', '#define FORCE_READ_INT(var)'],
    ['#define FORCE_READ_FLOAT(var) __asm__("" ::"r"(var));', '#define FORCE_READ_FLOAT(var)'],
    ['#define SIMD_FORCE_READ(var) __asm__("" ::"x"(var));', '#define SIMD_FORCE_READ(var)'],
    ['#define SIMD_FORCE_READ(var) __asm__("" ::"w"(var));', '#define SIMD_FORCE_READ(var)'],
  ];
  return edits.reduce((text, [from, to]) => {
    if (!text.includes(from))
      throw new Error(`wasm2c writes other C than expected (no "${from}"). Run: npm ci`);
    return text.replace(from, to);
  }, source);
}

/**
 * The weights are bytes; the module turns four of them into floats lane by lane (take out, convert, put in),
 * which V8 and C compilers translate literally. Two instructions do the same to all four: a third off the
 * whole model's time, with the same samples. Code that looks otherwise is left as it is, just slower.
 */
function withWholeConversions(source) {
  const firstLane =
    '(var_l\\d+) = (var_o\\d);\\s+(var_i\\d) = v128_i16x8_extract_lane\\(\\2, 0\\);\\s+' +
    '(var_f\\d) = \\(f32\\)\\(s32\\)\\(\\3\\);\\s+\\2 = simde_wasm_f32x4_splat\\(\\4\\);\\s+';
  const otherLane = (lane) =>
    `var_o\\d = \\1;\\s+var_i\\d = v128_i16x8_extract_lane\\(var_o\\d, ${lane}\\);\\s+` +
    `var_f\\d = \\(f32\\)\\(s32\\)\\(var_i\\d\\);\\s+\\2 = v128_f32x4_replace_lane\\(\\2, ${lane}, var_f\\d\\);\\s+`;
  const pattern = new RegExp(firstLane + otherLane(1) + otherLane(2) + otherLane(3), 'g');
  const whole =
    '$1 = $2;\n    $2 = simde_wasm_f32x4_convert_i32x4(simde_wasm_i32x4_extend_low_i16x8($2));\n    ';
  return source.replace(pattern, whole);
}

async function configure({ outDir, log, extra }) {
  const options = {
    SOUNDDESK_GENERATED_DIR: generatedDir,
    SOUNDDESK_VERSION: (await manifestOf('.')).version,
    ...extra,
  };
  await rm(path.join(outDir, 'CMakeCache.txt'), { force: true });
  const args = [
    require.resolve('cmake-js/bin/cmake-js'),
    'configure',
    '-d',
    nativeDir,
    '-O',
    outDir,
    '-B',
    'Release',
  ];
  // The Node-API headers do not depend on a version of Node; named, so that cmake-js downloads none.
  for (const [name, value] of Object.entries(options)) args.push(`--CD${name}=${value}`);
  await run(process.execPath, args, { log, step: 'Configuring the audio engine' });
}

/** Whether CMake found what the plug-in host needs; it says so in its cache. */
async function isPluginHostConfigured() {
  const cache = await readFile(path.join(buildDir, 'CMakeCache.txt'), 'utf8');
  return ['SOUNDDESK_VST3_DIR', 'SOUNDDESK_JSON_DIR'].every((name) => {
    const value = new RegExp(`^${name}:PATH=(.*)$`, 'm').exec(cache)?.[1]?.trim();
    return Boolean(value) && !value.endsWith('-NOTFOUND');
  });
}

async function compile({ outDir, target, log }) {
  const args = ['--build', outDir, '--config', 'Release', '--target', target, '--parallel', '2'];
  await run('cmake', args, { log, step: 'Compiling the audio engine' });
}

/** In one step, so that a program that starts meanwhile finds the old file or the new one, whole. */
async function putInPlace(built, file) {
  const copy = `${file}.new`;
  await mkdir(path.dirname(file), { recursive: true });
  await copyFile(built, copy);
  await rename(copy, file);
}

/** Runs a tool quietly; what it said is shown only when it failed. */
function run(command, args, { log, step }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: rootDir, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) =>
      reject(new Error(`${step} failed: ${error.message}. ${remedy}`, { cause: error })),
    );
    child.on('close', (code) => {
      if (code === 0) return resolve();
      log(output.trimEnd().split('\n').slice(-40).join('\n'));
      reject(new Error(`${step} failed. ${remedy}`));
    });
  });
}

async function main(args) {
  const sanitize = args.find((arg) => arg.startsWith('--sanitize='))?.slice('--sanitize='.length);
  if (sanitize) {
    console.log(await buildSanitizedTests(sanitize));
    return;
  }
  const { built } = await buildAddon({ tests: args.includes('--tests') });
  if (!built) console.log('The audio engine is up to date.');
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
