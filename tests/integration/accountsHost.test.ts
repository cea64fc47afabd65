import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { createCommandLine } from '../lib/commandLine.ts';
import { connectToHost } from '../lib/hostClient.ts';
import { runProgram } from '../lib/programs.ts';

const ADDRESS = /SoundDesk is ready: http:\/\/127\.0\.0\.1:(\d+)\/sounddesk-dashboard#token=([\w-]{43})/;
const WELCOME = /Super admin {3}(\S+)\n {2}Password {6}(\S+)\n {2}Trial licence (SD(?:-[A-Z0-9]{5}){4})\n/;

let dir: string;
let sounddesk: ReturnType<typeof createCommandLine>;
let children: ChildProcess[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-accounts-host-'));
  sounddesk = createCommandLine(dir);
  children = [];
});
afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  await expect.poll(backendPids, { timeout: 30_000 }).toEqual([]);
  const { databaseHome } = backendPaths(join(dir, '.data'), findDatabaseUser());
  rmSync(databaseHome, { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
});

/** Every process of this data folder's backend: its own, PostgreSQL's, PostgREST. */
async function backendPids(): Promise<string[]> {
  const { databaseHome } = backendPaths(join(dir, '.data'), findDatabaseUser());
  const own = existsSync(lockPath())
    ? [String((JSON.parse(readFileSync(lockPath(), 'utf8')) as { pid: number }).pid)]
    : [];
  const found = await runProgram('pgrep', ['-f', databaseHome]).catch(() => '');
  return [...own, ...found.trim().split('\n').filter(Boolean)].filter((pid) => existsSync(`/proc/${pid}`));
}
const lockPath = () => join(dir, '.data', 'backend', 'host.lock');

async function startHost(env: NodeJS.ProcessEnv = {}) {
  let output = '';
  let child: ChildProcess | undefined;
  const ended = sounddesk(['host', '--no-open', '--port', '0'], {
    env,
    onStarted(started) {
      child = started;
      children.push(started);
      started.stdout?.on('data', (text: string) => (output += text));
    },
  });
  await expect.poll(() => ADDRESS.test(output), { timeout: 60_000 }).toBe(true);
  const [, port, token] = ADDRESS.exec(output) ?? [];
  return {
    child: child as ChildProcess,
    ended,
    port: Number(port),
    token: token ?? '',
    output: () => output,
  };
}

const readAccounts = async (host: { port: number; token: string }) => {
  const client = connectToHost(host);
  const accounts = unwrap(await client.call('accounts.read'));
  client.close();
  return accounts;
};

describe('sounddesk host with accounts', () => {
  it('brings its backend up, shows the first account once, and leaves no process at Ctrl-C', async () => {
    const first = await startHost();
    await expect.poll(() => WELCOME.test(first.output())).toBe(true);
    const [, email, password] = WELCOME.exec(first.output()) ?? [];
    const accounts = await readAccounts(first);
    if (accounts.kind !== 'project') throw new Error(accounts.reason);
    const { url, anonKey } = accounts;
    const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: anonKey },
      body: JSON.stringify({ email, password }),
    });
    expect(answer.status).toBe(200);
    const page = await fetch(`http://127.0.0.1:${first.port}/auth`);
    // Their port may be another program's: pages reach them through the host.
    expect(page.headers.get('content-security-policy')).not.toContain(url);
    expect(await page.text()).not.toContain(anonKey);

    // As a terminal and npm do it: the signal arrives twice.
    first.child.kill('SIGINT');
    first.child.kill('SIGINT');
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await backendPids()).toEqual([]);

    const second = await startHost();
    // The same project; its port may have been taken by another program meanwhile.
    expect(await readAccounts(second)).toMatchObject({ kind: 'project', anonKey });
    expect(second.output()).not.toContain('shown once');
    second.child.kill('SIGTERM');
    await second.ended;
  });

  it('ends its backend also where it was killed itself', async () => {
    const host = await startHost();
    expect(await backendPids()).not.toEqual([]);
    host.child.kill('SIGKILL');
    await host.ended;
    await expect.poll(backendPids, { timeout: 20_000 }).toEqual([]);
  });

  it('starts its backend again, at the same address, where it was killed', async () => {
    const host = await startHost();
    const accounts = await readAccounts(host);
    const url = accounts.kind === 'project' ? accounts.url : '';
    const { pid } = JSON.parse(readFileSync(lockPath(), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    const isBack = () =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    await expect.poll(isBack, { timeout: 60_000, interval: 100 }).toBe(true);
    host.child.kill('SIGTERM');
    await host.ended;
  });

  it('starts its backend again after a backup, which does not make it outlive the host', async () => {
    const host = await startHost();
    const before = await readAccounts(host);
    const { pid } = JSON.parse(readFileSync(lockPath(), 'utf8')) as { pid: number };
    const backup = await sounddesk(['backend', 'backup', join(dir, 'kept.tar.gz')]);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(dir, 'kept.tar.gz'))).toBe(true);
    const after = JSON.parse(readFileSync(lockPath(), 'utf8')) as { pid: number; port: number };
    expect(after.pid).not.toBe(pid);
    expect(before).toMatchObject({ url: `http://127.0.0.1:${after.port}` });
    host.child.kill('SIGTERM');
    await host.ended;
    expect(existsSync(`/proc/${after.pid}`)).toBe(false);
    expect(await backendPids()).toEqual([]);
  });

  it('uses a backend that runs already, and lets it run', async () => {
    await sounddesk(['backend', 'start', '--port', '0']);
    const host = await startHost();
    const { pid } = JSON.parse(readFileSync(lockPath(), 'utf8')) as { pid: number };
    expect(await readAccounts(host)).toMatchObject({ kind: 'project', isOnThisMachine: true });
    host.child.kill('SIGTERM');
    await host.ended;
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    await sounddesk(['backend', 'stop']);
  });

  it('uses the hosted project that two settings name, and starts no backend', async () => {
    const env = {
      SOUNDDESK_SUPABASE_URL: 'https://abc.supabase.co',
      SOUNDDESK_SUPABASE_ANON_KEY: 'sb_publishable_x',
    };
    const host = await startHost(env);
    expect(await readAccounts(host)).toEqual({
      kind: 'project',
      url: 'https://abc.supabase.co',
      anonKey: 'sb_publishable_x',
      isOnThisMachine: false,
    });
    expect(existsSync(join(dir, '.data', 'backend'))).toBe(false);
    host.child.kill('SIGTERM');
    await host.ended;
  });

  it('does not start with one of the two settings', async () => {
    const run = await sounddesk(['host', '--no-open'], {
      env: { SOUNDDESK_SUPABASE_URL: 'https://abc.supabase.co' },
    });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toBe(
      'A hosted project needs two settings: set SOUNDDESK_SUPABASE_ANON_KEY too, or neither.\n',
    );
  });
});
