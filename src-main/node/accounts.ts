/** Where the host's people have their accounts: a hosted project, or the backend of this machine. */
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { BackendError, readBackendSecrets } from '../../supabase/embedded/index.ts';
import type { AccountsPlace } from '../core/index.ts';
import { readHostedProject } from '../services/accounts/index.ts';
import type { Log } from '../services/ports.ts';
import { startAttached } from './backendProcess.ts';

const RESTART_PAUSE_MS = 1000;
const STOP_LIMIT_MS = 20_000;

export interface RunningAccounts {
  place: AccountsPlace;
  close(): Promise<void>;
}

export interface AccountsOptions {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  log: Log;
}

/**
 * Finds the accounts; starts the backend of this machine where none runs and the settings name no
 * hosted project. Where it cannot run, the reason is answered and the app works without.
 * Throws `AccountSettingsError` where the settings are wrong.
 */
export async function startAccounts({ dataDir, env, log }: AccountsOptions): Promise<RunningAccounts> {
  const hosted = readHostedProject(env);
  if (hosted) return { place: hosted, close: async () => undefined };
  try {
    return await startOwn(dataDir, log);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    return none(error.message, log);
  }
}

async function placeOf(dataDir: string, port: number): Promise<AccountsPlace> {
  const { anonKey } = await readBackendSecrets(dataDir);
  return { kind: 'project', url: `http://127.0.0.1:${port}`, anonKey, isOnThisMachine: true };
}

function none(message: string, log: Log): RunningAccounts {
  log.info('there are no accounts', { message });
  return { place: { kind: 'none', reason: message }, close: async () => undefined };
}

async function startOwn(dataDir: string, log: Log): Promise<RunningAccounts> {
  const first = await startAttached(dataDir, undefined);
  if (!first.outcome.isReady) {
    const { runningPort, message } = first.outcome;
    // Started by hand: it is used, and goes on when this host ends.
    return runningPort
      ? { place: await placeOf(dataDir, runningPort), close: async () => undefined }
      : none(message, log);
  }
  const { port } = first.outcome;
  const supervisor = supervise(first.child, () => startAttached(dataDir, port), log);
  try {
    return { place: await placeOf(dataDir, port), close: () => supervisor.close() };
  } catch (error) {
    await supervisor.close();
    throw error;
  }
}

/** Starts the backend again, at the same address, where it ends and nobody asked it to. */
function supervise(first: ChildProcess, start: () => ReturnType<typeof startAttached>, log: Log) {
  let current: ChildProcess | null = first;
  let isClosing = false;
  let restarting: Promise<void> | null = null;

  const restart = async () => {
    log.error('the backend ended and is started again', new Error('unexpected end'));
    while (!isClosing) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      if (isClosing) return;
      const { child, outcome } = await start();
      if (outcome.isReady) return watch(child);
      log.error('the backend could not be started again', new Error(outcome.message));
    }
  };
  const watch = (child: ChildProcess) => {
    current = child;
    child.once('exit', (code) => {
      current = null;
      // Zero is an end in good order: "sounddesk backend stop", a reset or a backup.
      if (!isClosing && code !== 0) restarting = restart();
    });
  };
  watch(first);
  return {
    async close() {
      isClosing = true;
      await restarting;
      if (current) await end(current);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await gone;
  clearTimeout(killer);
}
