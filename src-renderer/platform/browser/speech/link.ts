import { failWith } from '../../../../src-shared/contract/errorTexts.ts';

/** A model takes hundreds of megabytes: without work it is given back. */
const IDLE_MS = 60_000;

interface Done {
  kind: 'done';
  id: number;
}
type Answer = Done | { kind: 'failed'; id: number; reason: string };

/** A worker that runs models: started when there is work, ended when there is none for a while. */
export function createWorkerLink<Ask extends { id: number }, Answered extends Answer>(open: () => Worker) {
  type Finished = Extract<Answered, Done>;
  let running: Worker | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<Finished>>();

  const failed = (reason: string) =>
    failWith('ENGINE_STOPPED', 'speechFailedHere', { values: { reason }, retryable: true });
  function end(reason: string): void {
    clearTimeout(idle);
    running?.terminate();
    running = null;
    for (const { reject } of waiting.values()) reject(failed(reason));
    waiting.clear();
  }
  function start(): Worker {
    const worker = open();
    worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      const wanted = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === 'failed') wanted?.reject(failed(data.reason));
      else wanted?.resolve(data as Finished);
    };
    worker.onerror = (event) => end(event.message || 'its program could not be loaded');
    return worker;
  }
  return {
    /** A piece that is under way can be stopped with its worker alone: the model is read again for the next one. */
    async ask(work: Omit<Ask, 'id'>, signal: AbortSignal, transfer: Transferable[] = []): Promise<Finished> {
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      clearTimeout(idle);
      running ??= start();
      const id = (lastId += 1);
      const outcome = Promise.withResolvers<Finished>();
      waiting.set(id, outcome);
      const stop = () => {
        outcome.reject(failWith('CANCELLED', 'cancelled'));
        waiting.delete(id);
        end('another piece of work was stopped');
      };
      signal.addEventListener('abort', stop, { once: true });
      running.postMessage({ id, ...work }, transfer);
      try {
        return await outcome.promise;
      } finally {
        signal.removeEventListener('abort', stop);
        if (waiting.size === 0) idle = setTimeout(() => end('its worker ended'), IDLE_MS);
      }
    },
  };
}
