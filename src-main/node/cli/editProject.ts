import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { readProject as checkProject } from '../../../src-shared/domain/edit/check.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import { toFileError } from '../../../src-node/files/index.ts';
import { locateMedia, readProject, type LocatedMedia } from '../../services/projects/index.ts';
import { readTakeFolder } from '../../services/takes/index.ts';

export interface NamedProject {
  project: Project;
  folder: string;
}

/** A project by its folder, with all that its journal has; or a document alone. Nothing is changed. */
export async function readNamedProject(path: string): Promise<NamedProject> {
  const whole = resolve(path);
  const stats = await stat(whole).catch((error: unknown) => {
    throw toFileError(whole, error);
  });
  if (stats.isDirectory()) return { project: readProject(whole).project, folder: whole };
  const folder = dirname(whole);
  const { project, problem } = checkProject(await readJson(whole));
  if (project) return { project, folder };
  throw new RpcError('FILE_UNREADABLE', `${path} is not a project of the video editor: ${problem}`);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new RpcError('FILE_UNREADABLE', `${path} is not a project of the video editor.`, { cause: error });
  }
}

/** Where the media of a project lie; takes are looked for in `takesDir`. */
export async function locateAll(
  { project, folder }: NamedProject,
  takesDir: string,
): Promise<Record<string, LocatedMedia>> {
  const found: Record<string, LocatedMedia> = {};
  for (const media of Object.values(project.media))
    found[media.id] = await locateMedia(folder, media, (takeId) => readTakeFolder(join(takesDir, takeId)));
  return found;
}
