import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export { keepAside, moveAside } from './aside.ts';
export { ForeignFileError, readJsonSync, readLinesSync, readText } from './read.ts';

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

/** Makes a rename or a new name in this folder survive a power cut. */
function syncFolder(path: string): void {
  // Windows has no handles of folders; its file system journals renames.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
