import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TakeStorage } from '../../../src-shared/contract/takes.ts';
import { toFileError } from '../../../src-node/files/index.ts';
import type { TakeLibrary } from './library.ts';

/** What the library takes up, and what its disk has left. */
export async function readStorage(library: TakeLibrary, exportsFolder: string): Promise<TakeStorage> {
  const [takes, bin, disk] = await Promise.all([library.list(), library.listBin(), statDisk(library.path)]);
  const binBytes = sum(bin.takes);
  return {
    libraryBytes: sum(takes) + binBytes,
    binBytes,
    binUnreadable: bin.unreadable.length,
    takeCount: takes.length,
    editorBytes: 0,
    ...disk,
    folder: library.path,
    exportsFolder,
    isKept: true,
  };
}

const sum = (takes: readonly { sizeBytes: number }[]) =>
  takes.reduce((total, { sizeBytes }) => total + sizeBytes, 0);

/** Of the folder, or of the nearest one above it that is there: the library is made with the first take. */
async function statDisk(path: string): Promise<{ freeBytes: number; totalBytes: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && dirname(path) !== path) return await statDisk(dirname(path));
    throw toFileError(path, error);
  }
}
