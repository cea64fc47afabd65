import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AudioDevice } from '../../src-shared/domain/audio.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { PREFERRED_PORT } from '../../src-main/node/host.ts';
import { connectToHost, createBrowserIdentity, openChannelAs } from '../lib/hostClient.ts';
import { startImpostor } from '../lib/impostor.ts';
import { observeProgram, runProgram } from '../lib/programs.ts';
import { startJack } from '../lib/virtualAudio.ts';

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'sounddesk.js');
const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)\/sounddesk-dashboard#token=([\w-]{43})/;

let dir: string;
let sounddesk: ReturnType<typeof createCommandLine>;
let children: ChildProcess[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-host-'));
  sounddesk = createCommandLine(dir);
  children = [];
});
afterEach(() => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(dir, { recursive: true });
});

/** Starts a host and waits for the address that it prints. */
async function startHost(args = ['--port', '0'], env: NodeJS.ProcessEnv = {}) {
  let output = '';
  let child: ChildProcess | undefined;
  const ended = sounddesk(['host', '--no-open', '--no-accounts', ...args], {
    env,
    onStarted(started) {
      child = started;
      children.push(started);
      started.stdout?.on('data', (text: string) => (output += text));
    },
  });
  await expect.poll(() => ADDRESS.test(output), { timeout: 20_000 }).toBe(true);
  const [address, port, token] = ADDRESS.exec(output) ?? [];
  return { child: child as ChildProcess, ended, address, port: Number(port), token: token ?? '' };
}

const dataDir = () => join(dir, '.data');
const descendants = async (pid: number) =>
  (await runProgram('pgrep', ['-P', String(pid)]).catch(() => '')).trim().split('\n').filter(Boolean);
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

