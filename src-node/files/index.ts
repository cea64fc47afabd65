import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { noneWritten, toDiskError } from './failures.ts';

export { readPrivateFile } from './privateFile.ts';
export { toFileError, writeAll } from './failures.ts';
export { requireRoom } from './room.ts';
export { writeUpload } from './upload.ts';
export {
  lookAt,
  openInside,
  openRegular,
  partsInside,
  readRegularLines,
  readRegularText,
  regularPath,
  regularSize,
  toReadError,
} from './regular.ts';

export { keepAside, moveAside } from './aside.ts';
export { ForeignFileError, readJsonSync, readLinesSync, readOwnText } from './read.ts';

/**
 * Replaces a file by another content, so that after a crash at any moment one of the two is
 * there, whole. `mode` is that of the new file. Throws `DISK_FULL` where it does not fit: the old one stays.
 */
export function writeFileDurably(path: string, content: string, mode = 0o600): void {
  replaceFile(path, content, mode, fsyncSync);
  syncFolder(dirname(path));
}

/**
 * Replaces a file by another content, so that nobody ever reads half of it. It does not wait for the disk: for what
 * means nothing any more after a power cut.
 */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode = 0o600): void {
  replaceFile(path, content, mode, () => undefined);
}

/**
 * Adds a line to a file of lines, and waits for the disk. Where the file's end is torn, the line begins on a line of its
 * own, and the answer is true. A line that does not fit is taken back, and `DISK_FULL` thrown.
 */
export function appendLineDurably(path: string, line: string, mode = 0o600): boolean {
  const file = openSync(path, 'a+', mode);
  try {
    const sizeBytes = fstatSync(file).size;
    const wasTorn = isTorn(file, sizeBytes);
    try {
      writeAllSync(file, (wasTorn ? '\n' : '') + line);
      fsyncSync(file);
    } catch (error) {
      ftruncateSync(file, sizeBytes);
      throw toDiskError(path, error);
    }
    if (sizeBytes === 0) syncFolder(dirname(path));
    return wasTorn;
  } finally {
    closeSync(file);
  }
}

/** Whether an open file of lines ends within one. */
function isTorn(file: number, sizeBytes: number): boolean {
  if (sizeBytes === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, sizeBytes - 1);
  return last.toString() !== '\n';
}

function replaceFile(
  path: string,
  content: string | Uint8Array,
  mode: number,
  sync: (file: number) => void,
): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    // A new file in any case: what somebody laid there, e.g. a link to elsewhere, is not written into.
    rmSync(temporary, { force: true });
    const file = openSync(temporary, 'wx', mode);
    try {
      writeAllSync(file, content);
      sync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw toDiskError(path, error);
  }
}

/** A disk that fills up takes a part of what it is given, and says nothing until the next write. */
function writeAllSync(file: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let done = 0; done < bytes.length;) {
    const written = writeSync(file, bytes, done);
    if (written === 0) throw noneWritten();
    done += written;
  }
}

/** Gives a file that is whole its name, so that after a power cut it has all its bytes under it. */
export async function moveDurably(part: string, path: string): Promise<void> {
  const file = await open(part, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(part, path);
  if (process.platform === 'win32') return;
  try {
    const folder = await open(dirname(path), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    throwUnlessUnsynced(error);
  }
}

/** Removes a file, where it is there, so that no power cut brings it back. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true });
  if (existsSync(dirname(path))) syncFolder(dirname(path));
}

/** Makes a folder and what is missing above it, so that a power cut leaves them. Throws what `mkdirSync` does. */
export function makeFolderDurably(path: string, options: { recursive: boolean; mode?: number }): void {
  const whole = resolve(path);
  // Of several the uppermost; where one alone was asked for, nothing.
  const first = mkdirSync(whole, options) ?? (options.recursive ? null : whole);
  if (first === null) return;
  const uppermost = dirname(resolve(first));
  for (let folder = dirname(whole); ; folder = dirname(folder)) {
    syncFolder(folder);
    if (folder === uppermost || folder === dirname(folder)) return;
  }
}

/** Nothing is lost where a folder cannot be synced, or not by this user: its file system does as it does. */
const UNSYNCED_FOLDERS = new Set(['EINVAL', 'ENOTSUP', 'EACCES', 'EPERM']);

/** Makes a rename or a new name in this folder survive a power cut. */
export function syncFolder(path: string): void {
  // Windows has no handles of folders; its file system journals renames.
  if (process.platform === 'win32') return;
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    throwUnlessUnsynced(error);
  }
}

function throwUnlessUnsynced(error: unknown): void {
  if (!UNSYNCED_FOLDERS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
}
