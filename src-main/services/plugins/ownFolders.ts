import { statSync } from 'node:fs';
import { isAbsolute, normalize } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { MAX_PLUGIN_FOLDERS } from '../../../src-shared/domain/plugins.ts';
import { realFolder, type FolderConsent } from './folderConsent.ts';

/** The folders of the settings, beside the system's. Anyone who keeps them lets the catalogue follow. */
export interface OwnFolders {
  read(): readonly string[];
  write(folders: string[]): void | Promise<void>;
}

/** Puts one more behind them; throws where nothing can be found in it, or the owner has not allowed it. */
export async function addOwnFolder(
  folders: OwnFolders,
  wanted: string,
  consent: FolderConsent,
): Promise<void> {
  // By its real place: a link may lead elsewhere tomorrow.
  const path = realFolder(asKept(wanted));
  if (folders.read().includes(path)) return;
  assertRoom(folders);
  assertFolder(path);
  await consent.require(path);
  // The question may have been open for a while.
  const known = folders.read();
  if (known.includes(path)) return;
  assertRoom(folders);
  await folders.write([...known, path]);
}

function assertRoom(folders: OwnFolders): void {
  if (folders.read().length >= MAX_PLUGIN_FOLDERS) {
    throw failWith('BAD_OPTION', 'foldersFull', { values: { count: MAX_PLUGIN_FOLDERS } });
  }
}

/** A folder as it is kept; throws where nothing can be found in it. */
export function checkPluginFolder(wanted: string): string {
  const path = asKept(wanted);
  assertFolder(path);
  return path;
}

function asKept(wanted: string): string {
  if (isAbsolute(wanted)) return withoutEnd(normalize(wanted));
  throw failWith('BAD_OPTION', 'noWholePath', { values: { path: wanted } });
}

export async function removeOwnFolder(folders: OwnFolders, path: string): Promise<void> {
  const known = folders.read();
  if (known.includes(path)) await folders.write(known.filter((other) => other !== path));
}

function assertFolder(path: string): void {
  try {
    if (statSync(path).isDirectory()) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') {
      throw failWith('FILE_UNREADABLE', 'folderForbidden', { values: { path }, cause: error });
    }
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw failWith('FILE_NOT_FOUND', 'noFolder', { values: { path }, cause: error });
  }
  throw failWith('BAD_OPTION', 'isFile', { values: { path } });
}

/** As a scan writes it, so that both are known to be the same. */
function withoutEnd(path: string): string {
  return path.length > 1 && /[/\\]$/.test(path) && !/^[A-Za-z]:[/\\]$/.test(path) ? path.slice(0, -1) : path;
}
