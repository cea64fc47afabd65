import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { ForeignFileError, toText } from './read.ts';

/** Not there on Windows, where `lstat` alone tells a link. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants as Partial<typeof constants>;
/** A pipe or a device must not make us wait, nor a link lead elsewhere. */
const CAREFULLY = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

/**
 * Opens a file that a folder which anybody may have made names: a regular file in that folder itself, which is no link
 * either (a caller who was given a link names what it leads to). Throws
 * `FILE_NOT_FOUND`, or `FILE_UNREADABLE` for links, pipes, devices and folders; a file that is written must have no second
 * name, through which another one would change.
 */
export async function openRegular(folder: string, name: string, isWritten = false): Promise<FileHandle> {
  const path = await regularPath(folder, name);
  const flags = (isWritten ? constants.O_RDWR : constants.O_RDONLY) | CAREFULLY;
  const file = await open(path, flags).catch((error: unknown) => {
    throw toReadError(path, error);
  });
  try {
    assertRegular(path, await file.stat(), isWritten);
    assertOpened(path, file.fd, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The text of such a file; null where it is not there. */
export function readRegularText(folder: string, name: string, mostBytes: number): string | null {
  const path = join(real(folder), checkedName(folder, name));
  let file: number;
  try {
    if (lstatSync(path).isSymbolicLink()) throw notRegular(path);
    file = openSync(path, constants.O_RDONLY | CAREFULLY);
  } catch (error) {
    if (isMissing(error)) return null;
    throw toReadError(path, error);
  }
  try {
    const stats = fstatSync(file);
    assertRegular(path, stats, false);
    assertOpened(path, file, stats);
    if (stats.size > mostBytes) throw new RpcError('FILE_UNREADABLE', `${path} is far too long.`);
    return toText(path, readFileSync(file));
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error;
    throw new RpcError('FILE_UNREADABLE', `${path} is not what a recorder writes.`, { cause: error });
  } finally {
    closeSync(file);
  }
}

/** The true path of such a file, for whoever opens it as carefully (`native/take/regular_file.hpp`). */
export async function regularPath(folder: string, name: string): Promise<string> {
  const named = checkedName(folder, name);
  try {
    const whole = resolve(folder);
    const at = join(await realpath(dirname(whole)), basename(whole));
    assertFolder(at, await lstat(at));
    const path = join(at, named);
    assertRegular(path, await lstat(path), false);
    return path;
  } catch (error) {
    throw toReadError(join(folder, named), error);
  }
}

/** Bytes of such a file; 0 for what is none, or not there. */
export async function regularSize(folder: string, name: string): Promise<number> {
  const stats = await lstat(join(folder, checkedName(folder, name))).catch(() => null);
  return stats?.isFile() ? stats.size : 0;
}

/** A name is one part of a path, and no way out. */
function checkedName(folder: string, name: string): string {
  if (name !== '' && name !== '.' && name !== '..' && basename(name) === name && !/[\0/\\]/.test(name))
    return name;
  throw new RpcError('FILE_UNREADABLE', `${folder} names a file that is not in it.`);
}

function real(folder: string): string {
  try {
    const whole = resolve(folder);
    const at = join(realpathSync(dirname(whole)), basename(whole));
    assertFolder(at, lstatSync(at));
    return at;
  } catch (error) {
    // What is not there is told by whoever opens it.
    if (isMissing(error)) return folder;
    throw toReadError(folder, error);
  }
}

/** The folder itself is no link either: else one that is laid in its place would make all that is named lie elsewhere. */
function assertFolder(path: string, stats: Stats): void {
  if (stats.isSymbolicLink()) throw notRegular(path);
}

function assertRegular(path: string, stats: Stats, isWritten: boolean): void {
  if (!stats.isFile()) throw notRegular(path);
  if (isWritten && stats.nlink > 1)
    throw new RpcError(
      'FILE_UNREADABLE',
      `${path} has a second name, under which it would change as well. Copy it, and give the copy its name.`,
    );
}

/** That what was opened is what was looked at: a folder above may have become a link meanwhile. */
function assertOpened(path: string, file: number, opened: Stats): void {
  try {
    if (process.platform === 'linux' && readlinkSync(`/proc/self/fd/${file}`) !== path)
      throw notRegular(path);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    // No /proc here: the second look below has to do.
  }
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.ino !== opened.ino || there.dev !== opened.dev) throw notRegular(path);
}

function notRegular(path: string): RpcError {
  return new RpcError('FILE_UNREADABLE', `${path} is a link or no regular file, and is not opened.`);
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function toReadError(path: string, error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (isMissing(error)) return new RpcError('FILE_NOT_FOUND', `${path} is not there.`, { cause: error });
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP') return notRegular(path);
  return new RpcError('FILE_UNREADABLE', `${path} cannot be read: ${message}.`, { cause: error });
}
