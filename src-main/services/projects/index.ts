import { join } from 'node:path';
import type { projectsContract, UnlocatedMedia } from '../../../src-shared/contract/projects.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Media, Project } from '../../../src-shared/domain/edit/document.ts';
import { AUTOMATIC_MS, openVersions } from '../../../src-shared/handlers/editor/versions.ts';
import { readPieces, type Handlers } from '../../../src-shared/rpc/index.ts';
import type { Clock, Log } from '../ports.ts';
import { openProjectLibrary, type ProjectLibrary } from './library.ts';
import { createMediaHandlers } from './mediaHandlers.ts';
import { createSoundFiles, locateMedia, type LocatedMedia, type ReadTake } from './media/index.ts';
import { exportProject, importProject } from './portable.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { readProject } from './store.ts';
import { openTextImages } from './texts.ts';
import { versionFiles } from './versions.ts';

export {
  createSoundFiles,
  FrameSource,
  hashMedia,
  locateMedia,
  probeMedia,
  readFrames,
  type DecodedFrame,
  type LocatedMedia,
  type MediaSound,
  type ReadTake,
} from './media/index.ts';
export { importFile } from './imports.ts';
export { TEXT_FOLDER } from './texts.ts';
export { ProjectStore, readProject } from './store.ts';

export interface ProjectsServiceOptions {
  /** Made with the first project. */
  dir: string;
  /** For sound that was decoded; it may be emptied at any time. */
  soundDir: string;
  readTake: ReadTake;
  createId: () => string;
  clock: Clock;
  log: Log;
  onChanged: (id: string) => void;
  onTakenOver: (id: string, session: string) => void;
}

export interface ProjectsService {
  handlers: Handlers<typeof projectsContract>;
  /** As it is now. */
  read(id: string): Project;
  folderOf(id: string): string;
  locate(id: string, media: Media): Promise<LocatedMedia>;
  /** Removes what earlier runs left. To be called at the start. */
  sweep(): Promise<void>;
  close(): void;
}

/** Projects of the video editor on this machine. */
export function createProjectsService(options: ProjectsServiceOptions): ProjectsService {
  const { dir, soundDir, readTake, createId, clock, onChanged } = options;
  const nowMs = () => clock.nowMs();
  const library = openProjectLibrary(dir);
  const sounds = createSoundFiles(soundDir);
  const locate = (id: string, media: Media) => locateMedia(library.folderOf(id), media, readTake);
  const sessions = createSessions({
    folderOf: library.folderOf,
    createId,
    missingMedia: (id, project) => findMissing(project, (media) => locate(id, media)),
    onTakenOver: options.onTakenOver,
  });
  const read = (id: string) => sessions.read(id) ?? readProject(library.folderOf(id)).project;
  const mediaOf = (id: string, mediaId: string) => {
    const { media } = read(id);
    const found = Object.hasOwn(media, mediaId) ? media[mediaId] : undefined;
    if (!found) throw new RpcError('FILE_NOT_FOUND', `The project has no media "${mediaId}".`);
    return found;
  };

  const parts = { library, sessions, read, locate, nowMs, createId, onChanged, log: options.log };
  return {
    handlers: {
      ...createKeepingHandlers(parts),
      ...createVersionHandlers(parts),
      ...createMediaHandlers({ folderOf: library.folderOf, mediaOf, readTake, sounds, createId }),
      ...createFolderHandlers(parts),
    },
    read,
    folderOf: (id) => library.folderOf(id),
    locate,
    async sweep() {
      await library.sweep();
      await sounds.sweep(nowMs());
    },
    close: () => sessions.close(),
  };
}

interface Parts {
  library: ProjectLibrary;
  sessions: Sessions;
  read: (id: string) => Project;
  locate: (id: string, media: Media) => Promise<LocatedMedia>;
  nowMs: () => number;
  createId: () => string;
  log: Log;
  onChanged: (id: string) => void;
}

