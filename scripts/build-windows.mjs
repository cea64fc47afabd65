/**
 * Builds the engine for Windows on Debian, and runs it under wine:
 *
 *     node scripts/build-windows.mjs                  addon, plug-in host and test plug-ins, in .cache/windows
 *     node scripts/build-windows.mjs --test           also the native suite, and all checks of scripts/lib/windows/checks.mjs
 *     node scripts/build-windows.mjs --test loads     those checks alone that are named
 *
 * `npm test` has a short form of it (tests/integration/windowsEngine.test.ts).
 *
 * `--files 200` cleans as many files (24), `--kills 100` ends as many recordings (4), at moments by `--seed` (7).
 *
 * It sets up what it needs: Debian's compiler for Windows, wine, and for the checks the engine of this system beside it. Libraries are
 * built from the sources of the distribution.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { RUN_PACKAGES, TEST_PACKAGES, WINDOWS_PACKAGES } from './lib/packages.mjs';
import { buildProduct, setUp } from './lib/setup.mjs';
import { main, ROOT, say, StepError, succeeds } from './lib/steps.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      test: { type: 'boolean', default: false },
      files: { type: 'string', default: '24' },
      kills: { type: 'string', default: '4' },
      seed: { type: 'string', default: '7' },
    },
  });
  const numbers = {
    files: wholeOf(values.files),
    kills: wholeOf(values.kills),
    seed: wholeOf(values.seed),
  };
  const packages = [...RUN_PACKAGES, ...(values.test ? TEST_PACKAGES : []), ...WINDOWS_PACKAGES];
  if (!(await setUp(packages))) return process.exitCode;
  const wanted = ['x86_64-w64-mingw32-g++-posix', ...(values.test ? ['wine'] : [])];
  const missing = wanted.filter((command) => !succeeds('which', [command]));
  if (missing.length > 0) {
    const remedy = 'Debian: sudo apt-get install g++-mingw-w64-x86-64-posix wine64 wine';
    throw new StepError('Build for Windows', `${missing.join(' and ')} is missing`, remedy);
  }
  const [{ buildLibraries }, { buildEngine }] = await Promise.all([
    import('./lib/windows/libraries.mjs'),
    import('./lib/windows/engine.mjs'),
  ]);
  const cache = path.join(ROOT, '.cache/windows');
  const prefix = await buildLibraries(cache);
  const hasSuite = values.test && (positionals.length === 0 || positionals.includes('suite'));
  const engine = await buildEngine(cache, prefix, { hasTests: hasSuite });
  say(engine.addon);
  if (!values.test) return 0;
  await buildProduct();
  const { runChecks } = await import('./lib/windows/checks.mjs');
  return runChecks({ cache, engine, words: positionals, numbers });
});

function wholeOf(text) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new StepError(
    'Build for Windows',
    `"${text}" is no whole number from 1 on`,
    'Give how many there shall be.',
  );
}
