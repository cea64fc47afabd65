import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { createAllowedFolders, MAX_ALLOWED_FOLDERS } from '../../services/plugins/index.ts';
import { findDataDir, prepareDataDir } from '../dataDir.ts';
import { EXIT, print, printError, UsageError } from './output.ts';

/** `plugins allow` and `plugins disallow`: the owner's word on folders that a page may then have searched. */
export function runAllow(action: 'allow' | 'disallow', dirs: string[], json: boolean): number {
  const dataDir = findDataDir();
  const store = createAllowedFolders(dataDir);
  try {
    if (dirs.length === 0) {
      if (action === 'disallow') throw new UsageError('Say which folder: sounddesk plugins disallow DIR.');
      return notify(store.read(), json);
    }
    prepareDataDir(dataDir);
    const next = action === 'allow' ? withMore(store.read(), dirs) : without(store.read(), dirs);
    store.write(next);
    return notify(next, json);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    printError(`${error.message} (${error.code})`);
    return EXIT.failed;
  }
}

function withMore(known: readonly string[], dirs: readonly string[]): string[] {
  const next = [...new Set([...known, ...dirs.map(folderAt)])];
  if (next.length <= MAX_ALLOWED_FOLDERS) return next;
  throw new UsageError(
    `${MAX_ALLOWED_FOLDERS} folders can be allowed at most. Take some back first: sounddesk plugins disallow DIR.`,
  );
}

function without(known: readonly string[], dirs: readonly string[]): string[] {
  // One that has gone from the disk is taken back by its name.
  const gone = new Set(dirs.flatMap((dir) => [resolve(dir), realPathOf(dir) ?? resolve(dir)]));
  const next = known.filter((folder) => !gone.has(folder));
  if (next.length < known.length) return next;
  throw new RpcError(
    'FILE_NOT_FOUND',
    `${dirs.join(', ')} was not allowed. "sounddesk plugins allow" lists what is.`,
  );
}

function folderAt(dir: string): string {
  const path = realPathOf(dir);
  if (path !== null && statSync(path).isDirectory()) return path;
  throw new UsageError(`${dir} is no folder that you can read. Name the folder that holds the plug-ins.`);
}

function realPathOf(dir: string): string | null {
  try {
    return realpathSync(dir);
  } catch {
    return null; // The caller says what that means.
  }
}

function notify(folders: readonly string[], json: boolean): number {
  if (json) print(JSON.stringify({ folders }, null, 2));
  else if (folders.length === 0) print('No folder is allowed beside those of the system.');
  else print(['Allowed. Add them on the Plug-ins screen:', ...folders.map((path) => `  ${path}`)].join('\n'));
  return EXIT.ok;
}
