import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScanProgress } from '../../../src-shared/contract/plugins.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createFileCache } from './cache.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import { architectureFolders, pluginFolders } from './folders.ts';
import { findModules } from './modules.ts';
import { scanModule } from './scanProcess.ts';

const LINUX = { platform: 'linux', arch: 'x64' } as const;
const never = new AbortController().signal;

/** A program in the place of the one that loads plug-ins; the files say how "plug-ins" behave. */
function writeHost(dir: string): string {
  const path = join(dir, 'host');
  writeFileSync(
    path,
    `#!/bin/sh
echo "$2" >> ${join(dir, 'asked')}
. "$2/Contents/x86_64-linux/"*.so
`,
  );
  chmodSync(path, 0o755);
  return path;
}

const ID = '0123456789ABCDEF0123456789ABCDEF';
const saying = (plugins: object[]) => `echo noise; echo '${JSON.stringify({ ok: true, plugins })}'`;
const plugin = (name: string, id = ID) => ({
  id,
  name,
  category: 'Fx',
  vendor: 'Us',
  version: '1',
  sdkVersion: '3',
});

function writeBundle(folder: string, name: string, behaviour: string, machine = 'x86_64-linux'): string {
  const path = join(folder, `${name}.vst3`);
  const binary = join(path, 'Contents', machine, `${name}.so`);
  mkdirSync(dirname(binary), { recursive: true });
  writeFileSync(binary, behaviour);
  return path;
}

function open(
  dir: string,
  folders: string[],
): { catalogue: Catalogue; progress: ScanProgress[]; asked: () => string[] } {
  const progress: ScanProgress[] = [];
  const log = createRecordingLog();
  const catalogue = createCatalogue({
    hostPath: writeHost(dir),
    env: process.env,
    machine: LINUX,
    store: createFileCache(join(dir, 'plugins.json'), '1.0.0', log),
    readFolders: () => folders.map((path) => ({ path, isOwn: true })),
    clock: { nowMs: () => 1000 },
    log,
    events: {
      emit(name, payload) {
        if (name === 'plugins.onScanProgressed') progress.push(payload as ScanProgress);
      },
    },
  });
  const asked = () =>
    existsSync(join(dir, 'asked')) ? readFileSync(join(dir, 'asked'), 'utf8').trim().split('\n') : [];
  return { catalogue, progress, asked };
}

describe('the folders of plug-ins', () => {
  it('are those of the platform, after those that the user names', () => {
    const at = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, homeDir: string) =>
      pluginFolders({ platform, env, homeDir, ownFolders: [] }).map(({ path }) => path);
    expect(at('linux', { VST3_PATH: '/a:/b:relative' }, '/home/m')).toEqual([
      '/a',
      '/b',
      '/home/m/.vst3',
      '/usr/lib/vst3',
      '/usr/local/lib/vst3',
    ]);
    expect(at('darwin', {}, '/Users/m')).toContain('/Users/m/Library/Audio/Plug-Ins/VST3');
    expect(at('win32', { LOCALAPPDATA: 'C:\\L' }, 'C:\\Users\\m')).toEqual([
      'C:\\L\\Programs\\Common\\VST3',
      'C:\\Program Files\\Common Files\\VST3',
    ]);
    expect(architectureFolders('linux', 'arm64')).toEqual(['aarch64-linux']);
  });
});

describe('the search for plug-ins', () => {
  it('finds bundles in folders of folders, each once, however links run in circles', async () => {
    const dir = temporaryDir();
    const path = writeBundle(join(dir, 'Maker', 'Set'), 'Deep', '');
    symlinkSync(dir, join(dir, 'Maker', 'back'));
    symlinkSync(join(dir, 'itself'), join(dir, 'itself'));
    symlinkSync(path, join(dir, 'Again.vst3'));
    writeFileSync(join(dir, 'readme.txt'), '');
    const found = await findModules([{ path: dir, isOwn: true }], LINUX, never);
    expect(found.modules).toHaveLength(1);
    expect(found.folders).toEqual([{ path: dir, isOwn: true, exists: true, problem: null }]);
  });

  it('reports a folder that is not there', async () => {
    const path = join(temporaryDir(), 'none');
    const { folders } = await findModules([{ path, isOwn: false }], LINUX, never);
    expect(folders).toEqual([{ path, isOwn: false, exists: false, problem: null }]);
  });

  it('knows a bundle for other machines without loading it', async () => {
    const dir = temporaryDir();
    writeBundle(dir, 'Foreign', '', 'aarch64-linux');
    const { modules } = await findModules([{ path: dir, isOwn: true }], LINUX, never);
    expect(modules[0]?.obstacle).toEqual({
      code: 'PLUGIN_NOT_A_MODULE',
      message: 'It has no program for this machine (x86_64-linux), only for aarch64-linux.',
    });
  });
});

