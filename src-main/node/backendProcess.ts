/** The backend's own process: in the foreground, in the background, or beside the host; it reports its outcome to its parent. */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import {
  BackendError,
  forgetWelcome,
  gatewaySocketPath,
  prepareBackendHome,
  readBackendSecrets,
  readWelcome,
  startBackend,
  type Backend,
} from '../../supabase/embedded/index.ts';
import { BACKEND_RESTS_CODE, WELCOME_REPORTED, type BackendOutcome } from '../services/accounts/index.ts';
import { acquireHostLock, HostRunningError } from './hostLock.ts';
import { createLogFile } from './logFile.ts';
import { openParentLink } from './parentLink.ts';

const DEFAULT_ADMIN_EMAIL = 'admin@sounddesk.example';

/** How a backend ends: for good, or until somebody has worked on its data. */
type Ending = 'ended' | 'rests';

/**
 * Runs the backend in this process until a signal ends it; resolves with the exit code. A parent
 * that started us in the background gets the outcome of the start.
 */
export async function runBackend(options: {
  dataDir: string;
  port?: number;
  /** Anyone who started it starts it again where it rests. */
  isAttached?: boolean;
  /** Ends the backend as a signal does, at the first resolution. */
  until?: Promise<void>;
  onReady(port: number): Promise<void>;
}): Promise<number> {
  const { home } = prepareBackendHome(options.dataDir);
  const log = createLogFile({ dir: join(home, 'log'), nowMs: () => Date.now() });
  const lock = await acquireHostLock(home, { isAttached: options.isAttached ?? false });
  let backend: Backend;
  try {
    backend = await startBackend({
      dataDir: options.dataDir,
      ...(options.port === undefined ? {} : { port: options.port }),
      instance: lock.instance,
      nowMs: () => Date.now(),
      siteUrl: readSiteUrl(process.env.SOUNDDESK_SITE_URL),
      adminEmail: process.env.SOUNDDESK_ADMIN_EMAIL ?? DEFAULT_ADMIN_EMAIL,
      log: (message, error) => (error === undefined ? log.info(message) : log.error(message, error)),
    });
  } catch (error) {
    lock.release();
    throw error;
  }
  lock.publish(backend.port);
  if (backend.migrated.length > 0) log.info('migrations ran', { names: backend.migrated });
  const ending = Promise.race([
    untilSignal(options.isAttached ?? false),
    ...(options.until ? [options.until.then((): Ending => 'ended')] : []),
  ]);
  await options.onReady(backend.port);
  // Now, not at the end: a process that is killed leaves nothing for the next start.
  flushCompileCache();
  const how = await ending;
  await backend.close();
  lock.release();
  return how === 'rests' ? BACKEND_RESTS_CODE : 0;
}

function readSiteUrl(text = ''): string | undefined {
  if (text === '') return undefined;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new BackendError(
    'BACKEND_SITE_URL',
    `SOUNDDESK_SITE_URL is “${text}”: give a whole address, such as https://studio.example`,
  );
}

function untilSignal(mayRest: boolean): Promise<Ending> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve('ended'));
    // Windows has no such signal.
    if (mayRest && process.platform !== 'win32') process.once('SIGUSR2', () => resolve('rests'));
  });
}

/** Body of the process that is started in the background or beside a host. */
export async function runStarted(): Promise<number> {
  const parent = openParentLink();
  const notify = (outcome: BackendOutcome) => parent.notify(outcome);
  const dataDir = process.env.SOUNDDESK_DATA_DIR ?? '';
  const { home } = prepareBackendHome(dataDir);
  const port = process.env.SOUNDDESK_BACKEND_PORT;
  const isAttached = process.env.SOUNDDESK_BACKEND_ATTACHED === '1';
  const reported = async (readyPort: number) => ({
    port: readyPort,
    socketPath: gatewaySocketPath(home),
    anonKey: (await readBackendSecrets(dataDir)).anonKey,
  });
  try {
    return await runBackend({
      dataDir,
      ...(port ? { port: Number(port) } : {}),
      ...(isAttached ? { isAttached, until: parent.untilEnded } : {}),
      onReady: async (ready) => {
        const welcome = process.env.SOUNDDESK_BACKEND_REPORTS === '1' ? readWelcome(home) : null;
        parent.onMessage((message) => {
          if (message === WELCOME_REPORTED) forgetWelcome(home);
        });
        await notify({ isReady: true, ...(await reported(ready)), ...(welcome ? { welcome } : {}) });
      },
    });
  } catch (error) {
    if (!(error instanceof BackendError) && !(error instanceof HostRunningError)) throw error;
    const runningPort = error instanceof HostRunningError ? error.port : 0;
    const running = runningPort > 0 ? { running: await reported(runningPort) } : {};
    await notify({ isReady: false, message: error.message, ...running });
    return 1;
  }
}
