import { randomUUID } from 'node:crypto';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { STUDIO_MODEL_ID } from '../../../src-shared/domain/denoise.ts';
import type { CleanOptions, CleanProgress, CleanResult } from './contract.ts';
import type { EngineSupervisor } from './supervisor.ts';
import type { TakeJob, TakeJobResultOf } from './takeJobs.ts';

export interface TakeJobTask {
  signal?: AbortSignal;
  /** Part that is done, 0 to 1. */
  onProgress?: (done: number) => void;
}

export interface FileJobs {
  /** Cleans one file. An abort ends it with `CANCELLED`, once the output is closed. */
  clean(
    options: CleanOptions,
    task: { signal: AbortSignal; onProgress: (progress: CleanProgress) => void },
  ): Promise<CleanResult>;
  /** One job on the files of a take. An abort ends it with `CANCELLED`, once its files are closed. */
  runTakeJob<J extends TakeJob>(job: J, task?: TakeJobTask): Promise<TakeJobResultOf<J['kind']>>;
}

/** The files of a model that is installed, by its id; null where it is not. */
export type FindModel = (id: string) => string[] | null;

/** Work on files in the engine process. */
export function createFileJobs(supervisor: EngineSupervisor, findModel: FindModel): FileJobs {
  /** What the engine studio reads; null for others. Throws what is missing. */
  const studioModelPath = ({ denoise }: CleanOptions): string | null => {
    if (denoise.engine !== 'studio') return null;
    const [path] = findModel(STUDIO_MODEL_ID) ?? [];
    if (path !== undefined) return path;
    throw failWith('FILE_NOT_FOUND', 'modelMissing', { values: { name: 'DeepFilterNet3' } });
  };
  return {
    clean: (given, { signal, onProgress }) =>
      supervisor.use(async (link) => {
        const options = { ...given, studioModelPath: studioModelPath(given) };
        const jobId = randomUUID();
        const stopListening = link.client.subscribe('clean.onProgress', ({ jobId: ofJob, ...progress }) => {
          if (ofJob === jobId) onProgress(progress);
        });
        return await untilDone(link.call('clean.run', { jobId, options }), {
          signal,
          cancel: () => void link.client.call('clean.cancel', { jobId }),
        }).finally(stopListening);
      }),
    runTakeJob: <J extends TakeJob>(job: J, { signal, onProgress }: TakeJobTask = {}) =>
      supervisor.use(async (link) => {
        const jobId = randomUUID();
        const stopListening = link.client.subscribe('take.onProgress', ({ jobId: ofJob, done }) => {
          if (ofJob === jobId) onProgress?.(done);
        });
        const result = await untilDone(link.call('take.run', { jobId, job }), {
          signal,
          cancel: () => void link.client.call('take.cancel', { jobId }),
        }).finally(stopListening);
        return result as TakeJobResultOf<J['kind']>;
      }),
  };
}

/** The end is asked for and not enforced: the answer comes when the job has let go of its files. */
async function untilDone<T>(
  running: Promise<T>,
  { signal, cancel }: { signal: AbortSignal | undefined; cancel: () => void },
): Promise<T> {
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await running;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
