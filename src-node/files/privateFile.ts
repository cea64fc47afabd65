import { readOwnText } from './read.ts';

/** More than any file that is read so. */
const MOST_BYTES = 1024 * 1024;

/**
 * The text of a file that holds what lets people in; null where there is none. Throws where others could have read or
 * written it, where it is a link, and where it is no file.
 */
export function readPrivateFile(path: string): string | null {
  return readOwnText(path, { mostBytes: MOST_BYTES }, ({ mode, uid, nlink }) => {
    const isShared = process.platform !== 'win32' && ((mode & 0o077) !== 0 || uid !== process.getuid?.());
    if (isShared || nlink > 1) throw new Error(`${path} is not private, or not a file of ours`);
  });
}
