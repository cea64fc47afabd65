import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { TakeJobTask } from '../engine/index.ts';

/** A step of a task: its whole is the part of the task from `from` to `to`. */
export function between({ signal, onProgress }: TakeJobTask, from: number, to: number): TakeJobTask {
  return {
    onProgress: (done) => onProgress?.(done >= 1 ? to : from + done * (to - from)),
    ...(signal ? { signal } : {}),
  };
}

export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw failWith('CANCELLED', 'cancelled');
}
