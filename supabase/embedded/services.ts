/** What answers requests on top of a running cluster: PostgREST, auth, functions, outbox, gateway. */
import pg from 'pg';
import { createGatewayFetch } from '../../src-node/gatewayFetch/index.ts';
import type { Connectable } from './cluster.ts';
import { createAuthHandler, type AuthConfig } from './auth/index.ts';
import { DEFAULT_COST } from './auth/passwords.ts';
import { createAfterwards, type Afterwards } from './afterwards.ts';
import { createRateLimiter, DEFAULT_RATES, type RateRules } from './auth/rateLimits.ts';
import { createFunctions, type FunctionsOptions } from './functions.ts';
import { startGateway, type Gateway, type GatewayOptions } from './gateway.ts';
import { createOutbox, outboxTokenOf, type Outbox } from './outbox.ts';
import { delay } from './delay.ts';
import { startRest, type Rest } from './rest.ts';
import { startUpkeep } from './upkeep.ts';
import type { Secrets } from './secrets.ts';
import type { SystemUser } from './systemUser.ts';

const RESTART_PAUSE_MS = 500;
/** Connections of the auth server. */
const POOL_SIZE = 8;

export interface ServicesOptions {
  cluster: Connectable;
  database: string;
  secrets: Secrets;
  postgrest: string;
  /** PostgREST's configuration; readable by who runs it. */
  configDir: string;
  user: SystemUser | null;
  /** Folder of the mails. */
  outboxDir: string;
  restLogFile: string;
  /** The gateway's port, 0 for a free one. */
  port: number;
  /** The gateway's socket, of `prepareGatewaySocket`. */
  gatewaySocket: string;
  nowMs: () => number;
  instance?: string;
  gateway?: Partial<Pick<GatewayOptions, 'bodyTimeoutMs'>>;
  auth?: Partial<AuthConfig>;
  rates?: Partial<RateRules>;
  payPal?: FunctionsOptions['payPal'];
  /** How often the server looks after itself (probes, due deletions); without it, it is asked to. */
  upkeepEveryMs?: number;
  /** Whether damage was found in the database's files. */
  isDatabaseDamaged?: () => boolean;
  /** Called for each PostgREST, so that one left behind can be ended. */
  onRestStarted?: (pid: number) => void;
  log: (message: string, error?: unknown) => void;
}

export interface Services {
  readonly url: string;
  readonly port: number;
  readonly outbox: Outbox;
  /** Resolves when what was asked for so far is done, mails that leave after an answer included. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function startServices(options: ServicesOptions): Promise<Services> {
  const { secrets, nowMs, log, instance = '' } = options;
  const outbox = createOutbox(options.outboxDir, nowMs);
  const pool = openAuthPool(options);
  const afterwards = createAfterwards(log);
  const rest = await superviseRest(options);
  const config = authConfigOf(options);
  const functions: Record<string, (request: Request) => Promise<Response>> = {};
  const gateway = await startGatewayOr(
    async () => {
      await rest.close();
      await pool.end();
    },
    {
      port: options.port,
      socketPath: options.gatewaySocket,
      restSocket: () => rest.current()?.socketPath ?? null,
      auth: openAuth(options, { config, pool, outbox, afterwards }),
      functions,
      outbox,
      outboxToken: outboxTokenOf(secrets, instance),
      instance,
      keys: [secrets.anonKey, secrets.serviceKey],
      onError: log,
      ...options.gateway,
    },
  );
  const url = `http://127.0.0.1:${gateway.port}`;
  // Known when the gateway listens; nobody can ask before.
  if (config.publicUrl === '') config.publicUrl = url;
  Object.assign(functions, openFunctions(options, url, config.siteUrl, outbox));
  const upkeep =
    options.upkeepEveryMs === undefined ? null : startUpkeep(functions, url, options.upkeepEveryMs, options);
  return {
    url,
    port: gateway.port,
    outbox,
    settled: () => afterwards.settled(),
    async close() {
      await upkeep?.close();
      await gateway.close();
      await afterwards.close();
      await rest.close();
      await pool.end();
    },
  };
}

function openAuthPool({ cluster, database, secrets, log }: ServicesOptions): pg.Pool {
  const pool = new pg.Pool({
    ...cluster.connection('supabase_auth_admin', secrets.authPassword, database),
    max: POOL_SIZE,
    idleTimeoutMillis: 10_000,
  });
  // An idle connection that the server ends is replaced at the next query.
  pool.on('error', (error) => log('a database connection ended', error));
  return pool;
}

function authConfigOf({ secrets, auth }: ServicesOptions): AuthConfig {
  return {
    jwtSecret: secrets.jwtSecret,
    refreshSecret: secrets.refreshSecret,
    publicUrl: '',
    siteUrl: 'http://127.0.0.1:47800/',
    isConfirmationRequired: false,
    accessTokenSec: 3600,
    passwordCost: DEFAULT_COST,
    ...auth,
  };
}

function openAuth(
  { secrets, rates, nowMs }: ServicesOptions,
  {
    config,
    pool,
    outbox,
    afterwards,
  }: { config: AuthConfig; pool: pg.Pool; outbox: Outbox; afterwards: Afterwards },
) {
  return createAuthHandler({
    config,
    pool,
    limit: createRateLimiter({
      rules: { ...DEFAULT_RATES, ...rates },
      db: pool,
      secret: secrets.refreshSecret,
      nowMs,
    }),
    sendMail: (mail) => outbox.send(mail),
    later: (work) => afterwards.add(work),
    nowMs,
  });
}

function openFunctions(options: ServicesOptions, url: string, siteUrl: string, outbox: Outbox) {
  return createFunctions({
    ...(options.isDatabaseDamaged ? { isDatabaseDamaged: options.isDatabaseDamaged } : {}),
    url,
    // By the socket: a request that is under way when the gateway closes cannot send the service key to anybody else.
    fetch: createGatewayFetch(options.gatewaySocket),
    secrets: options.secrets,
    sendMail: (mail) => outbox.send(mail),
    siteUrl,
    nowMs: options.nowMs,
    ...(options.payPal ? { payPal: options.payPal } : {}),
  });
}

/** Starts the gateway; where it cannot listen, what was started before it is ended. */
async function startGatewayOr(undo: () => Promise<void>, options: GatewayOptions): Promise<Gateway> {
  try {
    return await startGateway(options);
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Starts PostgREST again where it ends on its own. */
async function superviseRest(options: ServicesOptions) {
  let current: Rest | null = null;
  let isClosing = false;
  const start = async () => {
    current = await startRest({
      binary: options.postgrest,
      cluster: options.cluster,
      database: options.database,
      password: options.secrets.restPassword,
      jwtSecret: options.secrets.jwtSecret,
      configDir: options.configDir,
      user: options.user,
      logFile: options.restLogFile,
    });
    options.onRestStarted?.(current.pid);
    current.onUnexpectedExit(() => void restart());
  };
  const restart = async () => {
    current = null;
    while (!isClosing) {
      options.log('PostgREST ended and is started again');
      await delay(RESTART_PAUSE_MS);
      try {
        if (!isClosing) await start();
        return;
      } catch (error) {
        options.log('PostgREST could not be started again', error);
      }
    }
  };
  await start();
  return {
    current: () => current,
    async close() {
      isClosing = true;
      await current?.stop();
    },
  };
}
