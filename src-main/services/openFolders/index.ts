import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { openFoldersContract, OpenFolder } from '../../../src-shared/contract/openFolders.ts';
import type { DefaultEngine } from '../../../src-shared/domain/denoise.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { partsInside } from '../../../src-node/files/index.ts';
import { chainOf, inWordsOf, type CleanService } from '../clean/index.ts';
import type { Log } from '../ports.ts';
import { cleanIntoExports, listCleaned } from './cleaned.ts';
import { openFolderList } from './folders.ts';
import { listFolder } from './listing.ts';

export interface OpenFoldersOptions {
  dataDir: string;
  clean: CleanService['clean'];
  /** The noise model where a program names none. */
  defaultEngine: () => Promise<DefaultEngine>;
  createId: () => string;
  log: Log;
  onProgressed: (progress: { folderId: string; path: string; done: number }) => void;
  onChanged: (places: { folders: OpenFolder[] }) => void;
}

export interface OpenFolders {
  handlers: Handlers<typeof openFoldersContract>;
}

/** Folders that a person has opened to the API. */
export function createOpenFolders(options: OpenFoldersOptions): OpenFolders {
  const { dataDir, log, onProgressed, onChanged } = options;
  const folders = openFolderList({ ...options, path: join(dataDir, 'api', 'folders.json') });
  const exportsDir = join(dataDir, 'exports', 'cleaned-files');
  const workDir = join(dataDir, 'open-folders');
  const emptied = rm(workDir, { recursive: true, force: true }).catch((error: unknown) =>
    log.error('what an earlier run left of files to clean could not be removed', error),
  );
  const change = (work: () => void) => {
    work();
    const places = { folders: folders.list() };
    onChanged(places);
    return places;
  };

  /** Programs know a folder by its name, and nothing of where it lies. */
  async function inside<T>(id: string, work: (root: string) => Promise<T> | T): Promise<T> {
    const { name, path } = folders.require(id);
    try {
      return await work(path);
    } catch (error) {
      throw inWordsOf(name, [path], error);
    }
  }

  return {
    handlers: {
      'openFolders.read': () => ({ folders: folders.list() }),
      'openFolders.add': ({ path }) => change(() => folders.add(path)),
      'openFolders.remove': ({ id }) => change(() => folders.remove(id)),
      'openFolders.list': () => folders.list().map(({ id, name, isThere }) => ({ id, name, isThere })),
      'openFolders.listFiles': ({ folderId, path, after, limit }, { signal }) =>
        inside(folderId, (root) => listFolder(root, { path, after, limit }, signal)),
      async 'openFolders.clean'({ folderId, path, targetLufs, container, ...asked }, { signal }) {
        await emptied;
        const chain = await chainOf(asked, options);
        const where = { ...options, exportsDir, workDir };
        const onDone = (done: number) => onProgressed({ folderId, path, done });
        return await inside(folderId, (root) =>
          cleanIntoExports(where, { root, path }, { chain, targetLufs, container }, { signal, onDone }),
        );
      },
      'openFolders.listCleaned': () => listCleaned(exportsDir),
      'openFolders.locate': ({ folderId, path }) =>
        inside(folderId, (root) => {
          partsInside(root, path);
          return { root, path };
        }),
      'openFolders.locateCleaned': () => exportsDir,
    },
  };
}
