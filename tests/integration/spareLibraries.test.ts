import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleLibraries, missingLibraries } from '../../scripts/lib/libraries.mjs';
import { observeProgram } from '../lib/programs.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LOADER = path.join(ROOT, 'src-main/services/engine/process/loadAddon.ts');
const SCRIPT = `import { createAddonLoader } from ${JSON.stringify(LOADER)};
console.log(createAddonLoader(process.env.ADDON)().build.portAudio);`;

/** Names that no system has, as long as those that they stand for. */
const ABSENT = { 'libjack.so.0': 'libjaxx.so.0', 'libdb-5.3.so': 'libdx-5.3.so' };

/** An engine with its libraries as a package has it, for which this system has no JACK, nor what JACK needs. */
function packageOfEngine(): { addon: string; lib: string } {
  const folder = temporaryDir();
  const addon = path.join(folder, 'sounddesk.node');
  const lib = path.join(folder, 'lib');
  copyFileSync(path.join(ROOT, 'native/build/Release/sounddesk.node'), addon);
  mkdirSync(lib);
  bundleLibraries([addon], lib);
  expect(missingLibraries([addon], lib)).toEqual([]);
  rename(path.join(lib, 'libportaudio.so.2'));
  for (const name of Object.keys(ABSENT))
    for (const file of [path.join(lib, name), path.join(lib, 'spare', name)])
      if (existsSync(file)) rename(file);
  return { addon, lib };
}

function rename(file: string): void {
  let bytes = readFileSync(file, 'latin1');
  for (const [name, absent] of Object.entries(ABSENT)) bytes = bytes.replaceAll(name, absent);
  writeFileSync(file, bytes, 'latin1');
  const absent = (ABSENT as Record<string, string>)[path.basename(file)];
  if (absent !== undefined) renameSync(file, path.join(path.dirname(file), absent));
}

const loadIt = (addon: string) =>
  observeProgram(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', SCRIPT],
    {
      env: { ...process.env, ADDON: addon },
    },
  );

describe.runIf(existsSync('/usr/bin/ldd'))('an engine on a system without JACK', () => {
  it('takes the library that its package brings', async () => {
    const { addon } = packageOfEngine();
    const { code, stdout, stderr } = await loadIt(addon);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('PortAudio');
  });

  it('says which one is missing where nobody brings it', async () => {
    const { addon, lib } = packageOfEngine();
    rmSync(path.join(lib, 'spare'), { recursive: true });
    const { code, stderr } = await loadIt(addon);
    expect(code).not.toBe(0);
    expect(stderr).toContain('libjaxx.so.0');
  });
});
