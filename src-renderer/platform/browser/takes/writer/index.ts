import { RpcError } from '../../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import { trustedScript } from '../../../../lib/trustedScripts.ts';
import type { FileTimes, WriterAnswer, WriterTask } from './messages.ts';
import takeWriter from './worker.ts?worker&url';

export interface TakeWriter {
  /** `DISK_FULL` where the browser gives no more room: what was written before is whole. */
  ask(task: WriterTask): Promise<FileTimes | null>;
  close(): void;
}

/** A worker that writes one take into the browser's own storage. */
export function createTakeWriter(takeId: string): TakeWriter {
  const worker = new Worker(trustedScript(takeWriter), { type: 'module', name: 'takes' });
  const waiting = new Map<number, PromiseWithResolvers<FileTimes | null>>();
  let asked = 0;
  const failAll = (message: string) => {
    for (const { reject } of waiting.values()) reject(new RpcError('INTERNAL', message));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<WriterAnswer>) => {
    const answer = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.isDone) return answer?.resolve(data.times);
    const error = data.isFull
      ? failWith('DISK_FULL', 'browserStorageFull')
      : failWith('FILE_UNWRITABLE', 'takeNotWritten', { values: { reason: data.message } });
    answer?.reject(error);
  };
  worker.onerror = (event) => failAll(event.message);
  return {
    ask(task) {
      const answer = Promise.withResolvers<FileTimes | null>();
      const id = (asked += 1);
      waiting.set(id, answer);
      worker.postMessage({ id, takeId, ...task });
      return answer.promise;
    },
    close() {
      worker.terminate();
      failAll('The writer was closed.');
    },
  };
}
