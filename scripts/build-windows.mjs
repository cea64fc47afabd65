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
 * Wants Debian's g++-mingw-w64-x86-64-posix, and wine for the checks. Libraries are built from the sources of the distribution.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './lib/windows/checks.mjs';
import { buildEngine } from './lib/windows/engine.mjs';
import { buildLibraries } from './lib/windows/libraries.mjs';
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
  const wanted = ['x86_64-w64-mingw32-g++-posix', ...(values.test ? ['wine'] : [])];
  const missing = wanted.filter((command) => !succeeds('which', [command]));
  if (missing.length > 0) {
    const remedy = 'Debian: sudo apt-get install g++-mingw-w64-x86-64-posix wine64 wine';
    throw new StepError('Build for Windows', `${missing.join(' and ')} is missing`, remedy);
  }
  const cache = path.join(ROOT, '.cache/windows');
  const prefix = await buildLibraries(cache);
  const hasSuite = values.test && (positionals.length === 0 || positionals.includes('suite'));
  const engine = await buildEngine(cache, prefix, { hasTests: hasSuite });
  say(engine.addon);
  if (!values.test) return 0;
  const numbers = {
    files: wholeOf(values.files),
    kills: wholeOf(values.kills),
    seed: wholeOf(values.seed),
  };
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
