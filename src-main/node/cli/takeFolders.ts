import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { DOCUMENT_NAME } from '../../../src-shared/domain/takeFiles.ts';

/** The takes that a folder names: itself, or those in it. */
export async function takesIn(dir: string): Promise<{ isTake: boolean; folders: string[] }> {
  const stats = await statOf(dir);
  if (!stats) throw new RpcError('FILE_NOT_FOUND', `There is no folder ${dir}. Check its name.`);
  if (!stats.isDirectory()) throw new RpcError('FILE_UNREADABLE', `${dir} is not a folder. A take is one.`);
  if (await isTake(dir)) return { isTake: true, folders: [dir] };
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
    throw new RpcError('FILE_UNREADABLE', `${dir} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  });
  const folders: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && (await isTake(join(dir, entry.name)))) folders.push(join(dir, entry.name));
  }
  return { isTake: false, folders: folders.sort() };
}

async function isTake(dir: string): Promise<boolean> {
  return (await statOf(join(dir, DOCUMENT_NAME)))?.isFile() ?? false;
}

/** null where nothing is there; what may not be looked at is an error, not nothing. */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new RpcError('FILE_UNREADABLE', `${path} cannot be looked at: ${message}.`, { cause: error });
  }
}
