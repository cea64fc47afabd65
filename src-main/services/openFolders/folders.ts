import { realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as paths from 'node:path';
import { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { MAX_OPEN_FOLDERS, type OpenFolder } from '../../../src-shared/contract/openFolders.ts';
import {
  makeFolderDurably,
  readPrivateFile,
  toReadError,
  writeFileDurably,
} from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';
import { isSystemFolder, liesIn, wholePath } from '../takesFolder/index.ts';

const fileSchema = z.object({
  version: z.literal(1),
  folders: z.array(z.object({ id: z.string(), path: z.string() })).max(MAX_OPEN_FOLDERS),
});
type Kept = z.infer<typeof fileSchema>['folders'][number];

export interface FoldersOptions {
  /** Of this list. */
  path: string;
  /** Keys and secrets are in it: it is never opened, nor what it lies in. */
  dataDir: string;
  createId: () => string;
  log: Log;
}

/** The folders that a person has opened, in a file that its user alone can read. */
export function openFolderList({ path, dataDir, createId, log }: FoldersOptions) {
  let kept = read(path, log);

  function write(changed: Kept[]): void {
    try {
      makeFolderDurably(dirname(path), { recursive: true, mode: 0o700 });
      writeFileDurably(path, `${JSON.stringify({ version: 1, folders: changed })}\n`, 0o600);
    } catch (error) {
      throw failWith('SETTINGS_UNWRITABLE', 'apiKeysUnwritable', { cause: error });
    }
    kept = changed;
  }

  return {
    list: (): OpenFolder[] =>
      kept.map((folder) => ({ ...folder, name: nameOf(folder.path), isThere: isTrueFolder(folder.path) })),
    add(text: string): void {
      const folder = truePathOf(wholePath(text));
      if (
        [dataDir, realPathOr(dataDir)].some((own) => liesIn(own, folder, paths) || liesIn(folder, own, paths))
      )
        throw failWith('BAD_OPTION', 'folderUsed', { values: { path: folder } });
      if (isSystemFolder(folder)) throw failWith('BAD_OPTION', 'systemFolder', { values: { path: folder } });
      if (kept.some((known) => known.path === folder)) return;
      if (kept.length >= MAX_OPEN_FOLDERS)
        throw failWith('BAD_OPTION', 'openFoldersMost', { values: { count: MAX_OPEN_FOLDERS } });
      write([...kept, { id: createId(), path: folder }]);
    },
    remove: (id: string): void => write(kept.filter((folder) => folder.id !== id)),
    /** Throws where it is not open, or was replaced by a link since. */
    require(id: string): { name: string; path: string } {
      const folder = kept.find((known) => known.id === id);
      if (!folder) throw failWith('FILE_NOT_FOUND', 'openFolderGone');
      if (isTrueFolder(folder.path)) return { name: nameOf(folder.path), path: folder.path };
      throw failWith('FILE_NOT_FOUND', 'openFolderAway', { values: { name: nameOf(folder.path) } });
    },
  };
}

const nameOf = (path: string): string => basename(path) || path;

function truePathOf(path: string): string {
  try {
    const found = realpathSync(path);
    if (!statSync(found).isDirectory())
      throw failWith('BAD_OPTION', 'folderIsFile', { values: { folder: path } });
    return found;
  } catch (error) {
    throw error instanceof RpcError ? error : toReadError(path, error);
  }
}

const realPathOr = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    // It is yet to be made.
    return path;
  }
};

function isTrueFolder(path: string): boolean {
  try {
    return realpathSync(path) === path && statSync(path).isDirectory();
  } catch {
    // It is on a disk that is not here, or was removed.
    return false;
  }
}

function read(path: string, log: Log): Kept[] {
  try {
    const text = readPrivateFile(path);
    if (text !== null) return fileSchema.parse(JSON.parse(text)).folders;
  } catch (error) {
    log.error('the list of folders open to the API was damaged: none is open', error, { path });
  }
  return [];
}
