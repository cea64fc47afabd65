/** PostgreSQL refuses to run as root: there it runs as the system's unprivileged user. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { backendHome } from '../../src-node/databaseDamage/index.ts';

export interface SystemUser {
  uid: number;
  gid: number;
}

let found: SystemUser | null = null;

/** Who runs the database: null is anyone who runs us. */
export function findDatabaseUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  return (found ??= findNobody());
}

function findNobody(): SystemUser {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export interface BackendPaths {
  /** Secrets, state, outbox, logs: for the user who runs SoundDesk. */
  home: string;
  /** The database cluster and PostgREST's configuration: for the user who runs the database. */
  databaseHome: string;
  /** Copies of the programs, where the user who runs the database cannot reach the installation. */
  runtime: string;
}

/** Named by what it holds: another version is copied again. */
const RUNTIME = 'runtime-17.10-12.0.2';

/** Root's own folders let nobody else pass, so its database lives below /var/lib. */
export function backendPaths(dataDir: string, user: SystemUser | null): BackendPaths {
  const home = backendHome(dataDir);
  if (user === null) return { home, databaseHome: join(home, 'database'), runtime: join(home, RUNTIME) };
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const base = '/var/lib/sounddesk';
  return { home, databaseHome: join(base, name), runtime: join(base, RUNTIME) };
}

/** Folders of the backend of a data folder; made where they are missing. */
export function prepareBackendHome(dataDir: string): BackendPaths {
  const paths = backendPaths(dataDir, findDatabaseUser());
  mkdirSync(join(paths.home, 'log'), { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) mkdirSync(join(paths.databaseHome, '..'), { recursive: true, mode: 0o755 });
  return paths;
}
