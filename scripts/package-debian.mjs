/**
 * Builds the Debian package of the command line and the host, which needs no Electron: engine, screens, backend and the
 * Node that the project pins.
 *
 *     node scripts/package-debian.mjs [--version X] [--out FILE] [--quick]
 *
 * `npm start` or `npm test` must have built the engine and the screens before. `--quick` packs without compression. Its dependencies
 * are read from the programs that it carries, by dpkg-shlibdeps.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { controlOf } from './lib/debian/control.mjs';
import { writeFile } from './lib/debian/files.mjs';
import { stage } from './lib/debian/stage.mjs';
import { buildPrograms, ensureNodeModules, runUnderPinnedNode } from './lib/setup.mjs';
import { main, ROOT, say } from './lib/steps.mjs';

await main(async () => {
  await ensureNodeModules();
  if (!(await runUnderPinnedNode())) return process.exitCode;
  const { values } = parseArgs({
    options: { version: { type: 'string' }, out: { type: 'string' }, quick: { type: 'boolean' } },
  });
  await buildPrograms();
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const version = values.version ?? manifest.version;
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
  const out = path.resolve(values.out ?? `out/packages/sounddesk_${version}_${architecture}.deb`);
  const root = mkdtempSync(path.join(os.tmpdir(), 'sounddesk-deb-'));
  try {
    stage(root, version);
    mkdirSync(path.join(root, 'DEBIAN'));
    const control = controlOf(root, { version, architecture, description: manifest.description });
    // Nothing is done at installing or removing: takes, settings and accounts are the users' own.
    writeFile(root, 'DEBIAN/control', control);
    mkdirSync(path.dirname(out), { recursive: true });
    const compression = values.quick ? ['-Znone'] : ['-Zxz', '-z6'];
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, out], {
      stdio: 'ignore',
    });
    say(out);
    return 0;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
