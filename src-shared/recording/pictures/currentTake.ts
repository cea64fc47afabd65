import { RpcError } from '../../contract/errors.ts';
import type { RecordingMachine } from '../machine.ts';
import type { Run } from '../run.ts';
import type { PictureTake } from './pictureTake.ts';

export interface CurrentTake {
  /** For a camera or screen that is new. */
  begun(): Promise<PictureTake>;
  /** For what is recorded already: waits until its pause, or the folder in which it goes on, is known. */
  settled(): Promise<PictureTake>;
}

/** The take that cameras and screens go into now. Throws `TAKE_NOT_RUNNING` where none is recorded. */
export function createCurrentTake(machine: RecordingMachine<Run>, mostWaitMs: number): CurrentTake {
  /** Those of the folder that is recorded into now. */
  const current = (run: Run): PictureTake | null =>
    run.pictures !== null && run.pictures.folder === run.sound.place?.folder ? run.pictures : null;

  return {
    async begun() {
      const { run } = machine;
      const isOver = () => machine.run !== run || machine.phase === 'stopping';
      if (!run || isOver()) throw notRunning('No take is being recorded.');
      const isKnown = await machine.until(() => current(run) !== null || isOver(), mostWaitMs);
      if (!isKnown)
        throw new RpcError('DEVICE_UNAVAILABLE', 'No sound has arrived from the device. Choose another one.');
      const pictures = current(run);
      if (pictures && !isOver()) return pictures;
      throw notRunning('The take has ended before its first sound.');
    },
    async settled() {
      const { run } = machine;
      if (!run) throw notRunning('No take is being recorded.');
      const isSettled = () =>
        machine.run !== run ||
        (machine.phase !== 'pausing' && machine.phase !== 'resuming' && current(run) !== null);
      await machine.until(isSettled, mostWaitMs);
      const pictures = current(run);
      if (pictures) return pictures;
      throw notRunning('No take is being recorded.');
    },
  };
}

const notRunning = (message: string) => new RpcError('TAKE_NOT_RUNNING', message);
