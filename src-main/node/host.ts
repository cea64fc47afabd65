import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import { ROUTES } from '../../src-shared/domain/routes.ts';
import { createCore, type AccountsPlace, type Core } from '../core/index.ts';
import { pluginHostBeside } from '../services/engine/index.ts';
import type { PinnedIssuer } from '../services/licence/index.ts';
import type { EngineLauncher, Log } from '../services/ports.ts';
import { createFileSettingsStore } from '../services/settings/index.ts';
import { startAccounts, type RunningAccounts } from './accounts.ts';
import { prepareDataDir } from './dataDir.ts';
import { acquireHostLock, INSTANCE_PATH } from './hostLock.ts';
import { createRpcSocket } from './http/rpcSocket.ts';
import { createPageServer, listen } from './http/server.ts';
import { createEngineLauncher } from './launchEngine.ts';
import { createLogFile, logFilePath } from './logFile.ts';
import { PLUGIN_HOST_PATH, readVersion, RENDERER_DIR } from './project.ts';
import { createTokenCheck, loadToken } from './token.ts';

/** Tried first, so that the address stays the same and what the browser keeps for it is found again. */
export const PREFERRED_PORT = 47800;

export interface HostOptions {
  dataDir: string;
  /** 0 takes any free port; unset the preferred one, or any free one where that is taken. */
  port?: number;
  rendererDir?: string;
  addonPath?: string;
  /** For what the engine process needs to find the sound servers. */
  env?: NodeJS.ProcessEnv;
  launchEngine?: EngineLauncher;
  /** Whether people have accounts here: those of the hosted project that `env` names, else of this machine. */
  hasAccounts?: boolean;
  /** Origins besides the host's own that may open the socket, for development servers. */
  allowedOrigins?: readonly string[];
  /** Account servers whose licences are believed; without it those that the build knows. */
  licenceIssuers?: readonly PinnedIssuer[];
}

export interface Host {
  /** Opens the app with its token. */
  address: string;
  token: string;
  port: number;
  core: Core;
  accounts: AccountsPlace | null;
  log: Log;
  close(): Promise<void>;
}

/** Starts the headless host. Throws `HostRunningError` where one has this data folder already. */
export async function startHost(options: HostOptions): Promise<Host> {
  prepareDataDir(options.dataDir);
  const lock = await acquireHostLock(options.dataDir);
  try {
    return await serve(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The address of a host, with the token that its data folder holds. */
export function hostAddress(port: number, token: string): string {
  return `http://127.0.0.1:${port}${ROUTES.dashboard}#token=${token}`;
}

export function tokenPath(dataDir: string): string {
  return join(dataDir, 'token');
}

async function serve(options: HostOptions, lock: Awaited<ReturnType<typeof acquireHostLock>>): Promise<Host> {
  const { dataDir } = options;
  const log = createLogFile({ dir: join(dataDir, 'logs'), nowMs: Date.now });
  const { token, wasReplaced } = loadToken(tokenPath(dataDir));
  if (wasReplaced) log.info('the token file was not private or damaged: there is a new token');
  // Before the first page: its Content-Security-Policy names where the accounts are.
  const accounts = options.hasAccounts
    ? await startAccounts({ dataDir, env: options.env ?? process.env, log })
    : null;
  try {
    return await serveWith(options, { lock, log, token, accounts });
  } catch (error) {
    await accounts?.close();
    throw error;
  }
}

interface Prepared {
  lock: Awaited<ReturnType<typeof acquireHostLock>>;
  log: Log;
  token: string;
  accounts: RunningAccounts | null;
}

async function serveWith(options: HostOptions, { lock, log, token, accounts }: Prepared): Promise<Host> {
  const place = accounts?.place ?? null;
  const core = createHostCore(options, { log, token, place });
  const server = createPageServer({
    rendererDir: options.rendererDir ?? RENDERER_DIR,
    log,
    texts: { [INSTANCE_PATH]: lock.instance },
    connectSources: place?.kind === 'project' ? [place.url] : [],
  });
  let port = 0;
  const socket = createRpcSocket({
    router: core.router,
    port: () => port,
    ...(options.allowedOrigins ? { allowedOrigins: options.allowedOrigins } : {}),
  });
  server.on('upgrade', socket.onUpgrade);
  try {
    port = await listenAt(server, options.port);
    lock.publish(port);
  } catch (error) {
    await core.close();
    throw error;
  }
  log.info('the host listens', { port, pid: process.pid });

  async function close(): Promise<void> {
    socket.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await core.close();
    await accounts?.close();
    await closed;
    lock.release();
    log.info('the host has closed', { port });
  }
  let closing: Promise<void> | null = null;
  return {
    address: hostAddress(port, token),
    token,
    port,
    core,
    accounts: place,
    log,
    close: () => (closing ??= close()),
  };
}

function createHostCore(
  options: HostOptions,
  { log, token, place }: { log: Log; token: string; place: AccountsPlace | null },
): Core {
  const { dataDir, addonPath, env } = options;
  return createCore({
    runtime: 'node',
    version: readVersion(),
    operatingSystem: `${platform()} ${release()} ${arch()}`,
    dataDir,
    settingsStore: createFileSettingsStore(join(dataDir, 'settings.json'), log),
    launchEngine:
      options.launchEngine ??
      createEngineLauncher({ log, ...(addonPath ? { addonPath } : {}), ...(env ? { env } : {}) }),
    ...(place ? { accounts: place } : {}),
    ...(options.licenceIssuers ? { licenceIssuers: options.licenceIssuers } : {}),
    pluginHostPath: addonPath ? pluginHostBeside(addonPath) : PLUGIN_HOST_PATH,
    env: env ?? process.env,
    clock: { nowMs: Date.now },
    createId: randomUUID,
    log,
    logFile: logFilePath(dataDir),
    isTokenValid: createTokenCheck(token),
  });
}

async function listenAt(server: Server, port: number | undefined): Promise<number> {
  if (port !== undefined) return await listen(server, port);
  try {
    return await listen(server, PREFERRED_PORT);
  } catch (error) {
    if (!['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return await listen(server, 0);
  }
}
