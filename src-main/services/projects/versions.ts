import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  makeFolderDurably,
  readRegularText,
  removeDurably,
  toFileError,
  writeFileDurably,
} from '../../../src-node/files/index.ts';
import type { VersionFiles } from '../../../src-shared/handlers/editor/versions.ts';

const FOLDER_NAME = 'versions';
const MOST_BYTES = 512 << 20;

/** Versions of the project in a folder of this machine. */
export function versionFiles(folder: string): VersionFiles {
  const dir = join(folder, FOLDER_NAME);
  const durably = (work: () => void): Promise<void> => {
    try {
      work();
      return Promise.resolve();
    } catch (error) {
      return Promise.reject(toFileError(dir, error));
    }
  };
  return {
    names: () => readdir(dir).catch(() => []),
    read: (name) => Promise.resolve(readRegularText(dir, name, { mostBytes: MOST_BYTES })),
    write: (name, text) =>
      durably(() => {
        makeFolderDurably(dir, { recursive: true, mode: 0o700 });
        writeFileDurably(join(dir, name), text);
      }),
    remove: (name) => durably(() => removeDurably(join(dir, name))),
  };
}
