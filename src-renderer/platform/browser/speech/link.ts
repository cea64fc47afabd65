import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { trustedScript } from '../../../lib/trustedScripts.ts';
import type { FromSpeechWorker, ToSpeechWorker } from '../../../media/speech/speechMessages.ts';
import speechWorker from '../../../media/speech/speechWorker.ts?worker&url';

type Work = Omit<ToSpeechWorker, 'id'>;
type Done = Extract<FromSpeechWorker, { kind: 'done' }>;

/** A model takes hundreds of megabytes: without work it is given back. */
const IDLE_MS = 60_000;

/** The worker that runs models of speech: started when there is work, ended when there is none for a while. */
export function createSpeechLink() {
  let running: Worker | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<Done>>();

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
    const worker = new Worker(trustedScript(speechWorker), { type: 'module', name: 'speech' });
    worker.onmessage = ({ data }: MessageEvent<FromSpeechWorker>) => {
      const wanted = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === 'done') wanted?.resolve(data);
      else wanted?.reject(failed(data.reason));
    };
    worker.onerror = (event) => end(event.message || 'its program could not be loaded');
    return worker;
  }
  return {
    /** A piece that is under way can be stopped with its worker alone: the model is read again for the next one. */
    async transcribe(work: Work, signal: AbortSignal): Promise<Done> {
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      clearTimeout(idle);
      running ??= start();
      const id = (lastId += 1);
      const outcome = Promise.withResolvers<Done>();
      waiting.set(id, outcome);
      const stop = () => {
        outcome.reject(failWith('CANCELLED', 'cancelled'));
        waiting.delete(id);
        end('another piece of work was stopped');
      };
      signal.addEventListener('abort', stop, { once: true });
      running.postMessage({ id, ...work } satisfies ToSpeechWorker, [work.samples.buffer]);
      try {
        return await outcome.promise;
      } finally {
        signal.removeEventListener('abort', stop);
        idle = setTimeout(() => end('its worker ended'), IDLE_MS);
      }
    },
  };
}
