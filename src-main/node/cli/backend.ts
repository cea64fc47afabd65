import { setTimeout as delay } from 'node:timers/promises';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  backupBackend,
  BackendError,
  checkPages,
  outboxTokenOf,
  prepareBackendHome,
  restoreBackend,
  readBackendSecrets,
} from '../../../supabase/embedded/index.ts';
import { readDamage, reportDamage } from '../../../src-node/databaseDamage/index.ts';
import { LOCK_FILE_NAME } from '../../services/dataLock/index.ts';
import { startDetached } from '../backendLauncher.ts';
import { runBackend } from '../backendProcess.ts';
import { findDataDir, prepareDataDir } from '../dataDir.ts';
import { acquireHostLock, HostRunningError } from '../hostLock.ts';
import { EXIT, print, printError, UsageError } from './output.ts';
import { parseCommand, parseNumber } from './parse.ts';
import { reportWelcome } from './welcome.ts';
import { isAlive } from '../isAlive.ts';

const BACKEND_HELP = `sounddesk backend <start|stop|status|reset|backup|restore|checksums> [options]

Accounts, licences and organisations on this machine, without an account anywhere: a database,
its REST interface, sign-in, functions, and an outbox instead of mail. It listens on this machine
alone (127.0.0.1).

  start [--port N] [--foreground]   start it, and make it first where there is none
  stop                              end it cleanly
  status                            show its address, its public key and its outbox
  reset [--yes]                     delete everything in it
  backup FILE                       keep all of it in one archive (it pauses meanwhile)
  restore FILE [--yes]              put an archive in place of what is there
  checksums                         check every page of the database (it pauses meanwhile);
                                    an older one gets checksums first, as it does at a start

  --help                            print this

The first start prints a super admin's account and a trial licence key, once. The account's address
is $SOUNDDESK_ADMIN_EMAIL, else admin@sounddesk.example. Links in mails lead to
$SOUNDDESK_SITE_URL, else to this computer.
Exit codes: 0 done, 1 failed or (status) not running, 2 wrong usage.`;

const STOP_LIMIT_MS = 30_000;
const HOST_POLL_MS = 250;

type Options = { port?: number; isForeground: boolean; isSure: boolean; file: string | undefined };
type Action = (dataDir: string, options: Options) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  start,
  stop,
  status,
  reset,
  backup,
  restore,
  checksums,
};
const WITH_FILE = new Set(['backup', 'restore']);

/** Runs `sounddesk backend …`; resolves with the exit code. */
export async function runBackendCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('backend', args, {
    port: { type: 'string' },
    foreground: { type: 'boolean' },
    yes: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(BACKEND_HELP);
    return EXIT.ok;
  }
  const [name = '', file, ...more] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw new UsageError(`"backend" needs one of: ${Object.keys(ACTIONS).join(', ')}.`);
  if (WITH_FILE.has(name) !== (file !== undefined) || more.length > 0)
    throw new UsageError(
      WITH_FILE.has(name) ? `"backend ${name}" needs one FILE.` : `"backend ${name}" takes no "${file}".`,
    );
  const port = values.port === undefined ? undefined : parseNumber('port', values.port, 0, 65_535);
  const dataDir = findDataDir();
  prepareDataDir(dataDir);
  try {
    return await action(dataDir, {
      ...(port === undefined ? {} : { port }),
      isForeground: values.foreground ?? false,
      isSure: values.yes ?? false,
      file,
    });
  } catch (error) {
    if (!(error instanceof BackendError) && !(error instanceof HostRunningError)) throw error;
    printError(error.message);
    return EXIT.failed;
  }
}

async function start(dataDir: string, { port, isForeground }: Options): Promise<number> {
  const running = await findRunning(dataDir);
  if (running) {
    print(`The backend is already running: ${addressOf(running.port)}`);
    return EXIT.ok;
  }
  const onReady = async (readyPort: number) => {
    print(`The backend is ready: ${addressOf(readyPort)}`);
    warnOfDamage(dataDir);
    reportWelcome(dataDir);
  };
  if (isForeground) return runBackend({ dataDir, ...(port === undefined ? {} : { port }), onReady });
  const outcome = await startDetached(dataDir, port);
  if (!outcome.isReady) {
    printError(outcome.message);
    return EXIT.failed;
  }
  await onReady(outcome.port);
  return EXIT.ok;
}

async function stop(dataDir: string): Promise<number> {
  const wasRunning = await stopRunning(dataDir);
  print(wasRunning ? 'The backend has stopped.' : 'The backend is not running.');
  return EXIT.ok;
}

async function status(dataDir: string): Promise<number> {
  const running = await findRunning(dataDir);
  if (!running || running.port === 0) {
    print('The backend is not running. "npx sounddesk backend start" starts it.');
    return EXIT.failed;
  }
  const secrets = await readBackendSecrets(dataDir);
  const url = addressOf(running.port);
  print(`Address     ${url}`);
  print(`Public key  ${secrets.anonKey}`);
  print(`Outbox      ${url}/outbox?token=${outboxTokenOf(secrets, running.instance)}`);
  print(`Process     ${running.pid}`);
  warnOfDamage(dataDir);
  return EXIT.ok;
}

