/** The backend's own process: in the foreground, in the background, or beside the host; its outcome is told by IPC. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  BackendError,
  prepareBackendHome,
  startBackend,
  type Backend,
} from '../../supabase/embedded/index.ts';
import { acquireHostLock, HostRunningError } from './hostLock.ts';
import { createLogFile } from './logFile.ts';
import { PROJECT_DIR } from './project.ts';

const DEFAULT_ADMIN_EMAIL = 'admin@sounddesk.example';

const outcomeSchema = z.discriminatedUnion('isReady', [
  z.object({ isReady: z.literal(true), port: z.number() }),
  z.object({
    isReady: z.literal(false),
    message: z.string(),
    /** Where another process serves this data folder's backend already. */
    runningPort: z.number().optional(),
  }),
]);
type Outcome = z.infer<typeof outcomeSchema>;

/**
 * Runs the backend in this process until a signal ends it; resolves with the exit code. A parent
 * that started us in the background is told how the start ended.
 */
export async function runBackend(options: {
  dataDir: string;
  port?: number;
  /** Ends the backend as a signal does, at the first resolution. */
  until?: Promise<void>;
  onReady(port: number): Promise<void>;
}): Promise<number> {
  const { home } = prepareBackendHome(options.dataDir);
  const log = createLogFile({ dir: join(home, 'log'), nowMs: () => Date.now() });
  const lock = await acquireHostLock(home);
  let backend: Backend;
  try {
    backend = await startBackend({
      dataDir: options.dataDir,
      ...(options.port === undefined ? {} : { port: options.port }),
      instance: lock.instance,
      nowMs: () => Date.now(),
      adminEmail: process.env.SOUNDDESK_ADMIN_EMAIL ?? DEFAULT_ADMIN_EMAIL,
      log: (message, error) => (error === undefined ? log.info(message) : log.error(message, error)),
    });
  } catch (error) {
    lock.release();
    throw error;
  }
  lock.publish(backend.port);
  if (backend.migrated.length > 0) log.info('migrations ran', { names: backend.migrated });
  const ended = Promise.race([untilSignal(), ...(options.until ? [options.until] : [])]);
  await options.onReady(backend.port);
  await ended;
  await backend.close();
  lock.release();
  return 0;
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

/** Whoever started us has gone: killed, or ended in a hurry. */
function untilAlone(): Promise<void> {
  return new Promise((resolve) => {
    process.once('disconnect', () => resolve());
    if (!process.connected) resolve();
  });
}

/** Starts the backend in a process of its own, which goes on when this one ends. */
export async function startDetached(dataDir: string, port: number | undefined): Promise<Outcome> {
  const { child, outcome } = startProcess(dataDir, port, true);
  const settled = await outcome;
  if (child.connected) child.disconnect();
  child.unref();
  return settled;
}

/** Starts the backend in a process that ends with this one, however this one ends. */
export async function startAttached(
  dataDir: string,
  port: number | undefined,
): Promise<{ child: ChildProcess; outcome: Outcome }> {
  const { child, outcome } = startProcess(dataDir, port, false);
  return { child, outcome: await outcome };
}

function startProcess(dataDir: string, port: number | undefined, isDetached: boolean) {
  const { home } = prepareBackendHome(dataDir);
  mkdirSync(join(home, 'log'), { recursive: true, mode: 0o700 });
  const log = openSync(join(home, 'log', 'output.log'), 'a', 0o600);
  const child = spawn(process.execPath, [join(PROJECT_DIR, 'src-main', 'node', 'backendMain.ts')], {
    cwd: home,
    env: {
      ...process.env,
      SOUNDDESK_DATA_DIR: dataDir,
      SOUNDDESK_BACKEND_PORT: port === undefined ? '' : String(port),
      SOUNDDESK_BACKEND_ATTACHED: isDetached ? '' : '1',
    },
    stdio: ['ignore', log, log, 'ipc'],
    // In a group of its own the terminal's Ctrl-C does not reach it: whoever started it ends it.
    detached: true,
  });
  closeSync(log);
  const outcome = new Promise<Outcome>((resolve) => {
    child.once('message', (message) => resolve(outcomeSchema.parse(message)));
    child.once('error', (error) => resolve({ isReady: false, message: error.message }));
    child.once('exit', (code, signal) =>
      resolve({
        isReady: false,
        message: `The backend ended while it started (${signal ?? `code ${code}`}). Its log says why: ${join(home, 'log', 'output.log')}`,
      }),
    );
  });
  return { child, outcome };
}

/** Body of the process that is started here. */
export async function runStarted(): Promise<number> {
  const tell = (outcome: Outcome) =>
    new Promise<void>((resolve) => {
      if (process.send) process.send(outcome, () => resolve());
      else resolve();
    });
  const port = process.env.SOUNDDESK_BACKEND_PORT;
  try {
    return await runBackend({
      dataDir: process.env.SOUNDDESK_DATA_DIR ?? '',
      ...(port ? { port: Number(port) } : {}),
      ...(process.env.SOUNDDESK_BACKEND_ATTACHED ? { until: untilAlone() } : {}),
      onReady: (ready) => tell({ isReady: true, port: ready }),
    });
  } catch (error) {
    if (!(error instanceof BackendError) && !(error instanceof HostRunningError)) throw error;
    const runningPort = error instanceof HostRunningError ? error.port : 0;
    await tell({ isReady: false, message: error.message, ...(runningPort ? { runningPort } : {}) });
    return 1;
  }
}
