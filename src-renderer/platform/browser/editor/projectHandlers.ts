import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { projectsContract, ProjectSummary } from '../../../../src-shared/contract/projects.ts';
import {
  projectEndFrame,
  secondsOf,
  type Media,
  type Project,
} from '../../../../src-shared/domain/edit/document.ts';
import {
  AUTOMATIC_MS,
  openVersions,
  type VersionFiles,
} from '../../../../src-shared/handlers/editor/versions.ts';
import { readPieces, type Handlers } from '../../../../src-shared/rpc/index.ts';
import {
  bytesIn,
  copyFolder,
  fileIn,
  folderIn,
  namesIn,
  piecesOf,
  readText,
  removeFile,
  writeFile,
  writeText,
} from '../storedFiles.ts';
import type { ProjectFolders } from './folders.ts';
import { changedAtMsOf, ProjectStore, readStoredProject } from './projectStore.ts';
import type { Sessions } from './sessions.ts';

const VERSIONS_FOLDER = 'versions';
export const TEXT_FOLDER = 'texts';
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export interface ProjectHandlerOptions {
  folders: ProjectFolders;
  sessions: Sessions;
  read: (id: string) => Promise<Project>;
  nowMs: () => number;
  createId: () => string;
  onChanged: (id: string) => void;
  log: (message: string, error: unknown) => void;
}

type Part = Partial<Handlers<typeof projectsContract>>;

/** Keeps projects: the list, what is edited, and its versions. */
export function createKeepingHandlers({
  folders,
  sessions,
  read,
  nowMs,
  createId,
  onChanged,
  log,
}: ProjectHandlerOptions) {
  const keptAtMs = new Map<string, number>();
  /** A version that cannot be kept is no reason not to edit. */
  const keepAutomatic = async (id: string, project: Project): Promise<void> => {
    keptAtMs.set(id, nowMs());
    await versionsOf(folders, id)
      .then((versions) => versions.keepAutomatic(project, nowMs()))
      .catch((error: unknown) => log('a version of a project was not kept', error));
  };
  return {
    async 'projects.list'() {
      const found = await Promise.all((await folders.list()).map(summarise));
      return found.filter((one) => one !== null).sort((one, other) => other.changedAtMs - one.changedAtMs);
    },
    async 'projects.create'({ project }, { connection }) {
      const folder = await folders.make(project.id);
      const opened = await sessions.begin(
        project.id,
        false,
        () => ProjectStore.create(folder, project),
        connection,
      );
      onChanged(project.id);
      return opened;
    },
    async 'projects.open'({ id, takeOver }, { connection }) {
      const folder = await folders.open(id);
      const opened = await sessions.begin(id, takeOver, () => ProjectStore.open(folder), connection);
      await keepAutomatic(id, opened.project);
      return opened;
    },
    async 'projects.apply'({ id, session, revision, patches }) {
      const applied = await sessions.apply(id, session, revision, patches);
      if (nowMs() - (keptAtMs.get(id) ?? 0) > AUTOMATIC_MS) await keepAutomatic(id, await read(id));
      return { revision: applied };
    },
    async 'projects.close'({ id, session }) {
      const project = sessions.read(id);
      if (project) await keepAutomatic(id, project);
      await sessions.release(id, session);
      onChanged(id);
    },
    async 'projects.remove'({ id }) {
      await sessions.refuseOpen(id);
      await folders.remove(id);
      onChanged(id);
    },
    async 'projects.duplicate'({ id, name }) {
      const copyId = createId();
      const project = { ...(await read(id)), id: copyId, name };
      const folder = await folders.make(copyId);
      try {
        await copyFolder(await folders.open(id), folder);
        await ProjectStore.create(folder, project);
      } catch (error) {
        await folders.remove(copyId);
        throw error;
      }
      onChanged(copyId);
      return await summaryOf(folder);
    },
  } satisfies Part;
}

