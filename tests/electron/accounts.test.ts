import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createClient as createSupabase } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appContract, PROTOCOL_VERSION, type AppContract } from '../../src-shared/contract/index.ts';
import { unwrap, type Answer } from '../../src-shared/contract/errors.ts';
import { createClient, type Client } from '../../src-shared/rpc/index.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { createPackagedLayout, type PackagedLayout } from './standIn/layout.ts';
import { launchStandIn, type StandInApp } from './standIn/launch.ts';

let layout: PackagedLayout;
let dataDir: string;
let databaseHome: string;
const apps: StandInApp[] = [];

beforeAll(async () => {
  layout = await createPackagedLayout('tiny', { hasBackend: true });
  dataDir = path.join(layout.home, 'userData/data');
  databaseHome = backendPaths(dataDir, findDatabaseUser()).databaseHome;
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  rmSync(databaseHome, { recursive: true, force: true });
  layout.remove();
});

function openClient(app: StandInApp): Client<AppContract> {
  return createClient({
    contract: appContract,
    protocolVersion: PROTOCOL_VERSION,
    openChannel: () => app.openChannel(),
  });
}

async function launch(env: NodeJS.ProcessEnv = {}): Promise<StandInApp> {
  const app = await launchStandIn(layout, { env: { ...process.env, ...env } });
  apps.push(app);
  await app.ask('settle');
  return app;
}

/** A call that was under way when the page was loaded again is answered to nobody. */
const ATTEMPT_LIMIT_MS = 5000;

/** Asks as a page does: what the page before did not hear is asked again by the next one. */
async function ask<T>(
  app: StandInApp,
  call: (client: Client<AppContract>) => Promise<Answer<T>>,
): Promise<T> {
  let hasEnded = false;
  void app.ended.then(() => (hasEnded = true));
  for (;;) {
    if (hasEnded) throw new Error(`The app has ended: ${app.output}`);
    const client = openClient(app);
    const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), ATTEMPT_LIMIT_MS));
    const answer = await Promise.race([call(client), silence]);
    client.close();
    if (answer && (answer.success || answer.error.code !== 'CONNECTION_LOST')) return unwrap(answer);
  }
}

async function quit(app: StandInApp): Promise<void> {
  await app.ask('quit').catch(() => undefined); // The answer may not come any more.
  expect(await app.ended).toBe(0);
}

async function readProject(app: StandInApp) {
  const accounts = await ask(app, (client) => client.call('accounts.read'));
  if (accounts.kind !== 'project') throw new Error(accounts.reason);
  return accounts;
}

const pidOfBackend = () =>
  (JSON.parse(readFileSync(path.join(dataDir, 'backend/host.lock'), 'utf8')) as { pid: number }).pid;

/** Processes whose command line names the database's folder or the backend's bundle. */
function backendProcesses(): string[] {
  const entry = path.join(layout.appFolder, 'out/electron/backend.js');
  return readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      return line.includes(entry) || line.includes(databaseHome);
    } catch {
      return false; // It ended while we looked.
    }
  });
}

describe.skipIf(!existsSync('/proc') || process.arch !== 'x64')('the accounts of the desktop app', () => {
  it('come from the backend that starts with it; the first account is reported once; nothing is left behind', async () => {
    const first = await launch();
    const { url, anonKey, isOnThisMachine } = await readProject(first);
    expect(isOnThisMachine).toBe(true);
    const page = await first.ask('load', 'sounddesk-app://app/auth');
    // Their port may be another program's: pages reach them through the app.
    expect(page.headers['content-security-policy']).not.toContain(url);
    const { messageBoxes, clipboard, errorBoxes } = await first.ask('recorded');
    expect(errorBoxes).toEqual([]);
    expect(messageBoxes).toEqual([expect.stringContaining('shown once')]);
    const [, email = '', password = ''] = /Super admin +(\S+)\nPassword +(\S+)/.exec(clipboard) ?? [];
    const supabase = createSupabase(url, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { error } = await supabase.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    await quit(first);
    expect(backendProcesses()).toEqual([]);

    const second = await launch();
    expect((await readProject(second)).anonKey).toBe(anonKey);
    expect((await second.ask('recorded')).messageBoxes).toEqual([]);
    await quit(second);
    expect(backendProcesses()).toEqual([]);
  });

  it('come back at the same address where the backend was killed', async () => {
    const running = await launch();
    const { url } = await readProject(running);
    const pid = pidOfBackend();
    process.kill(pid, 'SIGKILL');
    const isBack = () =>
      pidOfBackend() !== pid &&
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isBack, { timeout: 60_000, interval: 100 }).toBe(true);
    await quit(running);
    expect(backendProcesses()).toEqual([]);
  });

  it.each([
    ['in the keychain', {}, 'keychain', 'licence.secret.enc'],
    [
      'in a file where the desktop has no keychain',
      { STAND_IN_KEYCHAIN: 'basic_text' },
      'file',
      'licence.secret.json',
    ],
  ] as const)('keep the licence %s, and say so', async (_name, env, keptIn, file) => {
    rmSync(path.join(dataDir, 'licence.secret.enc'), { force: true });
    const running = await launch(env);
    await readProject(running);
    const { device } = await ask(running, (client) => client.call('licence.chooseFreeTier'));
    expect(device.keptIn).toBe(keptIn);
    expect(existsSync(path.join(dataDir, file))).toBe(true);
    expect(readFileSync(path.join(dataDir, file), 'utf8').includes('installId')).toBe(keptIn === 'file');
    await quit(running);
  });
});
