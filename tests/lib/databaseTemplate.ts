import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startHost } from '../../src-main/node/host.ts';
import { hashPassword } from '../../supabase/embedded/auth/passwords.ts';
import { DATABASE } from '../../supabase/embedded/backend.ts';
import { connectable } from '../../supabase/embedded/cluster.ts';
import { readBackendSecrets, readWelcome } from '../../supabase/embedded/index.ts';
import { withClient } from '../../supabase/embedded/migrate.ts';
import { socketDirOf } from '../../supabase/embedded/sockets.ts';
import { backendPaths, findDatabaseUser, prepareBackendHome } from '../../supabase/embedded/systemUser.ts';
import { TEST_COST } from './testCost.ts';

const CACHE = resolve(import.meta.dirname, '../../.cache');
const EMBEDDED = resolve(import.meta.dirname, '../../supabase/embedded');
const MIGRATIONS = resolve(import.meta.dirname, '../../supabase/migrations');
/** Anyone who makes the template takes no longer; its folder was left by a run that was killed. */
const MAKING_LIMIT_MS = 120_000;

/**
 * Gives a data folder the backend of a first start, with every migration run and its first account made: a copy of one that is
 * made once for these sources and kept in `.cache`. All copies have the same secrets.
 */
export async function fillFromTemplate(dataDir: string): Promise<void> {
  const template = await findTemplate();
  const { home, databaseHome } = prepareBackendHome(dataDir);
  mkdirSync(databaseHome, { recursive: true, mode: 0o700 });
  // Owners as they are: where this is root, the database belongs to another user.
  execFileSync('cp', ['-a', `${template}/backend/.`, home]);
  execFileSync('cp', ['-a', join(template, 'data'), databaseHome]);
}

/** Where the template is; it is made where there is none. */
export async function findTemplate(): Promise<string> {
  const template = join(CACHE, `database-${fingerprint()}`);
  const draft = `${template}.new`;
  mkdirSync(CACHE, { recursive: true });
  while (!existsSync(template)) {
    if (startMaking(draft)) await make(template, draft);
    else await delay(100);
  }
  return template;
}

/** One of the files that run side by side makes it; the others wait. */
function startMaking(draft: string): boolean {
  try {
    mkdirSync(draft);
    return true;
  } catch {
    const stats = statSync(draft, { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > MAKING_LIMIT_MS)
      rmSync(draft, { recursive: true, force: true });
    return false;
  }
}

async function make(template: string, draft: string): Promise<void> {
  const dataDir = join(draft, 'making');
  const { home, databaseHome } = backendPaths(dataDir, findDatabaseUser());
  try {
    const host = await startHost({ dataDir, port: 0, hasAccounts: true });
    const { accounts } = host;
    await makeSignInCheap(dataDir);
    await host.close();
    if (accounts?.kind !== 'project') throw new Error(`no accounts: ${JSON.stringify(accounts)}`);
    for (const name of readdirSync(home)) {
      if (/^(host\.lock|.*\.pid$|log$)/.test(name)) rmSync(join(home, name), { recursive: true });
    }
    execFileSync('cp', ['-a', join(databaseHome, 'data'), draft]);
    rmSync(databaseHome, { recursive: true, force: true });
    renameSync(home, join(draft, 'backend'));
    rmSync(dataDir, { recursive: true });
    for (const name of readdirSync(CACHE)) {
      const path = join(CACHE, name);
      if (name.startsWith('database-') && path !== draft) rmSync(path, { recursive: true, force: true });
    }
    renameSync(draft, template);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The first account's password is hashed at a cost that says so: it is checked hundreds of times. */
async function makeSignInCheap(dataDir: string): Promise<void> {
  const { home, databaseHome } = backendPaths(dataDir, findDatabaseUser());
  const { authPassword } = await readBackendSecrets(dataDir);
  const hash = await hashPassword(readWelcome(home)?.password ?? '', TEST_COST);
  const server = connectable(socketDirOf(databaseHome));
  await withClient(server.connection('supabase_auth_admin', authPassword, DATABASE), (client) =>
    client.query('update auth.users set encrypted_password = $1', [hash]),
  );
}

/** Of all that the template is made by. */
function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  for (const dir of [EMBEDDED, MIGRATIONS]) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.(ts|sql)$/.test(name)) hash.update(name).update(readFileSync(join(dir, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
