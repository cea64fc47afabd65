import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Replaces a file by another content, so that after a crash at any moment one of the two is
 * there, whole. `mode` is that of the new file.
 */
export function writeFileDurably(path: string, content: string, mode = 0o600): void {
  replaceFile(path, content, mode, fsyncSync);
  syncFolder(dirname(path));
}

/**
 * Replaces a file by another content, so that nobody ever reads half of it. It does not wait for the disk: for what
 * means nothing any more after a power cut.
 */
export function writeFileAtomically(path: string, content: string, mode = 0o600): void {
  replaceFile(path, content, mode, () => undefined);
}

function replaceFile(path: string, content: string, mode: number, sync: (file: number) => void): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, 'w', mode);
    try {
      writeSync(file, content);
      sync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
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