function createKeepingHandlers({ library, sessions, read, createId, nowMs, log, onChanged }: Parts) {
  /** A version that cannot be kept is no reason not to edit. */
  const keepAutomatic = async (id: string, project: Project): Promise<void> => {
    keptAtMs.set(id, nowMs());
    await openVersions(versionFiles(library.folderOf(id)))
      .keepAutomatic(project, nowMs())
      .catch((error: unknown) => log.error('a version of a project was not kept', error, { id }));
  };
  const keptAtMs = new Map<string, number>();
  return {
    'projects.list': () => library.list(),
    async 'projects.create'({ project }, { connection }) {
      const opened = await sessions.begin(project.id, library.create(project), connection);
      onChanged(project.id);
      return opened;
    },
    async 'projects.open'({ id, takeOver }, { connection }) {
      const opened = await sessions.open(id, takeOver, connection);
      await keepAutomatic(id, opened.project);
      return opened;
    },
    async 'projects.apply'({ id, session, revision, patches }) {
      const applied = sessions.apply(id, session, revision, patches);
      if (nowMs() - (keptAtMs.get(id) ?? 0) > AUTOMATIC_MS) await keepAutomatic(id, read(id));
      return { revision: applied };
    },
    async 'projects.close'({ id, session }) {
      const project = sessions.read(id);
      if (project) await keepAutomatic(id, project);
      sessions.release(id, session);
      onChanged(id);
    },
    async 'projects.remove'({ id }) {
      sessions.refuseOpen(id);
      await library.remove(id);
      onChanged(id);
    },
    async 'projects.duplicate'({ id, name }) {
      const copyId = createId();
      await library.copy(library.folderOf(id), () => ({ ...read(id), id: copyId, name }));
      onChanged(copyId);
      return await library.summary(copyId);
    },
  } satisfies Partial<Handlers<typeof projectsContract>>;
}

function createVersionHandlers({ library, sessions, read, nowMs }: Parts) {
  const versionsOf = (id: string) => openVersions(versionFiles(library.folderOf(id)));
  return {
    'projects.listVersions': ({ id }) => versionsOf(id).list(),
    'projects.keepVersion': ({ id, name }) => versionsOf(id).keep({ name, kind: 'named' }, read(id), nowMs()),
    async 'projects.restoreVersion'({ id, session, versionId }) {
      const earlier = await versionsOf(id).read(versionId);
      await versionsOf(id).keep({ name: '', kind: 'replaced' }, read(id), nowMs());
      return await sessions.replace(id, session, { ...earlier, id });
    },
  } satisfies Partial<Handlers<typeof projectsContract>>;
}

function createFolderHandlers({ library, read, locate, createId, onChanged }: Parts) {
  return {
    'projects.readTextImage': ({ id, hash }) => openTextImages(library.folderOf(id)).read(hash),
    async 'projects.writeTextImage'({ id, hash, sizeBytes }, { bytes }) {
      const [image = new Uint8Array()] = await readPieces(bytes, [sizeBytes]);
      openTextImages(library.folderOf(id)).write(hash, image);
    },
    async 'projects.readPaths'({ id }) {
      const paths: Record<string, string> = {};
      const failed: UnlocatedMedia[] = [];
      for (const media of Object.values(read(id).media)) {
        try {
          paths[media.id] = (await locate(id, media)).path;
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          failed.push({ mediaId: media.id, code: error.code, message: error.message });
        }
      }
      return { paths, failed };
    },
    'projects.exportFolder': ({ id, folder }, { signal }) =>
      exportProject(
        { project: read(id), from: library.folderOf(id), to: folder },
        (media) => locate(id, media),
        signal,
      ),
    async 'projects.importFolder'({ path }) {
      const id = await importProject(path, library, createId);
      onChanged(id);
      return await library.summary(id);
    },
  } satisfies Partial<Handlers<typeof projectsContract>>;
}

/** Where the sound of a project's media is decoded to, in the data folder. */
export const soundDirOf = (dataDir: string): string => join(dataDir, 'cache', 'editor-sound');

async function findMissing(project: Project, locate: (media: Media) => Promise<unknown>): Promise<string[]> {
  const missing: string[] = [];
  for (const media of Object.values(project.media)) {
    await locate(media).catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
      missing.push(media.id);
    });
  }
  return missing;
}
