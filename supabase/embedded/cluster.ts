/** One PostgreSQL cluster: made, started, healed after a kill, and stopped. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { WHAT_TO_DO } from '../../src-node/databaseDamage/index.ts';
import type { Binaries } from './binaries.ts';
import { enableChecksums, findDamagedPages, readControl } from './checksums.ts';
import { BackendError } from './errors.ts';
import { delay } from './delay.ts';
import { DATABASE_SOCKET_NUMBER, prepareSocketDir } from './sockets.ts';
import type { SystemUser } from './systemUser.ts';

const run = promisify(execFile);

export const ADMIN_ROLE = 'supabase_admin';
/** Orphans of a killed postmaster hold its shared memory until they notice. */
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 20_000;
const RETRY_MS = 100;

/** One machine's few people: little memory, few processes, a quick start. */
const SMALL: Readonly<Record<string, string>> = {
  max_connections: '40',
  shared_buffers: '24MB',
  max_wal_size: '256MB',
  jit: 'off',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '1',
  // There is no replica: no process for it, less to write.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // After a kill every file is written out again: by one call, not by a thousand.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
};

export interface ClusterOptions {
  binaries: Binaries;
  databaseHome: string;
  user: SystemUser | null;
  adminPassword: string;
  logFile: string;
  /** Further settings of the server, e.g. `{ fsync: 'off' }` in tests. */
  settings?: Readonly<Record<string, string>>;
  /** What a new cluster is filled with before it counts. */
  fill?: (cluster: Cluster) => Promise<void>;
}

/** A running server that can be connected to. */
export interface Connectable {
  /** Folder of its socket: it has no port. */
  readonly socketDir: string;
  /** Connection settings of a role. */
  connection(role: string, password: string, database: string): pg.ClientConfig;
}

export interface Cluster extends Connectable {
  readonly pid: number;
  /** Called once where the server ends without having been asked to. */
  onUnexpectedExit(listener: () => void): void;
  /** Ends running statements and stops cleanly. */
  stop(): Promise<void>;
}

/** Starts the cluster in `databaseHome`, which is made where there is none. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  makeHome(options);
  await endOrphan(options);
  if (!existsSync(join(options.databaseHome, 'data', 'PG_VERSION'))) await initialise(options);
  else await adoptChecksums(options);
  return start(options);
}

async function start(options: ClusterOptions, folder = 'data'): Promise<Cluster> {
  const deadlineMs = performance.now() + START_LIMIT_MS;
  const socketDir = prepareSocketDir(options.databaseHome, options.user);
  for (;;) {
    clearSockets(socketDir);
    const child = launch(options, folder, socketDir);
    const outcome = await untilAnswering(child, options, socketDir, deadlineMs).catch(
      async (error: unknown) => {
        await own(child, socketDir).stop();
        throw error;
      },
    );
    if (outcome === 'ready') return own(child, socketDir);
    if (performance.now() > deadlineMs) {
      child.kill('SIGKILL');
      await refuseDamaged(options, folder);
      throw new BackendError(
        'BACKEND_DATABASE',
        `The database could not be started. Its log says why: ${options.logFile}`,
      );
    }
    await delay(RETRY_MS);
  }
}

/** What a killed server left: the next one would ask who has the process number in it by now. */
function clearSockets(socketDir: string): void {
  const socket = join(socketDir, `.s.PGSQL.${DATABASE_SOCKET_NUMBER}`);
  for (const path of [socket, `${socket}.lock`]) rmSync(path, { force: true });
}

function makeHome({ databaseHome, user }: ClusterOptions): void {
  mkdirSync(databaseHome, { recursive: true, mode: 0o700 });
  if (user) chownSync(databaseHome, user.uid, user.gid);
}

function spawnOptions({ databaseHome, user }: Pick<ClusterOptions, 'databaseHome' | 'user'>) {
  return {
    cwd: databaseHome,
    // The server inherits nothing of ours but what it needs.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env.SystemRoot },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  };
}

const DRAFT = 'data.new';

/**
 * Made and filled in a folder beside it first, so that half a cluster is never taken for one. Until it is whole
 * nothing waits for the disk; then all of it does, at once.
 */
async function initialise(options: ClusterOptions): Promise<void> {
  const { databaseHome } = options;
  const draft = join(databaseHome, DRAFT);
  await endOrphan(options, DRAFT);
  rmSync(draft, { recursive: true, force: true });
  await runInitdb(options, draft);
  if (options.fill) {
    const cluster = await start({ ...options, settings: { ...options.settings, ...CARELESS } }, DRAFT);
    try {
      await options.fill(cluster);
    } finally {
      await cluster.stop();
    }
  }
  await syncAll(options, draft);
  renameSync(draft, join(databaseHome, 'data'));
}

/**
 * A cluster from before there were checksums gets them when it starts after a clean stop; what a kill left behind
 * is first healed by the server, and gets them at the next start.
 */
export async function adoptChecksums(options: Tools): Promise<void> {
  const data = join(options.databaseHome, 'data');
  const { hasChecksums, isCleanlyStopped } = readControl(data);
  if (hasChecksums || !isCleanlyStopped) return;
  await enableChecksums(data, () => syncAll(options, data));
}

type Tools = Pick<ClusterOptions, 'databaseHome' | 'user' | 'binaries'>;

const syncAll = (options: Tools, data: string) =>
  runTool(options, options.binaries.initdb, ['--sync-only', '-D', data, ...SYNC_METHOD]);

/** A server that cannot start because of its files says so as such. */
async function refuseDamaged({ databaseHome, logFile }: ClusterOptions, folder: string): Promise<void> {
  const data = join(databaseHome, folder);
  const [first] = readControl(data).hasChecksums ? await findDamagedPages(data) : [];
  if (first)
    throw new BackendError(
      'BACKEND_DAMAGED',
      `The database could not be started: page ${first.page} of ${first.file} is damaged. ${WHAT_TO_DO} Its log: ${logFile}`,
    );
}

const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
/** One call for all files: a thousand single ones take seconds. Linux alone has it. */
const SYNC_METHOD = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];

