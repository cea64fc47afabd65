import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { generateModels, generatedDir, manifestOf } from '../../build-addon.mjs';
import { ROOT, runStep } from '../steps.mjs';
import { CMAKE_ARGUMENTS, environmentOf } from './libraries.mjs';

const REMEDY = 'The end of the log names the source file and the line.';

/** As CMake has them. */
const SYSTEM_LIBRARIES =
  '-lkernel32 -luser32 -lgdi32 -lwinspool -lshell32 -lole32 -loleaut32 -luuid -lcomdlg32 -ladvapi32';

/** What is built of `native/`, by its names in CMake. */
const PROGRAMS = ['sounddesk_addon', 'sounddesk_plugin_host', 'sounddesk_take_driver'];
const TARGETS = [...PROGRAMS, 'sounddesk_test_plugins'];
/** Two plug-ins, and nothing that makes the same samples quicker. */
const SHORT_TARGETS = [...PROGRAMS, 'test_plugin_SD_Test', 'test_plugin_SD_Crash_After_Blocks'];
const SHORT_FLAGS = '-O1 -DNDEBUG';
const SHORT_OPTIONS = {
  SOUNDDESK_SHORT: 'ON',
  CMAKE_C_FLAGS_RELEASE: SHORT_FLAGS,
  CMAKE_CXX_FLAGS_RELEASE: SHORT_FLAGS,
};

/**
 * Builds the engine with the libraries of `prefix`, and answers where it is. With `hasTests` also the native suite, which takes as
 * long again; `isShort`: in a quarter of the time, for a few files.
 */
export async function buildEngine(cache, prefix, { hasTests = false, isShort = false }) {
  const build = path.join(cache, 'native');
  mkdirSync(build, { recursive: true });
  const env = environmentOf(prefix);
  await generateModels(() => undefined);
  await runStep(
    'Configure the engine for Windows',
    'cmake',
    await configureArguments(build, prefix, isShort),
    {
      env,
      remedy: REMEDY,
    },
  );
  const targets = isShort ? SHORT_TARGETS : hasTests ? [...TARGETS, 'sounddesk_tests'] : TARGETS;
  const args = ['--build', build, '--parallel', String(availableParallelism()), '--target', ...targets];
  await runStep('Compile the engine for Windows', 'cmake', args, { env, remedy: REMEDY });
  return { ...partsOf(build), isShort };
}

function partsOf(build) {
  return {
    addon: path.join(build, 'fresh/sounddesk.node'),
    pluginHost: path.join(build, 'fresh/sounddesk_plugin_host.exe'),
    plugins: path.join(build, 'test-plugins'),
    tests: path.join(build, 'sounddesk_tests.exe'),
    takeDriver: path.join(build, 'sounddesk_take_driver.exe'),
  };
}

async function configureArguments(build, prefix, isShort) {
  const packages = path.join(ROOT, 'node_modules');
  const headers = path.join(packages, 'node-api-headers');
  const library = path.join(build, 'node.lib');
  const options = {
    CMAKE_JS_INC: `${headers}/include;${packages}/node-addon-api`,
    CMAKE_JS_NODELIB_DEF: path.join(headers, 'def/node_api.def'),
    CMAKE_JS_NODELIB_TARGET: library,
    CMAKE_JS_LIB: library,
    // Before those of the compiler, where names are looked for last.
    CMAKE_CXX_STANDARD_LIBRARIES: `-L${prefix}/lib -lglibc_math ${SYSTEM_LIBRARIES}`,
    SOUNDDESK_GENERATED_DIR: generatedDir,
    SOUNDDESK_VERSION: (await manifestOf('.')).version,
    ...(isShort ? SHORT_OPTIONS : {}),
  };
  const defines = Object.entries(options).map(([name, value]) => `-D${name}=${value}`);
  return ['-S', path.join(ROOT, 'native'), '-B', build, ...CMAKE_ARGUMENTS, ...defines];
}