describe('a scan', () => {
  it('loads what is new or has changed, and remembers the rest over a restart', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'vst3');
    const path = writeBundle(folder, 'Gain', saying([plugin('Gain')]));
    const first = open(dir, [folder]);
    await first.catalogue.scan(false);
    expect(first.catalogue.read()).toMatchObject({
      plugins: [{ id: ID, name: 'Gain', category: 'Fx', vendor: 'Us', version: '1', path }],
      failed: [],
      scannedAtMs: 1000,
      scan: { isRunning: false, done: 1, total: 1, found: 1 },
    });
    const second = open(dir, [folder]);
    await second.catalogue.scan(false);
    expect(second.asked()).toHaveLength(1);
    expect(second.catalogue.find(ID.toLowerCase()).name).toBe('Gain');
    utimesSync(join(path, 'Contents', 'x86_64-linux', 'Gain.so'), 1, 1);
    await second.catalogue.scan(false);
    expect(second.asked()).toHaveLength(2);
  });

  it('lists what fails with the reason, and tries it again when it is asked to', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'vst3');
    const crash = writeBundle(folder, 'Crash', 'kill -SEGV $$');
    writeBundle(folder, 'Exits', 'exit 0');
    writeBundle(folder, 'Lies', 'echo {not json');
    writeBundle(folder, 'Odd', saying([{ ...plugin('Odd'), id: 'short' }]));
    writeBundle(
      folder,
      'Refuses',
      `echo '{"ok":false,"code":"PLUGIN_LOAD_FAILED","message":"No\\u001b[31m symbol"}'`,
    );
    const { catalogue, asked } = open(dir, [folder]);
    await catalogue.scan(false);
    const codes: Record<string, string> = Object.fromEntries(
      catalogue
        .read()
        .failed.map(({ path, code, message }) => [path.split('/').at(-1) ?? '', `${code} ${message}`]),
    );
    expect(codes['Crash.vst3']).toMatch(/^PLUGIN_CRASHED .*SIGSEGV/);
    expect(codes['Exits.vst3']).toMatch(/^PLUGIN_CRASHED It ended the process/);
    expect(codes['Lies.vst3']).toMatch(/^PLUGIN_BAD_ANSWER/);
    expect(codes['Odd.vst3']).toMatch(/^PLUGIN_BAD_ANSWER/);
    expect(codes['Refuses.vst3']).toBe('PLUGIN_LOAD_FAILED No [31m symbol');
    const before = asked().length;
    await catalogue.scan(false);
    expect(asked()).toHaveLength(before);
    writeFileSync(join(crash, 'Contents', 'x86_64-linux', 'Crash.so'), saying([plugin('Mended')]));
    await catalogue.retry(crash);
    expect(catalogue.read().plugins.map(({ name }) => name)).toEqual(['Mended']);
    await expect(catalogue.retry('/etc/passwd')).rejects.toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
  });

  it('ends a plug-in that hangs, and everything that it has started', async () => {
    const dir = temporaryDir();
    const path = writeBundle(dir, 'Hang', `sleep 600 & echo $! > ${join(dir, 'pid')}; wait`);
    const answer = await scanModule(path, {
      hostPath: writeHost(dir),
      env: process.env,
      signal: never,
      limitMs: 300,
    });
    expect(answer).toMatchObject({ isOk: false, code: 'PLUGIN_TIMED_OUT' });
    const pid = readFileSync(join(dir, 'pid'), 'utf8').trim();
    await expect.poll(() => isGone(pid)).toBe(true);
  });

  it('hands no secret of the environment on', async () => {
    const dir = temporaryDir();
    const path = writeBundle(dir, 'Spy', `env > ${join(dir, 'env')}; exit 1`);
    const env = { ...process.env, OPENAI_API_KEY: 'secret', PGPASSWORD: 'secret' };
    await scanModule(path, { hostPath: writeHost(dir), env, signal: never });
    const seen = readFileSync(join(dir, 'env'), 'utf8');
    expect(seen).toContain('PATH=');
    expect(seen).not.toContain('secret');
  });

  it('keeps what was found when it is cancelled, and says when the program is missing', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'vst3');
    writeBundle(folder, 'A', saying([plugin('A')]));
    const { catalogue } = open(dir, [folder]);
    await catalogue.scan(false);
    writeBundle(folder, 'B', 'sleep 600');
    writeBundle(folder, 'C', 'sleep 600');
    const scanning = catalogue.scan(false);
    await catalogue.cancel();
    await scanning;
    expect(catalogue.read().plugins.map(({ name }) => name)).toEqual(['A']);
    expect(catalogue.read().scan.isRunning).toBe(false);
    const missing = createCatalogue({
      hostPath: join(dir, 'none'),
      env: process.env,
      machine: LINUX,
      store: { read: () => ({ scannedAtMs: null, modules: [] }), write: () => undefined },
      readFolders: () => [{ path: folder, isOwn: true }],
      clock: { nowMs: () => 0 },
      log: createRecordingLog(),
      events: { emit: () => undefined },
    });
    await expect(missing.scan(false)).rejects.toMatchObject({ code: 'PLUGIN_HOST_UNAVAILABLE' });
    expect(missing.read().failed).toEqual([]);
  });

  it('costs a damaged catalogue one scan more', async () => {
    const dir = temporaryDir();
    const folder = join(dir, 'vst3');
    writeBundle(folder, 'A', saying([plugin('A'), plugin('B', ID.replace('0', 'F'))]));
    writeFileSync(join(dir, 'plugins.json'), '{"version":1,"modules":[{}]}');
    const { catalogue } = open(dir, [folder]);
    await catalogue.scan(false);
    expect(catalogue.read().plugins.map(({ name }) => name)).toEqual(['A', 'B']);
  });
});

function isGone(pid: string): boolean {
  try {
    // A process that has ended and waits for its parent's look counts as gone.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return true;
  }
}
