import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSpeech, writeWav } from '../lib/recordings.ts';
import { observeProgram } from '../lib/programs.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** As npm lays it down; what it depends on is that of the checkout. */
async function install(): Promise<string> {
  const folder = temporaryDir();
  const home = path.join(folder, 'node_modules/sounddesk');
  const args = [
    '--disable-warning=ExperimentalWarning',
    path.join(ROOT, 'scripts/package-npm.mjs'),
    '--folder',
    home,
  ];
  expect(await observeProgram(process.execPath, args)).toMatchObject({ code: 0, stderr: '' });
  const { dependencies } = readManifest(home);
  for (const name of Object.keys(dependencies)) {
    const place = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), place);
  }
  return home;
}

const readManifest = (home: string) =>
  JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    engines: { node: string };
    scripts?: object;
  };

describe.runIf(existsSync('/usr/bin/ldd'))('the npm package of the command line', () => {
  it('cleans a file in an empty folder without a compiler, by the engine that it carries', async () => {
    const home = await install();
    expect(readManifest(home)).toMatchObject({ engines: { node: '>=24' } });
    // Nothing is built, or run, when it is installed.
    expect(readManifest(home).scripts).toBeUndefined();
    expect(readdirSync(path.join(home, 'native/build/Release/lib'))).toContain('libsndfile.so.1');
    const folder = temporaryDir();
    writeWav(path.join(folder, 'in.wav'), {
      sampleRate: 48_000,
      channels: [makeSpeech(48_000).slice(0, 96_000)],
    });
    const sounddesk = (...args: string[]) =>
      observeProgram(process.execPath, [path.join(home, 'bin/sounddesk.js'), ...args], {
        cwd: folder,
        env: { PATH: '/nowhere', HOME: folder, SOUNDDESK_DATA_DIR: path.join(folder, 'data') },
      });
    expect(await sounddesk('clean', 'in.wav', '-o', 'out.wav')).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(folder, 'out.wav')).length).toBeGreaterThan(96_000);
    // Of a file that is none it says so as ever: sentences and codes are packed as well.
    cpSync(path.join(home, 'LICENSE'), path.join(folder, 'no.wav'));
    const { code, stderr } = await sounddesk('clean', 'no.wav', '-o', 'out2.wav');
    expect(code).not.toBe(0);
    expect(stderr).toContain('no.wav');
  });
});
