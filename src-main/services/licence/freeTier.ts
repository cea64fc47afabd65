import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { FREE_TIER_MINUTES_A_DAY } from '../../../src-shared/domain/licence.ts';
import type { Log } from '../ports.ts';

const LIMIT_SEC = FREE_TIER_MINUTES_A_DAY * 60;
const LOOK_INTERVAL_MS = 5000;

export interface FreeTierOptions {
  isLicensed: () => Promise<boolean>;
  /** Noise cancellation of today, the running session included. */
  readUsedSec: () => number;
  /** Ends the running session. */
  stopLive: () => Promise<unknown>;
  onUsedUp: () => void;
  log: Log;
}

export interface FreeTier {
  /** Throws `FREE_TIER_USED_UP` where today's minutes are over and there is no licence. */
  assertMayStart(): Promise<void>;
  /** Call it with whether noise cancellation runs now. */
  onLiveChanged(isLive: boolean): void;
  /** On its own every few seconds while noise cancellation runs. */
  look(): Promise<void>;
  close(): void;
}

/** Thirty minutes of noise cancellation a day without a licence. Recordings are never cut off. */
export function createFreeTier(options: FreeTierOptions): FreeTier {
  let timer: NodeJS.Timeout | undefined;
  const isUsedUp = async () => options.readUsedSec() >= LIMIT_SEC && !(await options.isLicensed());

  async function look(): Promise<void> {
    if (!(await isUsedUp())) return;
    await options.stopLive();
    options.onUsedUp();
  }

  return {
    async assertMayStart() {
      if (await isUsedUp())
        throw failWith('FREE_TIER_USED_UP', 'freeMinutesUsed', {
          values: { minutes: FREE_TIER_MINUTES_A_DAY },
        });
    },
    onLiveChanged(isLive) {
      if (isLive === (timer !== undefined)) return;
      clearInterval(timer);
      timer = undefined;
      if (!isLive) return;
      timer = setInterval(() => {
        look().catch((error: unknown) => options.log.error('the Free tier could not be checked', error));
      }, LOOK_INTERVAL_MS);
      timer.unref();
    },
    look,
    close: () => clearInterval(timer),
  };
}
