/** Starts the backend's own process: one that continues on its own, or one that ends with anyone who started it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { prepareBackendHome } from '../../supabase/embedded/index.ts';
import { outcomeOf, type BackendOutcome } from '../services/accounts/index.ts';
import type { BackendLauncher, BackendProcess } from '../services/ports.ts';
import { BACKEND_ENTRY, BACKEND_PARTS } from './project.ts';

/** Starts the backend in a process that continues when this one ends. */
export async function startDetached(dataDir: string, port: number | undefined): Promise<BackendOutcome> {
  const child = spawnBackend(dataDir, port, false);
  const outcome = await outcomeOf(wrap(child));
  if (child.process.connected) child.process.disconnect();
  child.process.unref();
  return outcome;
}

/** Starts backends that end with this process, however this one ends; `nodeArguments` are those of their Node. */
export function createAttachedLauncher(
  dataDir: string,
  nodeArguments: readonly string[] = [],
): BackendLauncher {
  return (port) => wrap(spawnBackend(dataDir, port, true, nodeArguments));
}

interface Spawned {
  process: ChildProcess;
  logFile: string;
}

function spawnBackend(
  dataDir: string,
  port: number | undefined,
  isAttached: boolean,
  nodeArguments: readonly string[] = [],
): Spawned {
  const { home } = prepareBackendHome(dataDir);
  const logFile = join(home, 'log', 'output.log');
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [...SMALL_HEAP, ...nodeArguments, BACKEND_ENTRY], {
    cwd: home,
    env: {
      ...process.env,
      SOUNDDESK_DATA_DIR: dataDir,
      SOUNDDESK_BACKEND_PARTS: BACKEND_PARTS,
      SOUNDDESK_BACKEND_PORT: port === undefined ? '' : String(port),
      SOUNDDESK_BACKEND_ATTACHED: isAttached ? '1' : '',
    },
    stdio: ['ignore', log, log, 'ipc'],
    // In a group of its own the terminal's Ctrl-C does not reach it: anyone who started it ends it.
    detached: true,
  });
  closeSync(log);
  return { process: child, logFile };
}

/** It answers short requests: young objects die at once, and a small nursery is collected in time. */
const SMALL_HEAP = ['--max-semi-space-size=2', '--disable-warning=ExperimentalWarning'];

function wrap({ process: child, logFile }: Spawned): BackendProcess {
  return {
    logFile,
    post(message) {
      if (child.connected) child.send(message);
    },
    onMessage(listener) {
      child.on('message', listener);
      child.once('error', ({ message }) => listener({ isReady: false, message }));
    },
    onExit(listener) {
      if (child.exitCode === null && child.signalCode === null)
        child.once('exit', (code, signal) => listener({ code, signal }));
      else listener({ code: child.exitCode, signal: child.signalCode });
    },
    stop: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
  };
}
