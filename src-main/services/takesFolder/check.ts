import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import * as paths from 'node:path';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { isSystemFolder, liesIn } from './systemFolders.ts';

/** As it is kept: without a separator at its end. Throws `BAD_OPTION` for a path that begins anywhere. */
export function wholePath(text: string): string {
  if (!isAbsolute(text)) {
    throw failWith('BAD_OPTION', 'noWholePath', { values: { path: text } });
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
      throw failWith('BAD_OPTION', 'systemFolder', { values: { path } });
    }
    if (each.split(sep).some((name) => /^\.(sounddesk-|bin$)/.test(name)) || isOwn(each, dataDir)) {
      throw failWith('BAD_OPTION', 'folderUsed', { values: { path } });
    }
  }
  assertUsable(path);
  return path;
}

/** Of the data folder: they are swept, emptied or replaced. */
const OWN_FOLDERS = ['backend', 'cleaning', 'exports', 'heard', 'logs', 'models', 'templates', 'temporary'];

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
    throw failWith('BAD_OPTION', 'folderIsTake', { values: { folder } });
  }
  const probe = join(folder, `.sounddesk-${process.pid}.tmp`);
  try {
    writeFileSync(probe, 'x', { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw failWith('DISK_FULL', 'folderDiskFull', { values: { folder }, cause: error, retryable: true });
    }
    const why = code === 'EROFS' ? 'its disk can only be read' : code === 'EACCES' ? 'you may not' : message;
    throw failWith('FILE_UNWRITABLE', 'folderNotWritable', {
      values: { folder, reason: why },
      cause: error,
      retryable: true,
    });
  }
}

function assertFolder(folder: string): void {
  // As a settings file may say that was changed by hand.
  if (!isAbsolute(folder)) {
    throw failWith('BAD_OPTION', 'libraryNoWholePath', { values: { folder } });
  }
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) {
    throw failWith('FILE_NOT_FOUND', 'libraryGone', { values: { folder } });
  }
  if (!found.isDirectory()) {
    throw failWith('BAD_OPTION', 'folderIsFile', { values: { folder } });
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
