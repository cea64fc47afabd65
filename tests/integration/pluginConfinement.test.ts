import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { release } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { scanModule } from '../../src-main/services/plugins/scanProcess.ts';
import { PLUGIN_HOST_PATH } from '../../src-main/node/project.ts';
import { startDisplay } from '../lib/display.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const HOSTILE = join(import.meta.dirname, '../../native/build/test-plugins/SD Hostile.vst3');
const HOSTILE_ID = '5D7E57000000000450554C4700000001';
/** What a plug-in needs, which works. */
const NEEDED = 'OWN-BUNDLE,OWN-TEMPORARY,OWN-THREAD,SYSTEM';

const confinement = z
  .object({ files: z.boolean(), network: z.boolean(), signals: z.boolean(), programs: z.boolean() })
  .parse(JSON.parse(spawnSync(PLUGIN_HOST_PATH, ['confinement'], { encoding: 'utf8' }).stdout));
const isFull = Object.values(confinement).every(Boolean);

/** A user with a key, a plug-in that is after it, and everything that it could reach. */
async function arrange() {
  const dir = temporaryDir();
  const home = join(dir, 'home');
  mkdirSync(join(home, '.ssh'), { recursive: true });
  writeFileSync(join(home, '.ssh/id_test'), 'a private key', { mode: 0o600 });
  writeFileSync(join(home, '.ssh/spare'), 'another', { mode: 0o600 });
  const bundle = join(dir, 'vst3/SD Hostile.vst3');
  cpSync(HOSTILE, bundle, { recursive: true });
  mkdirSync(join(dir, 'vst3/Other.vst3/Contents'), { recursive: true });
  writeFileSync(join(dir, 'vst3/Other.vst3/Contents/secret'), 'of another maker');
  let visits = 0;
  const listen = async (where: object): Promise<Server> => {
    const server = createServer((socket) => {
      visits += 1;
      socket.on('error', () => undefined).destroy();
    });
    await new Promise<void>((resolve) => server.listen(where, resolve));
    onTestFinished(() => void server.close());
    return server;
  };
  const { port } = (await listen({ host: '127.0.0.1', port: 0 })).address() as AddressInfo;
  await listen({ path: join(home, 'socket') });
  await listen({ path: `\0sounddesk-hostile-${port}` });
  const datagrams = createSocket('udp4', () => (visits += 1));
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve));
  onTestFinished(() => void datagrams.close());
  mkdirSync(join(bundle, 'Contents/Resources'));
  writeFileSync(join(bundle, 'Contents/Resources/port'), String(port));
  const temporary = join(dir, 'tmp');
  mkdirSync(temporary);
  const env = { ...process.env, HOME: home, TMPDIR: temporary };
  const assertUntouched = () => {
    expect(visits).toBe(0);
    expect(readFileSync(join(home, '.ssh/id_test'), 'utf8')).toBe('a private key');
    expect(statSync(join(home, '.ssh/id_test')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, '.ssh')).sort()).toEqual(['id_test', 'spare']);
    expect(readdirSync(home).sort()).toEqual(['.ssh', 'socket']);
    expect(readdirSync(join(bundle, 'Contents')).sort()).toEqual(['Resources', 'x86_64-linux']);
    for (const place of ['/tmp', '/dev/shm']) {
      expect(existsSync(join(place, 'sounddesk-hostile-was-here'))).toBe(false);
    }
  };
  return { bundle, env, temporary, assertUntouched };
}

/** The program with one plug-in in it; answers to calls by their numbers. */
function startChain(bundles: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(PLUGIN_HOST_PATH, ['chain', ...bundles.flatMap((path) => ['--bundle', path])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Record<string, unknown>;
    waiting.get(Number(answer.id))?.(answer);
  });
  let calls = 0;
  return {
    child,
    call: (name: string, input: object): Promise<Record<string, unknown>> => {
      calls += 1;
      const id = calls;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ id, call: name, ...input })}\n`);
      });
    },
  };
}

// On an older kernel the app says so; there is nothing to hold there.
describe.runIf(isFull)(`a plug-in that is after the user, on Linux ${release()}`, () => {
  it('gets nothing while it is scanned', async () => {
    const { bundle, env, temporary, assertUntouched } = await arrange();
    const answer = await scanModule(bundle, {
      hostPath: PLUGIN_HOST_PATH,
      env,
      signal: new AbortController().signal,
    });
    expect(answer).toMatchObject({
      isOk: true,
      plugins: [{ name: 'SD Hostile', category: `Fx|${NEEDED}` }],
    });
    assertUntouched();
    await expect.poll(() => readdirSync(temporary)).toEqual([]);
  });

  it('gets nothing in a chain, and its temporary files go with it', async () => {
    const { bundle, env, temporary, assertUntouched } = await arrange();
    const { child, call } = startChain([bundle], env);
    const loaded = await call('load', { instanceId: 'a', path: bundle, pluginId: HOSTILE_ID });
    expect(loaded).toMatchObject({ ok: true });
    const { result } = await call('parameters', { instanceId: 'a' });
    expect((result as { name: string }[]).map(({ name }) => name)).toEqual([NEEDED]);
    assertUntouched();
    expect(readdirSync(temporary)).toHaveLength(1);
    child.kill('SIGKILL');
    await expect.poll(() => readdirSync(temporary)).toEqual([]);
  });

  it('is not loaded into a process that was started for another one', async () => {
    const { bundle, env } = await arrange();
    const { call } = startChain(['/usr/lib/vst3/ZamComp.vst3'], env);
    expect(await call('load', { instanceId: 'a', path: bundle, pluginId: HOSTILE_ID })).toMatchObject({
      ok: false,
    });
  });
});

describe('plug-ins of another maker', () => {
  const ZAM_DIR = '/usr/lib/vst3';
  const names = readdirSync(ZAM_DIR).filter((name) => /^za[mM]/i.test(name));

  it('load, show their windows, and give and take their states, confined as they are', async () => {
    const display = await startDisplay();
    onTestFinished(() => display.close());
    const bundles = names.map((name) => join(ZAM_DIR, name));
    expect(bundles).toHaveLength(17);
    const env = { ...process.env, DISPLAY: display.name };
    const { call } = startChain(bundles, env);
    for (const path of bundles) {
      const scanned = await scanModule(path, {
        hostPath: PLUGIN_HOST_PATH,
        env,
        signal: new AbortController().signal,
      });
      if (!scanned.isOk) throw new Error(`${path}: ${scanned.message}`);
      const pluginId = scanned.plugins[0]?.id ?? '';
      const instanceId = path;
      expect(await call('load', { instanceId, path, pluginId })).toMatchObject({ ok: true });
      expect(
        await call('openEditor', { instanceId, title: `Window of ${basename(path)}` }),
        path,
      ).toMatchObject({ ok: true });
      await expect.poll(() => display.readTitles()).toContain(`Window of ${basename(path)}`);
      const kept = await call('getState', { instanceId });
      const { state } = kept.result as { state: string };
      expect(await call('setState', { instanceId, state })).toMatchObject({ ok: true });
      expect(await call('closeEditor', { instanceId })).toMatchObject({ ok: true });
      expect(await call('unload', { instanceId })).toMatchObject({ ok: true });
    }
  });
});

describe('the program that loads plug-ins', () => {
  it('says what this machine can deny them', () => {
    const [major = 0, minor = 0] = release().split('.').map(Number);
    // Signals are among what Landlock denies since Linux 6.12.
    if (major > 6 || (major === 6 && minor >= 12)) expect(isFull).toBe(true);
    expect(typeof confinement.files).toBe('boolean');
  });
});
