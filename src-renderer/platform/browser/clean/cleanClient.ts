import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import cleanWorker from '../../../media/clean/cleanWorker.ts?worker&url';
import type {
  CleanTaskName,
  CleanTasks,
  FromCleanWorker,
  ToCleanWorker,
} from '../../../media/clean/cleanWorkerMessages.ts';
import { trustedScript } from '../../../lib/trustedScripts.ts';

/** How far a piece of work is: 0-1, and how much of the sound that is. */
export type OnProgress = (done: number, doneSec: number) => void;

/** The worker that keeps and cleans files, called like a function; it is started with the first call. */
export interface CleanClient {
  call<K extends CleanTaskName>(
    kind: K,
    input: CleanTasks[K]['input'],
    task?: { signal?: AbortSignal; onProgress?: OnProgress },
  ): Promise<CleanTasks[K]['output']>;
  /** Ends the worker, and what was under way with it. */
  close(): void;
}

interface Waiting {
  resolve: (output: never) => void;
  reject: (error: RpcError) => void;
  onProgress: OnProgress | undefined;
}

export function createCleanClient(): CleanClient {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  const failAll = (message: string) => {
    for (const { reject } of waiting.values()) reject(new RpcError('ENGINE_STOPPED', message));
    waiting.clear();
    worker?.terminate();
    worker = null;
  };
  const onMessage = ({ data }: MessageEvent<FromCleanWorker>) => {
    const call = waiting.get(data.id);
    if (!call) return;
    if (data.kind === 'progress') return call.onProgress?.(data.done, data.doneSec);
    waiting.delete(data.id);
    if (data.kind === 'done') return call.resolve(data.output as never);
    const { code, message, details, retryable } = data.failure;
    call.reject(new RpcError(code, message, { ...(details ? { details } : {}), retryable }));
  };
  const start = (): Worker => {
    const started = new Worker(trustedScript(cleanWorker), { type: 'module', name: 'clean files' });
    started.onmessage = onMessage;
    started.onerror = (event) =>
      failAll(
        `The cleaning of files has stopped: ${event.message || 'its program could not be loaded'}. Add the file again.`,
      );
    return started;
  };

  return {
    call(kind, input, { signal, onProgress } = {}) {
      if (signal?.aborted) return Promise.reject(failWith('CANCELLED', 'cancelled'));
      worker ??= start();
      const running = worker;
      const id = (lastId += 1);
      const send = (message: ToCleanWorker) => running.postMessage(message);
      const onAbort = () => send({ kind: 'cancel', id });
      signal?.addEventListener('abort', onAbort, { once: true });
      return new Promise<never>((resolve, reject) => {
        waiting.set(id, { resolve, reject, onProgress });
        send({ kind, id, input } as ToCleanWorker);
      }).finally(() => signal?.removeEventListener('abort', onAbort));
    },
    close: () => failAll('The page is being closed.'),
  };
}
