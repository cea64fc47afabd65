import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { generateModels, generatedDir, manifestOf, stampOfSources } from '../../build-addon.mjs';
import { ROOT, runStep } from '../steps.mjs';
import { CMAKE_ARGUMENTS, environmentOf } from './libraries.mjs';

const REMEDY = 'The end of the log names the source file and the line.';

/** As CMake has them. */
const SYSTEM_LIBRARIES =
  '-lkernel32 -luser32 -lgdi32 -lwinspool -lshell32 -lole32 -loleaut32 -luuid -lcomdlg32 -ladvapi32';

/** What is built of `native/`, by its names in CMake. */
const TARGETS = ['sounddesk_addon', 'sounddesk_plugin_host', 'sounddesk_test_plugins'];

/**
 * Builds the engine with the libraries of `prefix`, and answers where it is. With `hasTests` also the native suite, which takes as
 * long again.
 */
export async function buildEngine(cache, prefix, { hasTests }) {
  const build = path.join(cache, 'native');
  mkdirSync(build, { recursive: true });
  const env = environmentOf(prefix);
  await generateModels(() => undefined);
  await runStep('Configure the engine for Windows', 'cmake', await configureArguments(build, prefix), {
    env,
    remedy: REMEDY,
  });
  for (const target of hasTests ? [...TARGETS, 'sounddesk_tests'] : TARGETS) {
    const args = ['--build', build, '--target', target, '--parallel', String(availableParallelism())];
    await runStep(`Compile ${target} for Windows`, 'cmake', args, { env, remedy: REMEDY });
  }
  writeFileSync(stampFileIn(build), await stampOfSources());
  return partsOf(build);
}

/** What was built in `cache` of the sources as they are now; null: nothing, or of others. */
export async function builtEngine(cache) {
  const build = path.join(cache, 'native');
  const file = stampFileIn(build);
  return existsSync(file) && readFileSync(file, 'utf8') === (await stampOfSources()) ? partsOf(build) : null;
}

function stampFileIn(build) {
  return path.join(build, 'engine.stamp');
}

function partsOf(build) {
  return {
    addon: path.join(build, 'fresh/sounddesk.node'),
    pluginHost: path.join(build, 'fresh/sounddesk_plugin_host.exe'),
    plugins: path.join(build, 'test-plugins'),
    tests: path.join(build, 'sounddesk_tests.exe'),
  };
}

async function configureArguments(build, prefix) {
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
  };
  const defines = Object.entries(options).map(([name, value]) => `-D${name}=${value}`);
  return ['-S', path.join(ROOT, 'native'), '-B', build, ...CMAKE_ARGUMENTS, ...defines];
}
