/** The whole backend of one data folder: healed, started, watched and stopped. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROBE_EVERY_MS } from '../../src-shared/domain/serviceStatus.ts';
import { writeFileAtomically } from '../../src-node/files/index.ts';
import { healRestore } from './archive.ts';
import { prepareBinaries, type Binaries } from './binaries.ts';
import { ADMIN_ROLE, startCluster, type Cluster, type ClusterOptions } from './cluster.ts';
import { readDamage, reportDamage } from '../../src-node/databaseDamage/index.ts';
import { watchDamage, type DamageWatch } from './damage.ts';
import { BackendError } from './errors.ts';
import { makeFirstAccount, prepareFirstAccount, type FirstAccount } from './firstStart.ts';
import { isMigrated, prepareDatabase } from './migrate.ts';
import { delay } from './delay.ts';
import { endOrphanRest, restConfigPath } from './rest.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { startServices, type Services } from './services.ts';
import { prepareGatewaySocket } from './sockets.ts';
import { findDatabaseUser, prepareBackendHome, type BackendPaths, type SystemUser } from './systemUser.ts';

export const DATABASE = 'sounddesk';
export const PREFERRED_GATEWAY_PORT = 47_810;
const RESTART_PAUSE_MS = 500;

export interface BackendOptions {
  dataDir: string;
  /** The gateway's port; without it the usual one, or a free one where that is taken. */
  port?: number;
  instance: string;
  nowMs: () => number;
  /** Address of the super admin of the first start. */
  adminEmail: string;
  /** Where links in mails lead, for everybody; without it to this computer alone. */
  siteUrl?: string | undefined;
  log: (message: string, error?: unknown) => void;
}

