import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** More than any file that is read so. */
const MAX_BYTES = 1024 * 1024;

/**
 * The text of a file that holds what lets people in; null where there is none. Throws where others could have read or
 * written it, where it is a link, and where it is no file.
 */
export function readPrivateFile(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { size, mode, uid, nlink } = fstatSync(file);
    const isShared = process.platform !== 'win32' && ((mode & 0o077) !== 0 || uid !== process.getuid?.());
    if (isShared || (mode & constants.S_IFMT) !== constants.S_IFREG || nlink > 1 || size > MAX_BYTES)
      throw new Error(`${path} is not private, or not a file of ours`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