async function runInitdb(options: ClusterOptions, draft: string): Promise<void> {
  const { databaseHome, user, adminPassword, binaries } = options;
  const passwordFile = join(databaseHome, 'password');
  writeFileSync(passwordFile, adminPassword, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    await runTool(options, binaries.initdb, [
      ...['-D', draft, '-U', ADMIN_ROLE, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--data-checksums', '--no-instructions', '--no-sync'],
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function runTool(options: Tools, program: string, args: string[]): Promise<void> {
  try {
    await run(program, args, spawnOptions(options));
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new BackendError(
      'BACKEND_DATABASE',
      `The database could not be made: ${stderr ?? String(error)}`,
      error,
    );
  }
}

function launch(options: ClusterOptions, folder: string, socketDir: string): ChildProcess {
  const settings = {
    port: String(DATABASE_SOCKET_NUMBER),
    listen_addresses: '',
    // A list: a comma in a path ends a name unless it is quoted.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0600',
    ...SMALL,
    log_min_messages: 'warning',
    // With the code of an error, by which damage is known.
    log_line_prefix: '%m [%p] %e ',
    // What users typed is no matter of a log.
    log_min_error_statement: 'panic',
    ...options.settings,
  };
  const args = ['-D', join(options.databaseHome, folder)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    // A group of its own: Ctrl-C in our terminal must not end it before we close it.
    return spawn(options.binaries.postgres, args, {
      ...spawnOptions(options),
      stdio: ['ignore', log, log],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

async function untilAnswering(
  child: ChildProcess,
  options: ClusterOptions,
  socketDir: string,
  deadlineMs: number,
): Promise<'ready' | 'ended'> {
  let hasEnded = false;
  child.once('exit', () => (hasEnded = true));
  child.once('error', () => (hasEnded = true));
  const config = connectionTo(socketDir, ADMIN_ROLE, options.adminPassword, 'postgres');
  while (!hasEnded && performance.now() < deadlineMs) {
    if (await answers(config)) return 'ready';
    await delay(20);
  }
  return 'ended';
}

async function answers(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5000 });
  // Otherwise a connection that breaks while it is being closed would be an unhandled error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    // Wrong password: waiting does not help.
    if (code === '28P01') {
      throw new BackendError(
        'BACKEND_SECRETS',
        'The database does not accept this installation\'s password: secrets.json is not the one it was made with. Restore a backup, or run "sounddesk backend reset".',
        error,
      );
    }
    return false;
  }
}

function connectionTo(host: string, user: string, password: string, database: string): pg.ClientConfig {
  return { host, port: DATABASE_SOCKET_NUMBER, user, password, database };
}

/** A server that another process started. */
export function connectable(socketDir: string): Connectable {
  return {
    socketDir,
    connection: (role, password, database) => connectionTo(socketDir, role, password, database),
  };
}

function own(child: ChildProcess, socketDir: string): Cluster {
  let isStopping = false;
  const ended =
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  return {
    ...connectable(socketDir),
    pid: child.pid ?? 0,
    onUnexpectedExit(listener) {
      void ended.then(() => {
        if (!isStopping) listener();
      });
    },
    async stop() {
      isStopping = true;
      // Fast shutdown: ends connections, writes a checkpoint.
      child.kill('SIGINT');
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(killer);
    },
  };
}

/** A server whose supervisor was killed continues: it is stopped, since its log is not ours. */
async function endOrphan(options: ClusterOptions, folder = 'data'): Promise<void> {
  const data = join(options.databaseHome, folder);
  const pidFile = join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!(await isPostgresOf(pid, data))) {
    // Left behind by a kill; the number may be another program's by now, and PostgreSQL would wait for it.
    rmSync(pidFile, { force: true });
    return;
  }
  try {
    await run(
      options.binaries.pgCtl,
      ['stop', '-D', data, '-m', 'fast', '-w', '-t', '20'],
      spawnOptions(options),
    );
  } catch (error) {
    if (existsSync(pidFile) && (await isPostgresOf(pid, data)))
      throw new BackendError(
        'BACKEND_DATABASE',
        `Another database server (process ${pid}) has this data folder and does not stop. End it and try again.`,
        error,
      );
  }
}

async function isPostgresOf(pid: number, data: string): Promise<boolean> {
  return (await commandLineOf(pid)).includes(data);
}

/** The command line of a process, empty where there is none. */
export async function commandLineOf(pid: number): Promise<string> {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') {
      const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
      return (await run('powershell', ['-NoProfile', '-Command', query])).stdout;
    }
    return (await run('ps', ['-p', String(pid), '-o', 'args='])).stdout;
  } catch {
    // There is no such process.
    return '';
  }
}