describe('sounddesk host', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'serves until %s, and leaves no process',
    async (signal) => {
      const host = await startHost();
      const client = connectToHost(host);
      unwrap(await client.call('host.describe'));
      const engines = await descendants(host.child.pid ?? 0);
      expect(engines).toHaveLength(1);
      host.child.kill(signal);
      const run = await host.ended;
      expect(run).toMatchObject({ code: 0, stderr: '' });
      for (const pid of engines) expect(isAlive(Number(pid))).toBe(false);
      expect(existsSync(join(dataDir(), 'host.lock'))).toBe(false);
      client.close();
    },
  );

  it('leaves no engine process when it is killed', async () => {
    const host = await startHost();
    const client = connectToHost(host);
    unwrap(await client.call('host.describe'));
    const [engine] = await descendants(host.child.pid ?? 0);
    host.child.kill('SIGKILL');
    await host.ended;
    await expect.poll(() => isAlive(Number(engine)), { timeout: 5000 }).toBe(false);
    client.close();
    // What it left behind is no hindrance.
    const next = await startHost();
    expect(next.token).not.toBe(host.token);
    next.child.kill('SIGTERM');
    await next.ended;
  });

  it('serves where neither its terminal nor its log can be written to any more', async () => {
    const host = await startHost();
    const client = connectToHost(host);
    unwrap(await client.call('host.describe'));
    for (const stream of [host.child.stdout, host.child.stderr]) stream?.destroy();
    const logs = join(dataDir(), 'logs');
    rmSync(logs, { recursive: true });
    writeFileSync(logs, '');
    const [engine] = await descendants(host.child.pid ?? 0);
    process.kill(Number(engine), 'SIGKILL');
    await expect.poll(() => isAlive(Number(engine)), { timeout: 20_000 }).toBe(false);
    unwrap(await client.call('host.describe'));
    client.close();
    host.child.kill('SIGTERM');
    await expect.poll(() => host.child.exitCode, { timeout: 20_000 }).toBe(0);
  });

  it('keeps its data private, and its token out of the log', async () => {
    const host = await startHost();
    expect(statSync(dataDir()).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir(), 'token')).mode & 0o777).toBe(0o600);
    host.child.kill('SIGTERM');
    await host.ended;
    expect(readFileSync(join(dataDir(), 'logs', 'sounddesk.log'), 'utf8')).not.toContain(host.token);
  });

  it('is one for a data folder: a second start gives a link to the first', async () => {
    const host = await startHost();
    const second = await sounddesk(['host', '--no-open', '--no-accounts']);
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toMatch(/^SoundDesk is already running: /);
    await pairsOneBrowser(second.stdout, host);
    host.child.kill('SIGTERM');
    await host.ended;
    expect(existsSync(join(dataDir(), 'token'))).toBe(false);
  });

  it('is opened again by "sounddesk open", in one browser with each link', async () => {
    const host = await startHost();
    const links = [await sounddesk(['open', '--no-open']), await sounddesk(['open', '--no-open'])];
    for (const run of links) {
      expect(run).toMatchObject({ code: 0, stderr: '' });
      await pairsOneBrowser(run.stdout, host);
    }
    expect(links[0]?.stdout).not.toBe(links[1]?.stdout);
    host.child.kill('SIGTERM');
    await host.ended;
    expect(await sounddesk(['open', '--no-open'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'SoundDesk is not running. Start it with "npm start" or "npx sounddesk host".\n',
    });
  });

  it('is started by "sounddesk open --window", which opens the screen that a link or a document names', async () => {
    const opened = await sounddesk(['open', '--window', '--no-open', 'sounddesk://open/sounddesk-settings']);
    expect(opened).toMatchObject({ code: 0, stderr: '' });
    const { pathname, port, hash } = new URL(opened.stdout.trim());
    expect(pathname).toBe('/sounddesk-settings');
    expect(hash).not.toBe('');
    const { pid } = JSON.parse(readFileSync(join(dataDir(), 'host.lock'), 'utf8')) as { pid: number };
    // The next one is of the same host.
    const again = await sounddesk(['open', '--window', '--no-open', 'file:///data/p-1/project.journal']);
    expect(new URL(again.stdout.trim())).toMatchObject({
      port,
      pathname: '/sounddesk-video-editor',
      search: '?project=p-1',
    });
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => existsSync(join(dataDir(), 'host.lock')), { timeout: 20_000 }).toBe(false);
    const wrong = await sounddesk(['open', 'https://example.org/']);
    expect(wrong).toMatchObject({
      code: 2,
      stderr: '"https://example.org/" is no link to a screen of SoundDesk, and no recording or project.\n',
    });
  });

  it('is not looked for by "sounddesk open" in another program that has its port', async () => {
    const host = await startHost();
    host.child.kill('SIGKILL');
    await host.ended;
    const impostor = await startImpostor(host.port, (_, socket) => socket.send('{"kind":"admit"}'));
    expect(await sounddesk(['open', '--no-open'])).toMatchObject({ code: 1, stdout: '' });
    expect(impostor.heard).toHaveLength(1);
    expect(impostor.heard[0]).toContain('"greet"');
    expect(impostor.heard[0]).not.toContain(host.token);
    await impostor.close();
  });

  it('says that the port it was given is taken', async () => {
    const taken = await occupyPort(0);
    const { port } = taken?.address() as AddressInfo;
    const run = await sounddesk(['host', '--no-open', '--no-accounts', '--port', String(port)]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain('taken');
    expect(existsSync(join(dataDir(), 'host.lock'))).toBe(false);
    taken?.close();
  });

  it('takes a free port where its usual one is taken', async () => {
    // Null where another program has it already, which is as good.
    const taken = await occupyPort(PREFERRED_PORT);
    const host = await startHost([]);
    expect(host.port).not.toBe(PREFERRED_PORT);
    host.child.kill('SIGTERM');
    // Bookmarks lead elsewhere now, which has to be known.
    expect((await host.ended).stdout).toContain(
      `Bookmarks to port ${PREFERRED_PORT} open that program, not SoundDesk.`,
    );
    taken?.close();
  });

  it('says in one line that its data folder cannot be made', async () => {
    writeFileSync(join(dir, 'file'), '');
    const run = await sounddesk(['host', '--no-open', '--no-accounts'], {
      env: { SOUNDDESK_DATA_DIR: join(dir, 'file', 'data') },
    });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('costs next to nothing while nobody uses it', async () => {
    const host = await startHost();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const before = cpuSeconds(host.child.pid ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(cpuSeconds(host.child.pid ?? 0) - before).toBeLessThan(0.1);
    expect(await descendants(host.child.pid ?? 0)).toEqual([]);
    host.child.kill('SIGTERM');
    await host.ended;
  });
});

describe('sounddesk devices', () => {
  it('lists what the sound server has, as a table and as JSON', async () => {
    const server = await startJack();
    try {
      const table = await sounddesk(['devices'], { env: server.env });
      expect(table).toMatchObject({ code: 0, stderr: '' });
      const [head, ...rows] = table.stdout.split('\n');
      expect(head).toMatch(/Kind +Name +Channels +Rate/);
      expect(rows[0]).toMatch(/\* +microphone +system +2 +48 kHz/);
      const json = await sounddesk(['devices', '--json'], { env: server.env });
      const devices = JSON.parse(json.stdout) as AudioDevice[];
      expect(devices.map(({ name, type, isDefault }) => ({ name, type, isDefault }))).toEqual([
        { name: 'system', type: 'input', isDefault: true },
        { name: 'system', type: 'output', isDefault: true },
      ]);
    } finally {
      await server.close();
    }
  });

  it('says that there are none where there are none', async () => {
    const runtimeDir = join(dir, 'run');
    mkdirSync(runtimeDir);
    const env = {
      XDG_RUNTIME_DIR: runtimeDir,
      PULSE_SERVER: `unix:${runtimeDir}/none`,
      JACK_NO_START_SERVER: '1',
    };
    const run = await sounddesk(['devices', '--json'], { env });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(Array.isArray(JSON.parse(run.stdout))).toBe(true);
  });
});

describe('sounddesk doctor', () => {
  it('says of each part whether it works, and what to do where it does not', async () => {
    const run = await sounddesk(['doctor', '--json'], { env: { PATH: '/nowhere' } });
    const findings = JSON.parse(run.stdout) as { id: string; status: string; remedy: string | null }[];
    const byId = Object.fromEntries(findings.map((finding) => [finding.id, finding]));
    expect(byId.addon).toMatchObject({ status: 'works', remedy: null });
    expect(byId.node?.status).toBe('works');
    expect(byId.ffmpeg).toMatchObject({
      status: 'missing',
      remedy: expect.stringContaining('apt-get') as string,
    });
    expect(byId.dataDir?.status).toBe('works');
    expect(run.code).toBe(0);
  });

  it('reads as a list', async () => {
    const run = await sounddesk(['doctor']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^ok {2}Node +v24/m);
    expect(run.stdout).toContain('All that is needed works.');
  });
});

describe('under an older Node', () => {
  const older = findOlderNode();

  it.skipIf(!older)('the command line runs itself again under the one of the project', async () => {
    const run = await observeProgram(older ?? '', [BIN, 'clean', 'missing.wav', '-o', 'out.wav'], {
      cwd: dir,
    });
    expect(run.code).toBe(1);
    expect(run.stderr).toBe('There is no file missing.wav. Check its name.\n');
  });

  it.skipIf(!older)('a signal reaches the command', async () => {
    let child: ChildProcess | undefined;
    let output = '';
    const running = observeProgram(older ?? '', [BIN, 'host', '--no-open', '--no-accounts', '--port', '0'], {
      cwd: dir,
      env: { ...process.env, SOUNDDESK_DATA_DIR: dataDir() },
      onStarted(started) {
        child = started;
        children.push(started);
        started.stdout?.on('data', (text: string) => (output += text));
      },
    });
    await expect.poll(() => ADDRESS.test(output), { timeout: 20_000 }).toBe(true);
    child?.kill('SIGTERM');
    expect((await running).code).toBe(0);
    expect(existsSync(join(dataDir(), 'host.lock'))).toBe(false);
  });
});

/** A Node in the path that is older than the project's. */
function findOlderNode(): string | null {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  for (const folder of [...folders, '/usr/bin', '/usr/local/bin']) {
    const path = join(folder, 'node');
    if (!existsSync(path)) continue;
    const major = Number(/^v(\d+)/.exec(execFileSync(path, ['--version']).toString())?.[1]);
    if (major >= 20 && major < 24) return path;
  }
  return null;
}

/** A link in what a command printed lets one browser into this host, and no second one. */
async function pairsOneBrowser(printed: string, host: { port: number; token: string }): Promise<void> {
  const [, port, secret = ''] = ADDRESS.exec(printed) ?? [];
  expect(Number(port)).toBe(host.port);
  expect(secret).not.toBe(host.token);
  const browser = await createBrowserIdentity();
  const channel = await openChannelAs(host.port, { kind: 'secret', secret, browser });
  channel.close();
  const second = { kind: 'secret', secret, browser: await createBrowserIdentity() } as const;
  await expect(openChannelAs(host.port, second)).rejects.toMatchObject({ details: { reason: 'usedLink' } });
}

async function occupyPort(port: number): Promise<Server | null> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
}

/** Processor time of a process so far; a tick is a hundredth of a second on Linux. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
