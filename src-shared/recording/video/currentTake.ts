import { RpcError } from '../../contract/errors.ts';
import type { RecordingMachine } from '../machine.ts';
import type { Run } from '../run.ts';
import type { VideoTake } from './videoTake.ts';

export interface CurrentTake {
  /** For a camera or screen that is new. */
  begun(): Promise<VideoTake>;
  /** For what is recorded already: waits until its pause, or the folder in which it continues, is known. */
  settled(): Promise<VideoTake>;
}

/** The take that cameras and screens go into now. Throws `TAKE_NOT_RUNNING` where none is recorded. */
export function createCurrentTake(machine: RecordingMachine<Run>, mostWaitMs: number): CurrentTake {
  /** Those of the folder that is recorded into now. */
  const current = (run: Run): VideoTake | null =>
    run.video !== null && run.video.folder === run.sound.place?.folder ? run.video : null;

  return {
    async begun() {
      const { run } = machine;
      const isOver = () => machine.run !== run || machine.phase === 'stopping';
      if (!run || isOver()) throw notRunning('No take is being recorded.');
      const isKnown = await machine.until(() => current(run) !== null || isOver(), mostWaitMs);
      if (!isKnown)
        throw new RpcError('DEVICE_UNAVAILABLE', 'No sound has arrived from the device. Choose another one.');
      const video = current(run);
      if (video && !isOver()) return video;
      throw notRunning('The take has ended before its first sound.');
    },
    async settled() {
      const { run } = machine;
      if (!run) throw notRunning('No take is being recorded.');
      const isSettled = () =>
        machine.run !== run ||
        (machine.phase !== 'pausing' && machine.phase !== 'resuming' && current(run) !== null);
      await machine.until(isSettled, mostWaitMs);
      const video = current(run);
      if (video) return video;
      throw notRunning('No take is being recorded.');
    },
  };
}

const notRunning = (message: string) => new RpcError('TAKE_NOT_RUNNING', message);
