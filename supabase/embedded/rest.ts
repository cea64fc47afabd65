/** The real PostgREST, at a socket that only the gateway reaches. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { commandLineOf, type Connectable } from './cluster.ts';
import { BackendError } from './errors.ts';
import { delay } from './delay.ts';
import { DATABASE_SOCKET_NUMBER, prepareSocketDir, restSocketPath } from './sockets.ts';
import type { SystemUser } from './systemUser.ts';

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 5000;
/** Rows of one answer, as on a hosted project. */
const MAX_ROWS = 1000;

export interface RestOptions {
  binary: string;
  cluster: Connectable;
  database: string;
  password: string;
  jwtSecret: string;
  /** Folder of the configuration, which the user who runs it can read. */
  configDir: string;
  user: SystemUser | null;
  logFile: string;
}

export interface Rest {
  readonly socketPath: string;
  readonly pid: number;
  onUnexpectedExit(listener: () => void): void;
  stop(): Promise<void>;
}

/** Where a database's PostgREST has its configuration: its command line shows the path. */
export const restConfigPath = (configDir: string, database: string) =>
  join(configDir, `postgrest-${database}.conf`);

export async function startRest(options: RestOptions): Promise<Rest> {
  prepareSocketDir(options.configDir, options.user);
  const socketPath = restSocketPath(options.configDir, options.database);
  const config = restConfigPath(options.configDir, options.database);
  // Its owner may be another user by now.
  rmSync(config, { force: true });
  writeFileSync(config, configuration(options, socketPath), { mode: 0o600 });
  if (options.user) chownSync(config, options.user.uid, options.user.gid);
  const log = openSync(options.logFile, 'a', 0o600);
  const child = spawn(options.binary, [config], {
    cwd: options.configDir,
    env: { LANG: 'C.UTF-8', SystemRoot: process.env.SystemRoot },
    stdio: ['ignore', log, log],
    detached: true,
    ...(options.user ? { uid: options.user.uid, gid: options.user.gid } : {}),
  });
  closeSync(log);
  const rest = own(child, socketPath);
  await untilReady(child, socketPath, options.logFile);
  return rest;
}

/** Ends a PostgREST whose supervisor was killed. */
export async function endOrphanRest(pid: number, configPath: string): Promise<void> {
  if (!(await commandLineOf(pid)).includes(configPath)) return;
  process.kill(pid, 'SIGKILL');
}

const NUMBERS = new Set(['db-max-rows', 'db-pool']);

function configuration(options: RestOptions, socketPath: string): string {
  const { cluster, database, password, jwtSecret } = options;
  const lines: Record<string, string> = {
    'db-uri': `postgres://authenticator:${password}@/${database}?host=${encodeURIComponent(cluster.socketDir)}&port=${DATABASE_SOCKET_NUMBER}`,
    'db-schemas': 'public',
    'db-extra-search-path': 'public, extensions',
    'db-anon-role': 'anon',
    // A session that has ended reads nothing more, however long its token says.
    'db-pre-request': 'private.check_session',
    'db-max-rows': String(MAX_ROWS),
    'db-pool': '8',
    'jwt-secret': jwtSecret,
    'jwt-aud': '',
    // Beside it there is no port: none for its administration either, which is off where nothing is said.
    'server-unix-socket': socketPath,
    'server-unix-socket-mode': '600',
    'log-level': 'error',
    'openapi-mode': 'follow-privileges',
  };
  return Object.entries(lines)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} = ${NUMBERS.has(name) ? value : JSON.stringify(value)}`)
    .join('\n');
}

async function untilReady(child: ChildProcess, socketPath: string, logFile: string): Promise<void> {
  const deadlineMs = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadlineMs) {
    if (await isReady(socketPath)) return;
    await delay(20);
  }
  child.kill('SIGKILL');
  throw new BackendError('BACKEND_REST', `PostgREST could not be started. Its log says why: ${logFile}`);
}

function isReady(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Nothing goes by this name: the answer is short, and comes from the database through the schema cache.
    const asked = request(
      { socketPath, path: '/-', method: 'HEAD', agent: false, timeout: 2000 },
      (answer) => {
        answer.resume();
        resolve((answer.statusCode ?? 500) < 500);
      },
    );
    asked.on('timeout', () => asked.destroy());
    // It does not listen yet.
    asked.on('error', () => resolve(false));
    asked.end();
  });
}

function own(child: ChildProcess, socketPath: string): Rest {
  let isStopping = false;
  const ended = once(child, 'exit');
  return {
    socketPath,
    pid: child.pid ?? 0,
    onUnexpectedExit(listener) {
      void ended.then(() => {
        if (!isStopping) listener();
      });
    },
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(killer);
    },
  };
}
