import type { FileHandle } from 'node:fs/promises';
import { RpcError } from '../../src-shared/contract/errors.ts';
import { failWith } from '../../src-shared/contract/errorTexts.ts';

/** No room on the disk, in the user's share of it, or in what one file may hold. */
const DISK_FULL_CODES: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** A failed write or rename, as the user reads it. */
export function toFileError(path: string, error: unknown): RpcError {
  const known = toDiskError(path, error);
  if (known instanceof RpcError) return known;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return failWith('FILE_NOT_FOUND', 'pathGone', { values: { path }, cause: error });
  return failWith('FILE_UNWRITABLE', 'cannotWrite', { values: { path, reason: message }, cause: error });
}

/** `DISK_FULL` where that is why; any other error as it is. */
export function toDiskError(path: string, error: unknown): unknown {
  if (error instanceof RpcError || !DISK_FULL_CODES.includes((error as NodeJS.ErrnoException).code))
    return error;
  return failWith('DISK_FULL', 'diskFull', { values: { path }, cause: error });
}

/** A write that took nothing and gave no reason. */
export function noneWritten(): Error {
  return Object.assign(new Error('ENOSPC: nothing was written'), { code: 'ENOSPC' });
}

/** Writes all of it at a place. A disk that fills up takes a part, and says nothing until the next write. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    if (bytesWritten === 0) throw noneWritten();
    done += bytesWritten;
  }
}
