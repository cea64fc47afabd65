import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { projectSchema, type Project } from '../../../src-shared/domain/edit/document.ts';
import { toFileError } from '../../../src-node/files/index.ts';
import { DOCUMENT_NAME, locateMedia, readProject, type LocatedMedia } from '../../services/projects/index.ts';
import { readTakeFolder } from '../../services/takes/index.ts';

export interface NamedProject {
  project: Project;
  folder: string;
}

/** A project by its folder or its `project.json`, with what its journal has; or a document alone. Nothing is changed. */
export async function readNamedProject(path: string): Promise<NamedProject> {
  const whole = resolve(path);
  const stats = await stat(whole).catch((error: unknown) => {
    throw toFileError(whole, error);
  });
  const folder = stats.isDirectory() ? whole : dirname(whole);
  if (stats.isDirectory() || whole === join(folder, DOCUMENT_NAME)) {
    const known = await readAlone(join(folder, DOCUMENT_NAME)).catch(() => null);
    return { project: known ?? readProject(folder).project, folder };
  }
  return { project: await readAlone(whole), folder };
}

async function readAlone(path: string): Promise<Project> {
  try {
    return projectSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error).split('\n')[0] : (error as Error).message;
    throw new RpcError('FILE_UNREADABLE', `${path} is not a project of the video editor: ${why}`, {
      cause: error,
    });
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
