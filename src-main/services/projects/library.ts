import { lstatSync } from 'node:fs';
import { cp, lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { projectIdSchema, type ProjectSummary } from '../../../src-shared/contract/projects.ts';
import { projectEndFrame, secondsOf, type Project } from '../../../src-shared/domain/edit/document.ts';
import { makeFolderDurably, syncFolder, toFileError, toReadError } from '../../../src-node/files/index.ts';
import { changedAtMsOf, ProjectStore, readProject } from './store.ts';

const COPY_PREFIX = '.copy-';

/** Projects in one folder, each in a folder of its own that has its id for a name. */
export function openProjectLibrary(dir: string) {
  const folderOf = (id: string): string => {
    if (!projectIdSchema.safeParse(id).success)
      throw new RpcError('BAD_OPTION', `"${id}" is not the name of a project.`);
    const folder = join(dir, id);
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new RpcError('FILE_UNREADABLE', `${folder} is a link, and is not followed.`);
    return folder;
  };

  return {
    folderOf,
    /** What was changed last comes first. */
    async list(): Promise<ProjectSummary[]> {
      const entries = await readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw toFileError(dir, error);
      });
      const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
      const found = await Promise.all(names.map(({ name }) => summarise(folderOf, name)));
      return found.filter((one) => one !== null).sort((one, other) => other.changedAtMs - one.changedAtMs);
    },
    async summary(id: string): Promise<ProjectSummary> {
      const found = await summarise(folderOf, id);
      if (!found) throw new RpcError('FILE_NOT_FOUND', `There is no project "${id}".`);
      return found;
    },
    create(project: Project): ProjectStore {
      const folder = folderOf(project.id);
      try {
        makeFolderDurably(dir, { recursive: true, mode: 0o700 });
        makeFolderDurably(folder, { recursive: false, mode: 0o700 });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST')
          throw new RpcError('BAD_OPTION', 'There is a project of this id already.', { cause: error });
        throw toFileError(folder, error);
      }
      return ProjectStore.create(folder, project);
    },
    /** A copy of a folder that holds a project, as a project of its own; it is there whole, or not at all. */
    async copy(from: string, change: (project: Project) => Project): Promise<ProjectStore> {
      const project = change(readProject(from).project);
      const part = join(dir, `${COPY_PREFIX}${project.id}`);
      const folder = folderOf(project.id);
      try {
        makeFolderDurably(dir, { recursive: true, mode: 0o700 });
        // No link of a folder that came from elsewhere is followed.
        await cp(from, part, { recursive: true, dereference: false, filter: isPlain });
        ProjectStore.open(part).replace(project);
        await rename(part, folder);
        syncFolder(dir);
      } catch (error) {
        throw toFileError(folder, error);
      } finally {
        await rm(part, { recursive: true, force: true });
      }
      return ProjectStore.open(folder);
    },
    async remove(id: string): Promise<void> {
      const folder = folderOf(id);
      if (!lstatSync(folder, { throwIfNoEntry: false }))
        throw new RpcError('FILE_NOT_FOUND', `There is no project "${id}".`);
      await rm(folder, { recursive: true, force: true });
      syncFolder(dir);
    },
    /** Removes copies that were cut off. */
    async sweep(): Promise<void> {
      for (const name of await readdir(dir).catch(() => []))
        if (name.startsWith(COPY_PREFIX)) await rm(join(dir, name), { recursive: true, force: true });
    },
  };
}
export type ProjectLibrary = ReturnType<typeof openProjectLibrary>;

const isPlain = (path: string): boolean => {
  const stats = lstatSync(path);
  return stats.isDirectory() || stats.isFile();
};

/** null where there is no project; one that cannot be read says so. */
async function summarise(folderOf: (id: string) => string, id: string): Promise<ProjectSummary | null> {
  if (!projectIdSchema.safeParse(id).success) return null;
  const folder = folderOf(id);
  const changedAtMs = changedAtMsOf(folder);
  if (changedAtMs === null) return null;
  const known = { id, changedAtMs, sizeBytes: await sizeOf(folder) };
  try {
    const { project } = readProject(folder);
    return {
      ...known,
      name: project.name,
      durationSec: secondsOf(project, projectEndFrame(project)),
      ...project.canvas,
      mediaCount: Object.keys(project.media).length,
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { ...known, name: id, durationSec: 0, width: 0, height: 0, mediaCount: 0, problem: error.message };
  }
}

/** null where one of its files cannot be looked at. */
async function sizeOf(folder: string): Promise<number | null> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = await Promise.all(files.map(({ parentPath, name }) => sizeOfFile(join(parentPath, name))));
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return null;
  }
}

/** 0 where it has gone meanwhile. */
async function sizeOfFile(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (toReadError(path, error).code === 'FILE_NOT_FOUND') return 0;
    throw error;
  }
}
