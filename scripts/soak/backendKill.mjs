/**
 * Kills the whole backend with SIGKILL at random moments while accounts sign up and devices are activated, and starts
 * it again: `node scripts/soak/backendKill.mjs [--times 100] [--seed 1]`.
 *
 * What was acknowledged must be there: every account signs in again, every device's token is renewed, and a licence
 * of three devices has never more than three. The next start must heal on its own. The rate limits of this machine are
 * cleared between the rounds, straight in the database.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { createLicenceKey } from '../../src-shared/domain/licence.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { createCommandLine } from '../../tests/lib/commandLine.ts';
import { runProgram } from '../../tests/lib/programs.ts';
import { createRandom } from '../../tests/lib/random.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const times = Number(values.times);
if (!(times >= 1)) throw new Error('--times is at least 1');

const PASSWORD = 'correct horse 7';
const MAX_DEVICES = 3;
/** Fewer than a round's rate limits. */
const MOST_SIGN_UPS = 25;
const MOST_ACTIVATIONS = 50;

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-backend-kill-'));
const sounddesk = createCommandLine(dir);
const paths = backendPaths(path.join(dir, '.data'), findDatabaseUser());
const random = createRandom(Number(values.seed));
const sum = { accounts: 0, devices: 0, failures: 0, startMs: [] };

try {
  for (let round = 1; round <= times; round += 1) {
    const problems = await runRound(round);
    for (const problem of problems) say(`  FAILED: ${problem}`);
    if (problems.length > 0) sum.failures += 1;
  }
} finally {
  await sounddesk(['backend', 'reset', '--yes']);
  rmSync(dir, { recursive: true, force: true });
}
sum.startMs.sort((a, b) => a - b);
say('');
say(`${times} kills: ${sum.accounts} accounts and ${sum.devices} devices acknowledged`);
say(`start after a kill: median ${at(0.5)} ms, most ${at(1)} ms`);
say(sum.failures === 0 ? 'Nothing that was acknowledged is lost.' : `${sum.failures} rounds failed.`);
process.exitCode = sum.failures === 0 ? 0 : 1;

async function runRound(round) {
  const running = await start();
  const licence = await addLicence();
  const accounts = [];
  const devices = [];
  let isKilled = false;
  const signUps = repeat(MOST_SIGN_UPS, async (index) => {
    const email = `user-${round}-${index}@example.org`;
    const { error } = await running.client.auth.signUp({ email, password: PASSWORD });
    if (!error) accounts.push(email);
    return !error;
  });
  const activations = repeat(MOST_ACTIVATIONS, async (index) => {
    const deviceId = `device-${round}-${String(index).padStart(8, '0')}`;
    const answer = await callFunction(running, 'activate-license', {
      licenceKey: licence,
      deviceId,
      platform: 'linux',
    });
    if (answer?.status === 200) devices.push({ deviceId, token: answer.body.data.token });
    return answer !== null;
  });
  async function repeat(most, act) {
    for (let index = 0; index < most && !isKilled; index += 1) if (!(await act(index))) return;
  }
  const afterMs = Math.round(random() * 2500);
  await sleep(afterMs);
  isKilled = true;
  for (const pid of await treeOf(running.pid)) kill(pid);
  await Promise.all([signUps, activations]);

  const again = await start();
  const problems = [];
  for (const email of accounts) {
    const { error } = await again.client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) problems.push(`${email} cannot sign in: ${error.message}`);
  }
  for (const device of devices) {
    const answer = await callFunction(again, 'refresh-license', device);
    if (answer?.status !== 200) problems.push(`${device.deviceId}: ${JSON.stringify(answer?.body)}`);
  }
  if (devices.length > MAX_DEVICES) problems.push(`${devices.length} devices were activated`);
  sum.accounts += accounts.length;
  sum.devices += devices.length;
  sum.startMs.push(again.startMs);
  say(
    `${round}: killed after ${afterMs} ms, ${accounts.length} accounts, ${devices.length} devices, again in ${again.startMs} ms`,
  );
  return problems;
}

/** Starts the backend, or finds the one that runs. */
async function start() {
  const beganMs = performance.now();
  const { code, stderr } = await sounddesk(['backend', 'start', '--port', '0']);
  const startMs = Math.round(performance.now() - beganMs);
  if (code !== 0) throw new Error(`It did not start: ${stderr}`);
  const { stdout } = await sounddesk(['backend', 'status']);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout)?.[0] ?? '';
  const key = /Public key\s+(\S+)/.exec(stdout)?.[1] ?? '';
  const pid = Number(/Process\s+(\d+)/.exec(stdout)?.[1]);
  await onDatabase((client) => client.query('delete from private.rate_limits'));
  const client = createClient(url, key, { auth: { autoRefreshToken: false, persistSession: false } });
  return { url, key, pid, client, startMs };
}

/** Null where nobody answers any more. */
async function callFunction({ url, key }, name, input) {
  try {
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: key },
      body: JSON.stringify(input),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

async function addLicence() {
  const key = createLicenceKey(randomBytes);
  await onDatabase((client) =>
    client.query(
      `insert into license_keys (user_email, key_hash, key_prefix, platform, max_devices, trial_ends_at)
       values ('soak@example.org', $1, $2, 'desktop', $3, now() + interval '14 days')`,
      [createHash('sha256').update(key).digest(), key.slice(0, 8), MAX_DEVICES],
    ),
  );
  return key;
}

async function onDatabase(act) {
  const { postgresPassword } = JSON.parse(readFileSync(path.join(paths.home, 'secrets.json'), 'utf8'));
  const { connectable } = await import('../../supabase/embedded/cluster.ts');
  const { socketDirOf } = await import('../../supabase/embedded/sockets.ts');
  const client = new pg.Client(
    connectable(socketDirOf(paths.databaseHome)).connection('postgres', postgresPassword, 'sounddesk'),
  );
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** It may have ended on its own since it was listed. */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** All processes below one, itself included. */
async function treeOf(pid) {
  if (!existsSync(`/proc/${pid}`)) return [];
  const children = (await runProgram('pgrep', ['-P', String(pid)]).catch(() => '')).trim();
  const below = await Promise.all(
    children
      .split('\n')
      .filter(Boolean)
      .map((child) => treeOf(Number(child))),
  );
  return [pid, ...below.flat()];
}

function at(share) {
  return sum.startMs[Math.min(sum.startMs.length - 1, Math.floor(share * sum.startMs.length))];
}
