/** The real PostgREST, on a loopback port that only the gateway uses. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLineOf, type Connectable } from './cluster.ts';
import { BackendError } from './errors.ts';
import { delay, findFreePort } from './ports.ts';
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
  readonly port: number;
  readonly pid: number;
  onUnexpectedExit(listener: () => void): void;
  stop(): Promise<void>;
}

/** Where a database's PostgREST has its configuration: its command line shows the path. */
export const restConfigPath = (configDir: string, database: string) =>
  join(configDir, `postgrest-${database}.conf`);

export async function startRest(options: RestOptions): Promise<Rest> {
  const port = await findFreePort();
  const config = restConfigPath(options.configDir, options.database);
  // Its owner may be another user by now.
  rmSync(config, { force: true });
  writeFileSync(config, configuration(options, port), { mode: 0o600 });
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
  const rest = own(child, port);
  await untilReady(child, port, options.logFile);
  return rest;
}

/** Ends a PostgREST whose supervisor was killed. */
export async function endOrphanRest(pid: number, configPath: string): Promise<void> {
  if (!(await commandLineOf(pid)).includes(configPath)) return;
  process.kill(pid, 'SIGKILL');
}

function configuration(options: RestOptions, port: number): string {
  const { cluster, database, password, jwtSecret } = options;
  const lines: Record<string, string> = {
    'db-uri': `postgres://authenticator:${password}@127.0.0.1:${cluster.port}/${database}`,
    'db-schemas': 'public',
    'db-extra-search-path': 'public, extensions',
    'db-anon-role': 'anon',
    'db-max-rows': String(MAX_ROWS),
    'db-pool': '8',
    'jwt-secret': jwtSecret,
    'jwt-aud': '',
    'server-host': '127.0.0.1',
    'server-port': String(port),
    'log-level': 'error',
    'openapi-mode': 'follow-privileges',
  };
  return Object.entries(lines)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} = ${/^\d+$/.test(value) ? value : JSON.stringify(value)}`)
    .join('\n');
}

async function untilReady(child: ChildProcess, port: number, logFile: string): Promise<void> {
  const deadlineMs = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadlineMs) {
    if (await isReady(port)) return;
    await delay(20);
  }
  child.kill('SIGKILL');
  throw new BackendError('BACKEND_REST', `PostgREST could not be started. Its log says why: ${logFile}`);
}

async function isReady(port: number): Promise<boolean> {
  try {
    // Nothing goes by this name: the answer is short, and comes from the database through the schema cache.
    const response = await fetch(`http://127.0.0.1:${port}/-`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(2000),
    });
    return response.status < 500;
  } catch {
    // It does not listen yet.
    return false;
  }
}

function own(child: ChildProcess, port: number): Rest {
  let isStopping = false;
  const ended = once(child, 'exit');
  return {
    port,
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
