import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { ERROR_TEXTS, failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { projectsContract } from '../../../../src-shared/contract/projects.ts';
import type { RenderJob, rendersContract } from '../../../../src-shared/contract/renders.ts';
import type { Project } from '../../../../src-shared/domain/edit/document.ts';
import { refuseCall, type Handlers } from '../../../../src-shared/rpc/index.ts';
import type { TakeReader } from '../takes/takeReader.ts';
import { openProjectFolders } from './folders.ts';
import { createLocate } from './media/places.ts';
import { createMediaHandlers } from './mediaHandlers.ts';
import {
  createKeepingHandlers,
  createTextHandlers,
  createVersionHandlers,
  mediaIn,
} from './projectHandlers.ts';
import { readStoredProject } from './projectStore.ts';
import { createRenders } from './renders/index.ts';
import { Sessions } from './sessions.ts';

/** All tabs of this browser learn by it that the list of projects is another one. */
const CHANNEL = 'sounddesk.projects';

export interface BrowserEditorOptions {
  storage: StorageManager;
  locks: LockManager;
  takes: TakeReader;
  nowMs: () => number;
  createId: () => string;
  onChanged: (id: string) => void;
  onTakenOver: (id: string, session: string) => void;
  onRenderProgressed: (job: RenderJob) => void;
  onRendersChanged: (jobs: RenderJob[]) => void;
  log: (message: string, error: unknown) => void;
}

export interface BrowserEditor {
  handlers: Handlers<typeof projectsContract & typeof rendersContract>;
  close(): void;
}

/** The video editor in this browser alone: projects in its storage, exports by its encoders. */
export function createBrowserEditor(options: BrowserEditorOptions): BrowserEditor {
  const { storage, locks, takes, createId, onChanged } = options;
  const folders = openProjectFolders(storage);
  const locate = createLocate(folders, takes);
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<string>) => onChanged(data);
  const sessions = new Sessions({
    locks,
    createId,
    onTakenOver: options.onTakenOver,
    missingMedia: (id, project) => findMissing(project, (media) => locate(id, media)),
  });
  const read = async (id: string): Promise<Project> => {
    const found = sessions.read(id) ?? (await readStoredProject(await folders.open(id)))?.project;
    if (!found) throw failWith('FILE_NOT_FOUND', 'projectNone', { values: { id } });
    return found;
  };
  const mediaOf = async (id: string, mediaId: string) => mediaIn(await read(id), mediaId);
  const renders = createRenders({ ...options, folders, locate, read });
  return {
    handlers: {
      ...createKeepingHandlers({
        ...options,
        folders,
        sessions,
        read,
        onChanged(id) {
          channel.postMessage(id);
          onChanged(id);
        },
      }),
      ...createVersionHandlers({ ...options, folders, sessions, read }),
      ...createTextHandlers(folders),
      ...createMediaHandlers({ folders, takes, locate, read, mediaOf, createId }),
      'projects.exportFolder': refuseCall(ERROR_TEXTS.pageOpensNoPaths),
      'projects.importFolder': refuseCall(ERROR_TEXTS.pageOpensNoPaths),
      ...renders.handlers,
    },
    close() {
      sessions.close();
      renders.close();
      channel.close();
    },
  };
}

async function findMissing(
  { media }: Project,
  locate: (media: Project['media'][string]) => Promise<unknown>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const one of Object.values(media)) {
    await locate(one).catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
      missing.push(one.id);
    });
  }
  return missing;
}
