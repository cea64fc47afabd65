import { failWith } from '../../contract/errorTexts.ts';
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
      if (!run || isOver()) throw failWith('TAKE_NOT_RUNNING', 'takeNotRunning');
      const isKnown = await machine.until(() => current(run) !== null || isOver(), mostWaitMs);
      if (!isKnown) throw failWith('DEVICE_UNAVAILABLE', 'noFirstSound');
      const video = current(run);
      if (video && !isOver()) return video;
      throw failWith('TAKE_NOT_RUNNING', 'takeEndedEarly');
    },
    async settled() {
      const { run } = machine;
      if (!run) throw failWith('TAKE_NOT_RUNNING', 'takeNotRunning');
      const isSettled = () =>
        machine.run !== run ||
        (machine.phase !== 'pausing' && machine.phase !== 'resuming' && current(run) !== null);
      await machine.until(isSettled, mostWaitMs);
      const video = current(run);
      if (video) return video;
      throw failWith('TAKE_NOT_RUNNING', 'takeNotRunning');
    },
  };
}
