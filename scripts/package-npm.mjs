/**
 * Makes the npm package of the command line and the host, with the built engine inside, so that `npx sounddesk clean` needs no compiler:
 *
 *     node scripts/package-npm.mjs [--out FOLDER]
 *     node scripts/package-npm.mjs --folder FOLDER    lays it out, and packs nothing
 *
 * `npm start` or `npm test` must have built the engine and the screens before. The programs of Node are built here, and
 * packed in place of their sources: they start in half the time.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPrograms, ensureNodeModules, runUnderPinnedNode } from './lib/setup.mjs';
import { main, say } from './lib/steps.mjs';

await main(async () => {
  await ensureNodeModules();
  if (!(await runUnderPinnedNode())) return process.exitCode;
  await buildPrograms();
  const { layOut } = await import('./lib/npmPackage.mjs');
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'out/packages' }, folder: { type: 'string' } },
  });
  if (values.folder) return layOut(path.resolve(values.folder));
  const out = path.resolve(values.out);
  const root = mkdtempSync(path.join(os.tmpdir(), 'sounddesk-npm-'));
  try {
    layOut(root);
    mkdirSync(out, { recursive: true });
    const args = ['pack', '--silent', '--pack-destination', out];
    say(path.join(out, execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim()));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
