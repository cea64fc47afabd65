/**
 * `npm run soak -- NAME [options]`: a long run of `scripts/soak`, with the set-up that it needs, in an empty folder too. Without a name:
 * which there are. What each does, and its options, stand at its head.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { HELPFUL_TEST_PACKAGES, RUN_PACKAGES, TEST_PACKAGES } from './lib/packages.mjs';
import { addHelpfulPackages, buildPrograms, buildProduct, setUp } from './lib/setup.mjs';
import { exitOf, main, ROOT, say, StepError } from './lib/steps.mjs';

const FOLDER = path.join(import.meta.dirname, 'soak');

await main(async () => {
  const [name, ...options] = process.argv.slice(2);
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => path.basename(file, '.mjs'));
  if (name === undefined) {
    say(`npm run soak -- NAME [options], of:\n  ${names.join('\n  ')}`);
    return 0;
  }
  if (!names.includes(name))
    throw new StepError('npm run soak', `there is no "${name}"`, '"npm run soak" says which there are.');
  if (!(await setUp([...RUN_PACKAGES, ...TEST_PACKAGES]))) return process.exitCode;
  await addHelpfulPackages(HELPFUL_TEST_PACKAGES);
  await buildProduct({ tests: true });
  await buildPrograms();
  const child = spawn(process.execPath, [path.join(FOLDER, `${name}.mjs`), ...options], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const { code } = await exitOf(child);
  return code ?? 1;
});
