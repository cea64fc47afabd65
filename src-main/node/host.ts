import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import { createCore, type AccountsPlace, type Core, type CorePorts } from '../core/index.ts';
import { nameOfBrowser } from '../services/browsers/index.ts';
import { pluginHostBeside } from '../services/engine/index.ts';
import type { PlatformAddresses } from '../services/broadcastAccounts/index.ts';
import type { PinnedIssuer } from '../services/licence/index.ts';
import type { EngineLauncher, Log } from '../services/ports.ts';
import { createFileSettingsStore } from '../services/settings/index.ts';
import { startAccounts, type RunningAccounts } from './accounts.ts';
import { prepareDataDir } from './dataDir.ts';
import { acquireHostLock, INSTANCE_PATH } from './hostLock.ts';
import { createRpcSocket } from './http/rpcSocket.ts';
import { createPageServer, listen } from './http/server.ts';
import { createEngineLauncher, createRenderLauncher, createSpeechLauncher } from './launchEngine.ts';
import { createLogFile, logFilePath } from './logFile.ts';
import { findSpeechPrograms, KERNEL_PATH, PLUGIN_HOST_PATH, readVersion, RENDERER_DIR } from './project.ts';
import { createHostDoor, hostAddress, type HostDoor } from './door/index.ts';
import { readStartToken, writeStartToken, type StartToken } from './door/startToken.ts';

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
  /** How the backend of this machine is asked at its socket; for tests of one that fails. */
  openGateway?: (socketPath: string) => typeof fetch;
  /** For the Node of this machine's backend; for tests. */
  backendArguments?: readonly string[];
  /** Account servers whose licences are believed; without it those that the build knows. */
  licenceIssuers?: readonly PinnedIssuer[];
  /** Where accounts of a broadcast's platforms are; for tests. */
  platformAddresses?: PlatformAddresses;
  /** What puts another version in place of this one, and whom it believes; for tests. */
  updates?: Pick<CorePorts, 'updateProgram' | 'publisher'>;
}

export interface Host {
  /** Opens the app with the token of this start. */
  readonly address: string;
  /** Another one after a browser was removed. */
  readonly token: string;
  /** Called with each new address, which takes the place of the last. */
  onAddressChanged(listener: (address: string) => void): () => void;
  port: number;
  /** An address that opens the app in one browser, once: for what others may read, such as the arguments of a program. */
  createLink(): Promise<string>;
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

/** How to reach the host that runs on this data folder; null where none has said so. */
export function findStartToken(dataDir: string): StartToken | null {
  return readStartToken(tokenPath(dataDir));
}

const tokenPath = (dataDir: string) => join(dataDir, 'token');

async function serve(options: HostOptions, lock: Awaited<ReturnType<typeof acquireHostLock>>): Promise<Host> {
  const { dataDir, backendArguments } = options;
  const log = createLogFile({ dir: join(dataDir, 'logs'), nowMs: Date.now });
  // Before the first page: its Content-Security-Policy names where the accounts are.
  const accounts = options.hasAccounts
    ? await startAccounts({ dataDir, env: options.env ?? process.env, log, backendArguments })
    : null;
  try {
    return await serveWith(options, { lock, log, accounts });
  } catch (error) {
    await accounts?.close();
    throw error;
  }
}

interface Prepared {
  lock: Awaited<ReturnType<typeof acquireHostLock>>;
  log: Log;
  accounts: RunningAccounts | null;
}

async function serveWith(options: HostOptions, { lock, log, accounts }: Prepared): Promise<Host> {
  const { dataDir } = options;
  const place = accounts?.place ?? null;
  let port = 0;
  const door = await createHostDoor({ dataDir, port: () => port, clock: { nowMs: Date.now }, log });
  const core = createHostCore(options, { log, door, place });
  const server = createPageServer({
    rendererDir: options.rendererDir ?? RENDERER_DIR,
    log,
    texts: { [INSTANCE_PATH]: lock.instance },
    connectSources: hostedSources(place),
  });
  const socket = createRpcSocket({
    router: core.router,
    port: () => port,
    door: (userAgent) => door.forVisitor(nameOfBrowser(userAgent)),
    onBrowserCame: (browserId) => door.browsers.onUsed(browserId),
    ...(options.allowedOrigins ? { allowedOrigins: options.allowedOrigins } : {}),
  });
  server.on('upgrade', socket.onUpgrade);
  door.browsers.onRemoved((browserId) => socket.dismiss(browserId));
  door.onTokenRenewed((token) => reportStartToken(dataDir, { port, token }, log));
  try {
    port = await listenAt(server, options.port);
    reportStartToken(dataDir, { port, token: door.token }, log);
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
    rmSync(tokenPath(dataDir), { force: true });
    lock.release();
    log.info('the host has closed', { port });
  }
  let closing: Promise<void> | null = null;
  return {
    get address() {
      return hostAddress(port, door.token);
    },
    get token() {
      return door.token;
    },
    onAddressChanged: (listener) => door.onTokenRenewed((token) => listener(hostAddress(port, token))),
    port,
    createLink: async () => (await door.createLink()).url,
    core,
    accounts: place,
    log,
    close: () => (closing ??= close()),
  };
}

function createHostCore(
  options: HostOptions,
  { log, door, place }: { log: Log; door: HostDoor; place: AccountsPlace | null },
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
    launchRender: createRenderLauncher({ log, ...(env ? { env } : {}) }),
    launchSpeech: createSpeechLauncher({ log, ...(env ? { env } : {}) }),
    speechPrograms: findSpeechPrograms(),
    kernelPath: KERNEL_PATH,
    ...(place ? { accounts: place } : {}),
    ...(options.openGateway ? { openGateway: options.openGateway } : {}),
    ...(options.licenceIssuers ? { licenceIssuers: options.licenceIssuers } : {}),
    ...(options.platformAddresses ? { platformAddresses: options.platformAddresses } : {}),
    ...options.updates,
    pluginHostPath: addonPath ? pluginHostBeside(addonPath) : PLUGIN_HOST_PATH,
    env: env ?? process.env,
    clock: { nowMs: Date.now },
    createId: randomUUID,
    log,
    logFile: logFilePath(dataDir),
    door,
  });
}

/** The one place beyond this host that pages may talk to: a hosted project. That of this machine they reach through the host. */
function hostedSources(place: AccountsPlace | null): string[] {
  return place?.kind === 'project' && !place.isOnThisMachine ? [place.url] : [];
}

/** For the owner's other programs, such as `sounddesk open`; without it the printed address still opens the app. */
function reportStartToken(dataDir: string, startToken: StartToken, log: Log): void {
  try {
    writeStartToken(tokenPath(dataDir), startToken);
  } catch (error) {
    log.error('the token of this start could not be written', error);
  }
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
