import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import * as paths from 'node:path';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { isSystemFolder, liesIn } from './systemFolders.ts';

/** As it is kept: without a separator at its end. Throws `BAD_OPTION` for a path that begins anywhere. */
export function wholePath(text: string): string {
  if (!isAbsolute(text)) {
    throw new RpcError('BAD_OPTION', `"${text}" is no whole path. Write it from the root of the disk on.`);
  }
  const path = normalize(text);
  return dirname(path) !== path && /[/\\]$/.test(path) ? path.slice(0, -1) : path;
}

/**
 * A folder that recordings may go into from now on, as it is kept. Throws `BAD_OPTION` where it is the system's or one
 * in which SoundDesk keeps something else, and what `assertUsable` throws.
 */
export function checkNewFolder(text: string, dataDir: string): string {
  const path = wholePath(text);
  const real = realPathOf(path);
  for (const each of [path, real]) {
    if (isSystemFolder(each)) {
      throw new RpcError('BAD_OPTION', `${path} belongs to the system. Choose a folder of your own.`);
    }
    if (each.split(sep).some((name) => /^\.(sounddesk-|bin$)/.test(name)) || isOwn(each, dataDir)) {
      throw new RpcError(
        'BAD_OPTION',
        `${path} is used by SoundDesk for something else. Choose another folder.`,
      );
    }
  }
  assertUsable(path);
  return path;
}

/** Of the data folder: they are swept, emptied or replaced. */
const OWN_FOLDERS = ['backend', 'cleaning', 'exports', 'heard', 'logs', 'templates', 'temporary'];

function isOwn(path: string, dataDir: string): boolean {
  return [dataDir, realPathOf(dataDir)].some(
    (folder) => path === folder || OWN_FOLDERS.some((name) => liesIn(path, join(folder, name), paths)),
  );
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is not there: reported where it is tried.
    return path;
  }
}

/** Throws where no recording can be kept in a folder; tries it, since rights and mounts have many rules. */
export function assertUsable(folder: string): void {
  assertFolder(folder);
  if (existsSync(join(folder, 'take.json'))) {
    throw new RpcError('BAD_OPTION', `${folder} is a recording itself. Choose the folder that it lies in.`);
  }
  const probe = join(folder, `.sounddesk-${process.pid}.tmp`);
  try {
    writeFileSync(probe, 'x', { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new RpcError(
        'DISK_FULL',
        `The disk of ${folder} is full. Free some space, or choose another folder.`,
        {
          cause: error,
          retryable: true,
        },
      );
    }
    const why = code === 'EROFS' ? 'its disk can only be read' : code === 'EACCES' ? 'you may not' : message;
    throw new RpcError(
      'FILE_UNWRITABLE',
      `Nothing can be written in ${folder}: ${why}. Check its permissions, or choose another folder.`,
      { cause: error, retryable: true },
    );
  }
}

function assertFolder(folder: string): void {
  // As a settings file may say that was changed by hand.
  if (!isAbsolute(folder)) {
    throw new RpcError('BAD_OPTION', `"${folder}" is no whole path. Choose the folder of recordings again.`);
  }
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) {
    throw new RpcError(
      'FILE_NOT_FOUND',
      `The folder of recordings ${folder} is not there. Connect its disk, make it, or choose another folder.`,
    );
  }
  if (!found.isDirectory()) {
    throw new RpcError('BAD_OPTION', `${folder} is a file. Name the folder that it lies in.`);
  }
}

/** Free bytes of its disk; null where it is not there. One that is yet to be made has the disk above it. */
export async function freeBytesOf(folder: string, isYetToBeMade = false): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES') throw error;
    if (!isYetToBeMade || dirname(folder) === folder) return null;
    return await freeBytesOf(dirname(folder), true);
  }
}