export interface Backend {
  readonly url: string;
  readonly port: number;
  readonly secrets: Secrets;
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/**
 * Root's database lives outside of its data folder, named by that folder's path. Where the folder was deleted and another has its
 * place, the database of before opens to no secrets that there are: it is kept beside the new one.
 */
function setLeftAside({ home, databaseHome }: BackendPaths, { nowMs, log }: BackendOptions): void {
  const isLeft = existsSync(join(databaseHome, 'data', 'PG_VERSION'));
  const isNew = ['secrets.json', 'first-start.json', 'first-start-told'].every(
    (name) => !existsSync(join(home, name)),
  );
  if (!isLeft || !isNew) return;
  const aside = `${databaseHome}-left-${nowMs()}`;
  renameSync(databaseHome, aside);
  log(`The database of an earlier data folder at this place was kept as ${aside}`);
}

/** Starts everything. The caller holds the lock of the data folder. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { dataDir, log, nowMs } = options;
  const paths = prepareBackendHome(dataDir);
  const user = findDatabaseUser();
  const binaries = prepareBinaries(user, paths.runtime);
  healRestore(paths);
  setLeftAside(paths, options);
  const secrets = await loadSecrets(paths.home);
  await endLeftRest(paths);
  // Hashing takes a while, and a second core has nothing to do.
  const preparing = prepareFirstAccount(paths.home);
  let filled: string[] | null = null;
  const logFile = join(paths.home, 'log', 'postgres.log');
  const database = await superviseCluster(
    {
      binaries,
      databaseHome: paths.databaseHome,
      user,
      adminPassword: secrets.adminPassword,
      logFile,
      fill: async (cluster) => void (filled = await prepareDatabase(cluster, secrets, DATABASE)),
    },
    log,
  );
  const damage = watchDamage({
    home: paths.home,
    data: join(paths.databaseHome, 'data'),
    logFile,
    admin: database.first.connection(ADMIN_ROLE, secrets.adminPassword, 'postgres'),
    nowMs,
    log,
  });
  database.onRestarted(() => damage.check());
  const place = { paths, user, binaries, secrets, cluster: database.first };
  try {
    const { services, migrated } = await openDatabase(options, place, { filled, preparing, damage });
    return {
      url: services.url,
      port: services.port,
      secrets,
      migrated,
      async close() {
        await services.close();
        await damage.close();
        await database.close();
        rmSync(restPidPath(paths), { force: true });
      },
    };
  } catch (error) {
    // Damaged files are why, rather than whatever failed because of them.
    await damage.settle();
    await damage.close();
    await database.close();
    const found = readDamage(paths.home);
    throw found ? new BackendError('BACKEND_DAMAGED', reportDamage(found), error) : error;
  }
}

interface BackendPlace {
  paths: BackendPaths;
  user: SystemUser | null;
  binaries: Binaries;
  secrets: Secrets;
  cluster: Cluster;
}

/** Migrations, the first account and the services on a running cluster, beside each other where they can be. */
async function openDatabase(
  options: BackendOptions,
  place: BackendPlace,
  before: {
    /** Migrations of a database that was just made. */
    filled: string[] | null;
    preparing: Promise<FirstAccount | null>;
    damage: DamageWatch;
  },
): Promise<{ services: Services; migrated: string[] }> {
  const { paths, secrets, cluster } = place;
  let migrated = before.filled;
  // PostgREST reads the schema at its start, beside which the roles of a database that is up to date are looked at.
  const isCurrent = migrated !== null || (await isMigrated(cluster, secrets, DATABASE));
  if (!isCurrent) migrated = await prepareDatabase(cluster, secrets, DATABASE);
  const checking = migrated ?? prepareDatabase(cluster, secrets, DATABASE);
  const reporting = before.preparing.then(async (account) => {
    if (account)
      await makeFirstAccount(cluster, secrets, DATABASE, {
        home: paths.home,
        email: options.adminEmail,
        account,
      });
  });
  const starting = startOnSomePort(options, place, () => before.damage.isDamaged());
  // All of them settle before a failure is reported, so that nothing is left running.
  await Promise.allSettled([checking, reporting, starting]);
  try {
    await reporting;
    return { migrated: await checking, services: await starting };
  } catch (error) {
    await starting.then(
      (services) => services.close(),
      () => undefined,
    );
    throw error;
  }
}

async function startOnSomePort(
  { port, siteUrl, nowMs, instance, log }: BackendOptions,
  { paths, user, binaries, secrets, cluster }: BackendPlace,
  isDatabaseDamaged: () => boolean,
): Promise<Services> {
  const start = (gatewayPort: number) =>
    startServices({
      ...(siteUrl === undefined ? {} : { auth: { siteUrl } }),
      cluster,
      database: DATABASE,
      secrets,
      postgrest: binaries.postgrest,
      configDir: paths.databaseHome,
      gatewaySocket: prepareGatewaySocket(paths.home),
      user,
      outboxDir: join(paths.home, 'outbox'),
      restLogFile: join(paths.home, 'log', 'postgrest.log'),
      port: gatewayPort,
      nowMs,
      instance,
      upkeepEveryMs: PROBE_EVERY_MS,
      isDatabaseDamaged,
      onRestStarted: (pid) => writeFileAtomically(restPidPath(paths), String(pid)),
      log,
    });
  try {
    return await start(port ?? PREFERRED_GATEWAY_PORT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port !== undefined) throw error;
    return await start(0);
  }
}

const restPidPath = (paths: BackendPaths) => join(paths.home, 'postgrest.pid');

/** A PostgREST whose supervisor was killed holds connections to a database that we stop. */
async function endLeftRest(paths: BackendPaths): Promise<void> {
  const path = restPidPath(paths);
  if (!existsSync(path)) return;
  await endOrphanRest(Number(readFileSync(path, 'utf8')), restConfigPath(paths.databaseHome, DATABASE));
  rmSync(path, { force: true });
}

/** Starts the database again, at the same socket, where it ends on its own. */
async function superviseCluster(options: ClusterOptions, log: BackendOptions['log']) {
  const first = await startCluster(options);
  let current: Cluster | null = first;
  let isClosing = false;
  let restarted: () => void = () => undefined;
  const watch = (cluster: Cluster) => cluster.onUnexpectedExit(() => void restart());
  const restart = async () => {
    current = null;
    while (!isClosing) {
      log('the database ended and is started again');
      await delay(RESTART_PAUSE_MS);
      if (isClosing) return;
      try {
        current = await startCluster(options);
        watch(current);
        restarted();
        return;
      } catch (error) {
        log('the database could not be started again', error);
      }
    }
  };
  watch(first);
  return {
    first,
    onRestarted(listener: () => void) {
      restarted = listener;
    },
    async close() {
      isClosing = true;
      await current?.stop();
    },
  };
}