/** What a project was, under names and kept on its own. */
export function createVersionHandlers({
  folders,
  sessions,
  read,
  nowMs,
}: Pick<ProjectHandlerOptions, 'folders' | 'sessions' | 'read' | 'nowMs'>) {
  return {
    'projects.listVersions': async ({ id }) => (await versionsOf(folders, id)).list(),
    'projects.keepVersion': async ({ id, name }) =>
      (await versionsOf(folders, id)).keep({ name, kind: 'named' }, await read(id), nowMs()),
    async 'projects.restoreVersion'({ id, session, versionId }) {
      const versions = await versionsOf(folders, id);
      const earlier = await versions.read(versionId);
      await versions.keep({ name: '', kind: 'replaced' }, await read(id), nowMs());
      return await sessions.replace(id, session, { ...earlier, id });
    },
  } satisfies Part;
}

const versionsOf = async (folders: ProjectFolders, id: string) =>
  openVersions(versionFiles(await folders.open(id)));

/** Images of texts, by the hash of what they are drawn from: drawn once, the same in preview and export. */
export function createTextHandlers(folders: ProjectFolders) {
  return {
    async *'projects.readTextImage'({ id, hash }) {
      const folder = await folderIn(await folders.open(id), TEXT_FOLDER);
      const file = folder && (await fileIn(folder, `${hash}.png`));
      if (file) yield* piecesOf(file);
    },
    async 'projects.writeTextImage'({ id, hash, sizeBytes }, { bytes }) {
      const [image = new Uint8Array()] = await readPieces(bytes, [sizeBytes]);
      if (!PNG.every((byte, index) => image[index] === byte))
        throw failWith('BAD_OPTION', 'projectTextImage');
      const folder = await (await folders.open(id)).getDirectoryHandle(TEXT_FOLDER, { create: true });
      await writeFile(folder, `${hash}.png`, Uint8Array.from(image));
    },
  } satisfies Part;
}

function versionFiles(project: FileSystemDirectoryHandle): VersionFiles {
  const find = () => folderIn(project, VERSIONS_FOLDER);
  return {
    async names() {
      const folder = await find();
      return folder ? await namesIn(folder) : [];
    },
    async read(name) {
      const folder = await find();
      return folder && (await readText(folder, name));
    },
    async write(name, text) {
      await writeText(await project.getDirectoryHandle(VERSIONS_FOLDER, { create: true }), name, text);
    },
    async remove(name) {
      const folder = await find();
      if (folder) await removeFile(folder, name);
    },
  };
}

/** One that cannot be read says so; null where there is none. */
async function summarise(folder: FileSystemDirectoryHandle): Promise<ProjectSummary | null> {
  try {
    return await summaryOf(folder);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.code === 'FILE_NOT_FOUND') return null;
    const unknown = { name: folder.name, durationSec: 0, width: 0, height: 0, mediaCount: 0 };
    return { ...unknown, ...(await sizeOf(folder)), problem: error.message };
  }
}

async function summaryOf(folder: FileSystemDirectoryHandle): Promise<ProjectSummary> {
  const found = await readStoredProject(folder);
  if (!found) throw failWith('FILE_NOT_FOUND', 'projectNone', { values: { id: folder.name } });
  const { project } = found;
  return {
    ...(await sizeOf(folder)),
    name: project.name,
    durationSec: secondsOf(project, projectEndFrame(project)),
    ...project.canvas,
    mediaCount: Object.keys(project.media).length,
    problem: null,
  };
}

const sizeOf = async (folder: FileSystemDirectoryHandle) => ({
  id: folder.name,
  changedAtMs: await changedAtMsOf(folder),
  sizeBytes: await bytesIn(folder),
});

/** `FILE_NOT_FOUND` where the project has no such media. */
export function mediaIn({ media }: Project, mediaId: string): Media {
  const found = Object.hasOwn(media, mediaId) ? media[mediaId] : undefined;
  if (!found) throw failWith('FILE_NOT_FOUND', 'projectNoMedia', { values: { id: mediaId } });
  return found;
}
