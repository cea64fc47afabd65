/**
 * Packages the desktop app for Linux with a stand-in for Electron's folder, which cannot be had on every machine, and checks what comes
 * out, file by file: `npm run package:check`, which builds what it packs. `--of FOLDER` checks an unpacked package that is there.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { RUN_PACKAGES } from './lib/packages.mjs';
import { buildProduct, buildShell, setUp } from './lib/setup.mjs';
import { main, ROOT, say, StepError } from './lib/steps.mjs';

const RELEASE = path.join(ROOT, 'native/build/Release');

await main(async () => {
  const { values } = parseArgs({ options: { of: { type: 'string' } } });
  if (!values.of) {
    if (!(await setUp(RUN_PACKAGES))) return process.exitCode;
    await buildProduct();
    await buildShell();
  }
  const { faultsOfDesktop, faultsOfPackage } = await import('./lib/packageFaults.mjs');
  const work = mkdtempSync(path.join(os.tmpdir(), 'sounddesk-package-'));
  try {
    const folder = values.of ?? (await packageInto(work));
    const { faults, files } = await faultsOfPackage(folder);
    const desktop = path.join(folder, '../desktop.json');
    if (!values.of) faults.push(...faultsOfDesktop(JSON.parse(readFileSync(desktop, 'utf8'))));
    say(`${files} files looked at`);
    if (faults.length > 0)
      throw new StepError('The package', faults.join('\n  '), 'See electron-builder.yml.');
    say('The package has all that it needs, and no more.');
    return 0;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

/** Answers the unpacked package. */
async function packageInto(work) {
  const { bundleLibraries } = await import('./lib/libraries.mjs');
  const programs = ['sounddesk.node', 'sounddesk_plugin_host'].map((name) => path.join(RELEASE, name));
  bundleLibraries(programs, path.join(ROOT, 'out/libraries'));
  try {
    const node = (...args) =>
      execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    node('build/icons.mjs');
    node(
      'node_modules/electron-builder/out/cli/cli.js',
      ...['--linux', 'dir', '--publish', 'never', `-c.electronDist=${standInOfElectron(work)}`],
      `-c.directories.output=${path.join(work, 'out')}`,
      `-c.afterPack=${path.join(import.meta.dirname, 'lib/desktopOfPackage.mjs')}`,
    );
  } catch (error) {
    throw new StepError(
      'electron-builder',
      `${error.stdout}\n${error.stderr}`,
      'The end of what it printed names the file.',
    );
  }
  return path.join(work, 'out/linux-unpacked');
}

/** As Electron is laid out, with the place in its program where fuses are. */
function standInOfElectron(work) {
  const folder = path.join(work, 'electron');
  mkdirSync(path.join(folder, 'resources'), { recursive: true });
  const fuses = Buffer.concat([
    Buffer.from('\x7fELF stand-in '),
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 9]),
    Buffer.from('0'.repeat(9)),
  ]);
  writeFileSync(path.join(folder, 'electron'), fuses, { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version'])
    writeFileSync(path.join(folder, name), name);
  return folder;
}
