import type { EngineService } from '../engine/index.ts';
import type { Log } from '../ports.ts';
import type { Certify } from './certify.ts';
import { readTakeFolder } from './folder.ts';
import type { TakeLibrary } from './library.ts';
import { repairTake } from './repair.ts';
import { beginAttempt, failAttempt, forgetAttempt, repairRefusal } from './repairAttempts.ts';

export interface RecoveryOptions {
  library: TakeLibrary;
  certify: Certify;
  engine: Pick<EngineService, 'runTakeJob'>;
  log: Log;
  /** What was cut off, since the program was killed, is a recording after all. */
  onRecovered?: (recordedSec: number) => void;
}

/** Repairs and verifies what was cut off. */
export function createRecovery({ library, certify, engine, log, onRecovered }: RecoveryOptions) {
  async function recover(folder: string) {
    const { document, problems } = await repairTake(await readTakeFolder(folder), engine);
    await certify(folder);
    const recordedSec = document.frames / document.sampleRate;
    const trouble = problems.map((problem) => ` ${problem.message}`).join('');
    return {
      recordedSec,
      isWhole: problems.length === 0,
      message: `The take "${document.name}" was cut off and has been recovered: ${recordedSec.toFixed(1)} s are there.${trouble}`,
    };
  }

  /** For the start, which has nobody to ask whether to try again: what failed once is tried again by hand. */
  async function recoverOrRemember(folder: string) {
    try {
      const recovered = await recover(folder);
      await forgetAttempt(folder);
      return recovered;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'ENGINE_UNAVAILABLE') await forgetAttempt(folder);
      // On a busy machine that need not be the take's doing: as after a kill, it is tried once more.
      else if (code !== 'ENGINE_STOPPED') failAttempt(folder, (error as Error).message);
      throw error;
    }
  }

  return {
    recover,
    async recoverUnfinished() {
      for (const { id, status } of await library.list()) {
        if (status !== 'unfinished') continue;
        const folder = library.folderOf(id);
        const refusal = repairRefusal(folder);
        if (refusal !== null) {
          log.info(refusal, { id });
          continue;
        }
        try {
          beginAttempt(folder);
          const { message, recordedSec } = await recoverOrRemember(folder);
          log.info(message, { id });
          onRecovered?.(recordedSec);
        } catch (error) {
          log.error('a recording that was cut off could not be recovered', error, { id });
        }
      }
    },
  };
}
