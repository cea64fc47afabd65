import { readFileSync, statSync } from 'node:fs';
import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { toFileError, writeFileAtomically } from '../../../../src-node/files/index.ts';

/** A line to the process that holds the plug-in takes so much, as base64. */
export const MAX_PRESET_BYTES = 20_000_000;

/** What the process gets of a preset: it reads no file itself. */
export function readPresetFile(path: string): { name: string; state: string } {
  try {
    const { size } = statSync(path);
    if (size <= MAX_PRESET_BYTES) return { name: path, state: readFileSync(path).toString('base64') };
  } catch (error) {
    throw unreadable(path, error);
  }
  throw failWith('PLUGIN_PRESET_INVALID', 'presetTooLarge', {
    values: { path, megabytes: MAX_PRESET_BYTES / 1_000_000 },
  });
}

/** Whole, or as it was before. Throws `DISK_FULL` or `FILE_UNWRITABLE`. */
export function writePresetFile(path: string, state: string): void {
  try {
    writeFileAtomically(path, Buffer.from(state, 'base64'));
  } catch (error) {
    throw toFileError(path, error);
  }
}

function unreadable(path: string, cause: unknown): RpcError {
  const { code } = cause as NodeJS.ErrnoException;
  return failWith(code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE', 'presetFileUnreadable', {
    values: { path },
    cause,
  });
}
