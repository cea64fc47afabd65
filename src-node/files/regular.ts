import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { RpcError } from '../../src-shared/contract/errors.ts';
import { failWith } from '../../src-shared/contract/errorTexts.ts';
import { CAREFULLY, ForeignFileError, linesOf, textOf, type ReadLimits } from './read.ts';

/**
 * Opens a file that a folder which anybody may have made names: a regular file in that folder itself, which is no link
 * either (a caller who was given a link names what it leads to). Throws
 * `FILE_NOT_FOUND`, or `FILE_UNREADABLE` for links, pipes, devices and folders; a file that is written must have no second
 * name, through which another one would change.
 */
export async function openRegular(folder: string, name: string, isWritten = false): Promise<FileHandle> {
  const path = regularPath(folder, name);
  const flags = (isWritten ? constants.O_RDWR : constants.O_RDONLY) | CAREFULLY;
  const file = await open(path, flags).catch((error: unknown) => {
    throw toReadError(path, error);
  });
  try {
    assertOpened(path, file.fd, isWritten);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Opens such a file at a place below a folder, however deep; `path` has “/” between its parts. No part of it may be hidden, a
 * link or a way out. `root` is a true path. What was opened is looked for once more where it has to be: a folder may have
 * become a link meanwhile.
 */
export async function openInside(root: string, path: string): Promise<FileHandle> {
  const parts = partsInside(root, path);
  const whole = join(root, ...parts);
  const file = await openRegular(dirname(whole), basename(whole));
  try {
    const [opened, true_] = [await file.stat(), realpathSync(whole)];
    const there = lstatSync(true_);
    if (true_ !== whole || there.ino !== opened.ino || there.dev !== opened.dev) throw notRegular(whole);
    return file;
  } catch (error) {
    await file.close();
    throw toReadError(whole, error);
  }
}

/** The parts of a path below a folder. Throws `FILE_UNREADABLE` for one that leads out of it, or to what is hidden. */
export function partsInside(folder: string, path: string): string[] {
  return path.split('/').map((part) => {
    if (!part.startsWith('.')) return checkedName(folder, part);
    throw failWith('FILE_UNREADABLE', 'namesOther', { values: { folder } });
  });
}

/** The text of such a file; null where it is not there. */
export function readRegularText(folder: string, name: string, limits: ReadLimits): string | null {
  const opened = openToRead(folder, name);
  if (opened === null) return null;
  try {
    return textOf(opened.path, opened.file, limits);
  } catch (error) {
    throw toReadError(opened.path, error);
  } finally {
    closeSync(opened.file);
  }
}

/** The lines of such a file, as `readLinesSync` has them; none where it is not there. */
export function* readRegularLines(folder: string, name: string, limits: ReadLimits): Generator<string> {
  const opened = openToRead(folder, name);
  if (opened === null) return;
  try {
    yield* linesOf(opened.path, opened.file, limits);
  } catch (error) {
    throw toReadError(opened.path, error);
  } finally {
    closeSync(opened.file);
  }
}

/** As `openRegular`, at once; null where it is not there. */
function openToRead(folder: string, name: string): { path: string; file: number } | null {
  const opened: { file?: number } = {};
  try {
    const path = regularPath(folder, name);
    opened.file = openSync(path, constants.O_RDONLY | CAREFULLY);
    assertOpened(path, opened.file, false);
    return { path, file: opened.file };
  } catch (error) {
    if (opened.file !== undefined) closeSync(opened.file);
    const failure = toReadError(join(folder, name), error);
    if (failure.code === 'FILE_NOT_FOUND') return null;
    throw failure;
  }
}

/** The true path of such a file, for anyone who opens it as carefully (`native/take/regular_file.hpp`). */
export function regularPath(folder: string, name: string): string {
  const named = checkedName(folder, name);
  try {
    const whole = resolve(folder);
    const at = join(realpathSync(dirname(whole)), basename(whole));
    // The folder itself is no link either: else one that is laid in its place would make all that is named lie elsewhere.
    if (lstatSync(at).isSymbolicLink()) throw notRegular(at);
    const path = join(at, named);
    assertRegular(path, lstatSync(path), false);
    return path;
  } catch (error) {
    throw toReadError(join(folder, named), error);
  }
}

/** Bytes of such a file; 0 for what is none, or not there. Throws `FILE_UNREADABLE` where it cannot be looked at. */
export async function regularSize(folder: string, name: string): Promise<number> {
  const stats = await lookAt(join(folder, checkedName(folder, name)));
  return stats?.isFile() ? stats.size : 0;
}

/** What is at a path, a link as itself; null where nothing is. Throws `FILE_UNREADABLE` where it cannot be looked at. */
export async function lookAt(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw toReadError(path, error);
  }
}

/** A name is one part of a path, and no way out. */
function checkedName(folder: string, name: string): string {
  if (name !== '' && name !== '.' && name !== '..' && basename(name) === name && !/[\0/\\]/.test(name))
    return name;
  throw failWith('FILE_UNREADABLE', 'namesOther', { values: { folder } });
}

function assertRegular(path: string, stats: Stats, isWritten: boolean): void {
  if (!stats.isFile()) throw notRegular(path);
  if (isWritten && stats.nlink > 1) throw failWith('FILE_UNREADABLE', 'secondName', { values: { path } });
}

/** That what was opened is what was looked at: a folder above may have become a link meanwhile. */
function assertOpened(path: string, file: number, isWritten: boolean): void {
  const opened = fstatSync(file);
  assertRegular(path, opened, isWritten);
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

function notRegular(path: string, cause?: unknown): RpcError {
  return failWith('FILE_UNREADABLE', 'notRegular', { values: { path }, cause });
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** A failed look or read, as the user reads it: `FILE_NOT_FOUND`, or `FILE_UNREADABLE` where it is there and cannot be read. */
export function toReadError(path: string, error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (isMissing(error)) return failWith('FILE_NOT_FOUND', 'pathGone', { values: { path }, cause: error });
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP') return notRegular(path, error);
  if (error instanceof ForeignFileError)
    return new RpcError('FILE_UNREADABLE', error.message, { cause: error });
  return failWith('FILE_UNREADABLE', 'cannotRead', { values: { path, reason: message }, cause: error });
}
