import type { Job } from '../../../src-shared/api/index.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { ApiError, toProblem } from './reply.ts';

const MAX_KEPT = 500;

interface Running {
  job: Job;
  abort: AbortController;
}

/** Long work that calls have begun, until SoundDesk closes. */
export function createJobs(options: {
  nowMs: () => number;
  createId: () => string;
  onFault: (error: unknown, operation: string) => void;
}) {
  const { nowMs, createId, onFault } = options;
  const jobs = new Map<string, Running>();
  const find = (id: string): Running => {
    const found = jobs.get(id);
    if (!found) throw new ApiError('NOT_FOUND', 'There is no work with this id.');
    return found;
  };

  function forgetOldest(): void {
    for (const [id, { job }] of jobs) {
      if (jobs.size < MAX_KEPT) return;
      if (job.state !== 'running') jobs.delete(id);
    }
  }

  return {
    start(
      operation: string,
      work: (signal: AbortSignal, onProgress: (done: number) => void) => Promise<unknown>,
    ): Job {
      forgetOldest();
      const abort = new AbortController();
      const job: Job = {
        id: createId(),
        operation,
        state: 'running',
        done: null,
        startedAtMs: nowMs(),
        endedAtMs: null,
        result: null,
        problem: null,
      };
      jobs.set(job.id, { job, abort });
      const end = (changes: Partial<Job>) => Object.assign(job, { endedAtMs: nowMs(), ...changes });
      work(abort.signal, (done) => (job.done = done)).then(
        (result) => end({ state: 'done', done: 1, result: result ?? null }),
        (error: unknown) => {
          if (abort.signal.aborted) return end({ state: 'cancelled' });
          if (!(error instanceof RpcError)) onFault(error, operation);
          return end({ state: 'failed', problem: toProblem(error) });
        },
      );
      return { ...job };
    },
    list: (): Job[] => [...jobs.values()].map(({ job }) => ({ ...job })).reverse(),
    read: (id: string): Job => ({ ...find(id).job }),
    cancel(id: string): Job {
      const { job, abort } = find(id);
      abort.abort();
      return { ...job, state: job.state === 'running' ? 'cancelled' : job.state };
    },
    close() {
      for (const { abort } of jobs.values()) abort.abort();
    },
  };
}
export type Jobs = ReturnType<typeof createJobs>;
