/** Backups: the cluster at rest and its secrets, in one archive made by the system's tar. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { forgetDamage } from '../../src-node/databaseDamage/index.ts';
import { BackendError } from './errors.ts';
import { findDatabaseUser, prepareBackendHome, type BackendPaths, type SystemUser } from './systemUser.ts';

const run = promisify(execFile);

/** What of the home folder belongs to the data. */
const HOME_FILES = ['secrets.json', 'first-start-told', 'first-start.json', 'outbox'];

/** Writes all data into an archive. The backend must be stopped: the caller holds its lock. */
export async function backupBackend(dataDir: string, file: string): Promise<void> {
  const { home, databaseHome } = prepareBackendHome(dataDir);
  if (!existsSync(join(databaseHome, 'data', 'PG_VERSION')) || !existsSync(join(home, 'secrets.json')))
    throw new BackendError('BACKEND_ARCHIVE', 'There is no backend here yet: nothing to keep.');
  if (existsSync(join(databaseHome, 'data', 'postmaster.pid')))
    throw new BackendError(
      'BACKEND_ARCHIVE',
      'The database was not stopped cleanly. Run "sounddesk backend start" and try again.',
    );
  const target = resolve(file);
  const present = HOME_FILES.filter((name) => existsSync(join(home, name)));
  const draft = `${target}.${process.pid}.tmp`;
  try {
    await tar(['-czf', draft, '-C', databaseHome, 'data', '-C', home, ...present], file);
    chmodSync(draft, 0o600);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Replaces all data by an archive's; a bad archive leaves what is there untouched. */
export async function restoreBackend(dataDir: string, file: string): Promise<void> {
  const paths = prepareBackendHome(dataDir);
  const { home, databaseHome } = paths;
  const user = findDatabaseUser();
  mkdirSync(databaseHome, { recursive: true, mode: 0o700 });
  if (user) chownSync(databaseHome, user.uid, user.gid);
  healRestore(paths);
  const draft = mkdtempSync(join(databaseHome, 'restore-'));
  try {
    await tar(['-xzf', resolve(file), '-C', draft, '--no-same-owner'], file);
    refuseForeign(draft, file);
    if (user) chownAll(join(draft, 'data'), user);
    keepAside(home, databaseHome);
    renameSync(join(draft, 'data'), join(databaseHome, 'data'));
    replaceHomeFiles(draft, home);
    // From here on it counts: the old data is no longer what an interrupted restore goes back to.
    renameSync(join(databaseHome, ASIDE), join(draft, ASIDE));
    forgetDamage(home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const ASIDE = 'before-restore';

/** Keeps what is there until the restore is complete. */
function keepAside(home: string, databaseHome: string): void {
  const aside = join(databaseHome, ASIDE);
  mkdirSync(aside, { mode: 0o700 });
  replaceHomeFiles(home, aside);
  if (existsSync(join(databaseHome, 'data'))) renameSync(join(databaseHome, 'data'), join(aside, 'data'));
}

/** Goes back to the data from before a restore that was interrupted. */
export function healRestore({ home, databaseHome }: BackendPaths): void {
  const aside = join(databaseHome, ASIDE);
  if (existsSync(join(aside, 'data'))) {
    rmSync(join(databaseHome, 'data'), { recursive: true, force: true });
    replaceHomeFiles(aside, home);
    renameSync(join(aside, 'data'), join(databaseHome, 'data'));
  }
  rmSync(aside, { recursive: true, force: true });
}

function replaceHomeFiles(from: string, to: string): void {
  for (const name of HOME_FILES) {
    rmSync(join(to, name), { recursive: true, force: true });
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
  }
  if (existsSync(join(to, 'secrets.json'))) chmodSync(join(to, 'secrets.json'), 0o600);
}

/** An archive of ours holds a database and secrets, and nothing that leads out of it. */
function refuseForeign(draft: string, file: string): void {
  const isOurs = existsSync(join(draft, 'data', 'PG_VERSION')) && existsSync(join(draft, 'secrets.json'));
  if (
    isOurs &&
    readdirSync(draft).every((name) => name === 'data' || HOME_FILES.includes(name)) &&
    !hasLinks(draft)
  )
    return;
  throw new BackendError(
    'BACKEND_ARCHIVE',
    `${file} is no backup of a SoundDesk backend. Nothing was changed.`,
  );
}

function hasLinks(folder: string): boolean {
  return readdirSync(folder).some((name) => {
    const file = lstatSync(join(folder, name));
    return file.isSymbolicLink() || (file.isDirectory() && hasLinks(join(folder, name)));
  });
}

function chownAll(path: string, user: SystemUser): void {
  chownSync(path, user.uid, user.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownAll(join(path, name), user);
}

async function tar(args: string[], file: string): Promise<void> {
  try {
    await run('tar', args, { maxBuffer: 1024 * 1024 });
  } catch (error) {
    const { stderr, code } = error as { stderr?: string; code?: string | number };
    const reason =
      code === 'ENOENT' ? 'the program "tar" is not installed' : (stderr ?? '').trim().split('\n')[0];
    throw new BackendError(
      'BACKEND_ARCHIVE',
      `${file} could not be read or written: ${reason}. Nothing was changed.`,
      error,
    );
  }
}
