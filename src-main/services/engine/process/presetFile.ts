import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { RpcError } from '../../../../src-shared/contract/errors.ts';

/** A line to the process that holds the plug-in takes so much, as base64. */
export const MAX_PRESET_BYTES = 20_000_000;

/** What the process is told of a preset: it reads no file itself. */
export function readPresetFile(path: string): { name: string; state: string } {
  try {
    const { size } = statSync(path);
    if (size <= MAX_PRESET_BYTES) return { name: path, state: readFileSync(path).toString('base64') };
  } catch (error) {
    throw unreadable(path, error);
  }
  throw new RpcError(
    'PLUGIN_PRESET_INVALID',
    `${path} is larger than ${MAX_PRESET_BYTES / 1_000_000} MB, too large for a preset. Choose another one.`,
  );
}

/** Beside its place first, so that a preset is there whole or as it was. */
export function writePresetFile(path: string, state: string): void {
  const fresh = `${path}.new`;
  try {
    writeFileSync(fresh, Buffer.from(state, 'base64'));
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    throw new RpcError(
      code === 'ENOSPC' ? 'DISK_FULL' : 'FILE_UNWRITABLE',
      `The preset ${path} can't be written. Choose another folder, or make room.`,
      { cause: error },
    );
  }
}

function unreadable(path: string, cause: unknown): RpcError {
  const { code } = cause as NodeJS.ErrnoException;
  return new RpcError(
    code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE',
    `The preset ${path} can't be read. Check that it is there and that you may read it.`,
    { cause },
  );
}
