import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Media, Project } from '../../../src-shared/domain/edit/document.ts';
import { makeFolderDurably, requireRoom, syncFolder, toFileError } from '../../../src-node/files/index.ts';
import type { ProjectLibrary } from './library.ts';
import { hashMedia, MEDIA_FOLDER, type LocatedMedia } from './media/index.ts';
import { ProjectStore } from './store.ts';
import { copyTextImages } from './texts.ts';

interface Exported {
  project: Project;
  from: string;
  /** The folder in which the new one is made. */
  to: string;
}

/** A folder with the project and copies of all its media: it opens on any machine. It is there whole, or not at all. */
export async function exportProject(
  { project, from, to }: Exported,
  locate: (media: Media) => Promise<LocatedMedia>,
  signal: AbortSignal,
): Promise<{ path: string; sizeBytes: number }> {
  if (!isAbsolute(to)) throw new RpcError('BAD_OPTION', `"${to}" is not a whole path.`);
  const path = join(to, folderName(project));
  const part = `${path}.part`;
  if (await isThere(path)) throw new RpcError('FILE_UNWRITABLE', `${path} is there already.`);
  try {
    makeFolderDurably(join(part, MEDIA_FOLDER), { recursive: true, mode: 0o700 });
    const files = await listFiles(project, locate);
    await requireRoom(
      part,
      files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    );
    const media: Project['media'] = {};
    for (const file of files) {
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      const copy = join(part, MEDIA_FOLDER, file.media.id);
      await copyFile(file.path, copy);
      media[file.media.id] = {
        ...file.media,
        source: { type: 'file', path: null, handleId: file.media.id, ...(await hashMedia(copy)) },
      };
    }
    await copyTextImages(from, part);
    ProjectStore.create(part, { ...project, media });
    await rename(part, path);
    syncFolder(to);
    return { path, sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  } catch (error) {
    throw toFileError(path, error);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** Of a folder that `exportProject` made, wherever it was made: a project of its own; answers its id. */
export async function importProject(
  path: string,
  library: ProjectLibrary,
  createId: () => string,
): Promise<string> {
  const id = createId();
  await library.copy(path, (project) => ({ ...project, id }));
  return id;
}

async function listFiles(project: Project, locate: (media: Media) => Promise<LocatedMedia>) {
  const files: { media: Media; path: string; sizeBytes: number }[] = [];
  for (const media of Object.values(project.media)) {
    const { path, offsetSamples } = await locate(media);
    if (offsetSamples !== 0)
      throw new RpcError(
        'FORMAT_UNSUPPORTED',
        `${media.name} was moved by synchronization: export its take, and import the file, to take it along.`,
      );
    files.push({ media, path, sizeBytes: (await stat(path)).size });
  }
  return files;
}

/** Letters of every script, and nothing that a file system takes for something else. */
const folderName = ({ name, id }: Project): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80) || id;

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
