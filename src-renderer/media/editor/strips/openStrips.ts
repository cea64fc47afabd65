import { trustedScript } from '../../../lib/trustedScripts.ts';
import type { StripCommand, StripEvent } from './stripMessages.ts';
import type { OpenStrip } from './stripStream.ts';
import stripWorker from './stripWorker.ts?worker&url';

/** Chains in one worker, which begins with the first. */
export function openStrips(): { open: OpenStrip; dispose: () => void } {
  const waiting = new Map<number, PromiseWithResolvers<Float32Array>>();
  let worker: Worker | null = null;
  let count = 0;
  const fail = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(trustedScript(stripWorker), { type: 'module', name: 'strips' });
    started.onmessage = ({ data }: MessageEvent<StripEvent>) => {
      const answer = waiting.get(data.line);
      waiting.delete(data.line);
      if (data.kind === 'made') answer?.resolve(data.samples);
      else answer?.reject(new Error(data.message));
    };
    started.onerror = ({ message }) => fail(message);
    return started;
  };
  const command = (message: StripCommand, transfer: Transferable[] = []) => {
    worker ??= start();
    worker.postMessage(message, transfer);
  };
  return {
    open(settings) {
      const line = (count += 1);
      command({ kind: 'open', line, settings });
      return {
        push(block, isLast) {
          const answer = Promise.withResolvers<Float32Array>();
          waiting.set(line, answer);
          command({ kind: 'push', line, block, isLast }, [block.buffer]);
          return answer.promise;
        },
        close: () => command({ kind: 'close', line }),
      };
    },
    dispose() {
      worker?.terminate();
      fail('The preview was closed.');
    },
  };
}
