import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract } from '../contract.ts';
import type { TakeJob, TakeJobResult } from '../takeJobs.ts';
import type { Addon, CleanJob } from './addon.ts';
import { attempt, toRpcError } from './failures.ts';

/** The least time between two progress events of one job. */
const PROGRESS_INTERVAL_MS = 100;

type TakeHandlers = Pick<Handlers<EngineProcessContract>, 'take.run' | 'take.cancel'>;

/** Jobs on the files of takes. */
export function createTakeHandlers(
  loadAddon: () => Addon,
  events: EventHub<EngineProcessContract>,
): TakeHandlers {
  const jobs = new Map<string, CleanJob>();
  return {
    'take.run': ({ jobId, job }, { signal }) =>
      new Promise((resolve, reject) => {
        let nextProgressAtMs = 0;
        const running = attempt(() =>
          loadAddon().startTakeJob(
            job,
            (done) => {
              const nowMs = performance.now();
              if (nowMs < nextProgressAtMs) return;
              nextProgressAtMs = nowMs + PROGRESS_INTERVAL_MS;
              events.emit('take.onProgress', { jobId, done });
            },
            (error, result) => {
              jobs.delete(jobId);
              if (error) reject(toRpcError(error));
              else resolve(toResult(job, result));
            },
          ),
        );
        jobs.set(jobId, running);
        signal.addEventListener('abort', () => running.cancel(), { once: true });
      }),
    'take.cancel'({ jobId }) {
      jobs.get(jobId)?.cancel();
    },
  };
}

/** The contract checks what the addon gave before it leaves the process. */
function toResult({ kind }: TakeJob, result: object | null): TakeJobResult {
  return (kind === 'timecode' ? { kind, reading: result } : { kind, ...result }) as TakeJobResult;
}
