import { renderJobSchema, type RenderJob } from '../../../../../src-shared/contract/renders.ts';
import { ERROR_TEXTS } from '../../../../../src-shared/contract/errorTexts.ts';
import { folderIn, foldersIn, namesIn, readText, removeFile, writeText } from '../../storedFiles.ts';
import { EXPORTS_FOLDER } from '../names.ts';

const JOB_NAME = 'job.json';

/** Held while a tab makes an export: the browser lets go of it with the page. */
export const exportLock = (id: string) => `sounddesk.export.${id}`;

/** Exports in this browser's storage: what was made of them outlives the page. */
export function openJobs(storage: StorageManager, locks: LockManager) {
  const root = async () =>
    (await storage.getDirectory()).getDirectoryHandle(EXPORTS_FOLDER, { create: true });
  const folderOf = async (id: string) => (await root()).getDirectoryHandle(id, { create: true });

  const write = async (job: RenderJob): Promise<void> =>
    writeText(await folderOf(job.id), JOB_NAME, JSON.stringify(job));

  const remove = async (id: string): Promise<void> => (await root()).removeEntry(id, { recursive: true });

  /** Takes away all but the job and its finished file. */
  async function clear({ id, file }: RenderJob): Promise<void> {
    const folder = await folderOf(id);
    for (const name of await namesIn(folder))
      if (name !== JOB_NAME && name !== file?.name) await removeFile(folder, name);
  }

  /** One whose page was closed in the middle does not continue; that is said. */
  async function ended(job: RenderJob, isHeld: boolean): Promise<RenderJob> {
    if (isHeld || (job.state !== 'running' && job.state !== 'waiting')) return job;
    const error = { code: 'CANCELLED' as const, message: ERROR_TEXTS.pageExportCutOff };
    const failed: RenderJob = { ...job, state: 'failed', step: null, leftSec: null, error };
    await write(failed);
    await clear(failed);
    return failed;
  }

  return {
    folderOf,
    write,
    clear,
    /** One whose tab is gone or has finished it; null: there is no such one any more. */
    async readLeft(id: string): Promise<RenderJob | null> {
      const folder = await folderIn(await root(), id);
      const job = folder && renderJobSchema.safeParse(parsed(await readText(folder, JOB_NAME))).data;
      return job ? await ended(job, false) : null;
    },
    async readAll(): Promise<RenderJob[]> {
      const jobs: RenderJob[] = [];
      for (const folder of await foldersIn(await root())) {
        const job = renderJobSchema.safeParse(parsed(await readText(folder, JOB_NAME))).data;
        const { held = [] } = await locks.query();
        const isHeld = held.some(({ name }) => name === exportLock(folder.name));
        if (job) jobs.push(await ended(job, isHeld));
        else if (!isHeld) await remove(folder.name);
      }
      return jobs;
    },
    remove,
  };
}
export type Jobs = ReturnType<typeof openJobs>;

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