async function reset(dataDir: string, { isSure }: Options): Promise<number> {
  if (!(await confirms('Delete all accounts, licences and data of the backend on this machine?', isSure)))
    return EXIT.failed;
  await stopRunning(dataDir);
  const lock = await lockBackend(dataDir);
  try {
    const { home, databaseHome } = prepareBackendHome(dataDir);
    rmSync(databaseHome, { recursive: true, force: true });
    // The lock's file is what others wait at.
    for (const name of readdirSync(home))
      if (name !== LOCK_FILE_NAME) rmSync(join(home, name), { recursive: true, force: true });
  } finally {
    lock.release();
  }
  print('The backend is empty. The next start makes a new one.');
  return EXIT.ok;
}

async function backup(dataDir: string, { file = '' }: Options): Promise<number> {
  await whileStopped(dataDir, () => backupBackend(dataDir, file));
  print(`Kept in ${file}. It holds passwords' hashes and this backend's secrets: guard it.`);
  return EXIT.ok;
}

async function restore(dataDir: string, { file = '', isSure }: Options): Promise<number> {
  if (!(await confirms(`Put ${file} in place of the backend's data on this machine?`, isSure)))
    return EXIT.failed;
  await whileStopped(dataDir, () => restoreBackend(dataDir, file));
  print(`Restored from ${file}.`);
  return EXIT.ok;
}

async function checksums(dataDir: string): Promise<number> {
  const checked = await whileStopped(dataDir, () => checkPages(dataDir));
  if (checked.wereSwitchedOn) print('The database keeps checksums from now on.');
  if (checked.damaged.length === 0) {
    print('Every page of the database is as it was written.');
    return EXIT.ok;
  }
  const findings = checked.damaged.map(({ file, page }) => `page ${page} of ${file}`);
  for (const finding of findings) print(finding);
  printError(reportDamage({ foundAtMs: Date.now(), findings }));
  return EXIT.failed;
}

/** A database whose files are damaged keeps running with the rest; every command reports the damage. */
function warnOfDamage(dataDir: string): void {
  const damage = readDamage(prepareBackendHome(dataDir).home);
  if (damage) printError(reportDamage(damage));
}

/**
 * Does something with the data at rest; a backend that ran before runs afterwards. One that ends with a host
 * is started again by that host: started from here, it would continue when the host ends.
 */
async function whileStopped<Result>(dataDir: string, act: () => Promise<Result>): Promise<Result> {
  const running = await findRunning(dataDir);
  if (running) await endRunning(running, running.isAttached ? 'SIGUSR2' : 'SIGTERM');
  const lock = await lockBackend(dataDir);
  try {
    return await act();
  } finally {
    lock.release();
    if (running?.isAttached) await waitForHost(dataDir);
    else if (running) {
      const outcome = await startDetached(dataDir, running.port);
      if (!outcome.isReady) printError(`It could not be started again: ${outcome.message}`);
    }
  }
}

/** The host looks every second whether the data is free again. */
async function waitForHost(dataDir: string): Promise<void> {
  const deadlineMs = performance.now() + STOP_LIMIT_MS;
  while (performance.now() < deadlineMs) {
    await delay(HOST_POLL_MS);
    if (((await findRunning(dataDir))?.port ?? 0) > 0) return;
  }
  printError('The host has not started its backend again. Where it has ended, "npm start" starts both.');
}

async function confirms(question: string, isSure: boolean): Promise<boolean> {
  if (isSure) return true;
  if (!process.stdin.isTTY) throw new UsageError('This deletes data: say --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} (yes/no) `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}

function lockBackend(dataDir: string) {
  return acquireHostLock(prepareBackendHome(dataDir).home);
}

interface Running {
  pid: number;
  port: number;
  /** A host runs it, and starts it again where it rests. */
  isAttached: boolean;
  /** Of this start. */
  instance: string;
}

/** The backend that has the data folder now; null where there is none. */
async function findRunning(dataDir: string): Promise<Running | null> {
  try {
    (await lockBackend(dataDir)).release();
    return null;
  } catch (error) {
    if (!(error instanceof HostRunningError)) throw error;
    const { pid, port, isAttached, instance } = error;
    return { pid, port, isAttached, instance };
  }
}

/** Ends the backend and waits until it has; false where none ran. */
async function stopRunning(dataDir: string): Promise<boolean> {
  const running = await findRunning(dataDir);
  if (!running) return false;
  await endRunning(running, 'SIGTERM');
  return true;
}

async function endRunning(running: Running, signal: NodeJS.Signals): Promise<void> {
  // Nobody's number: 0 would mean this process and all that belong to it.
  if (running.pid <= 0)
    throw new BackendError(
      'BACKEND_RUNNING',
      'The backend runs, and could not note which process it is. End the SoundDesk that started it.',
    );
  process.kill(running.pid, signal);
  const deadlineMs = performance.now() + STOP_LIMIT_MS;
  while (isAlive(running.pid)) {
    if (performance.now() > deadlineMs)
      throw new BackendError(
        'BACKEND_RUNNING',
        `The backend (process ${running.pid}) does not end. End it with "kill -9 ${running.pid}": nothing is lost, the next start heals it.`,
      );
    await delay(50);
  }
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`;
