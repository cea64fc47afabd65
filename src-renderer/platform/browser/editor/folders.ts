import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { ABSENT, foldersIn } from '../storedFiles.ts';
import { PROJECTS_FOLDER } from './names.ts';

export interface ProjectFolders {
  list(): Promise<FileSystemDirectoryHandle[]>;
  /** `FILE_NOT_FOUND` where there is no such project. */
  open(id: string): Promise<FileSystemDirectoryHandle>;
  /** `BAD_OPTION` where there is one already. */
  make(id: string): Promise<FileSystemDirectoryHandle>;
  remove(id: string): Promise<void>;
}

export function openProjectFolders(storage: StorageManager): ProjectFolders {
  const root = async () =>
    (await storage.getDirectory()).getDirectoryHandle(PROJECTS_FOLDER, { create: true });
  const find = async (id: string) =>
    (await root()).getDirectoryHandle(id).catch((error: unknown) => {
      if (error instanceof DOMException && ABSENT.includes(error.name)) return null;
      throw error;
    });
  const open = async (id: string) => {
    const folder = await find(id);
    if (!folder) throw failWith('FILE_NOT_FOUND', 'projectNone', { values: { id } });
    return folder;
  };
  return {
    list: async () => foldersIn(await root()),
    open,
    async make(id) {
      if (await find(id)) throw failWith('BAD_OPTION', 'projectExists');
      return await (await root()).getDirectoryHandle(id, { create: true });
    },
    async remove(id) {
      await open(id);
      await (await root()).removeEntry(id, { recursive: true });
    },
  };
}
