import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../../../src-shared/contract/errors.ts';
import type { InsertState } from './insertAddon.ts';

const INTERVAL_MS = 250;
/** Not one block in time for so many looks is no hiccup of a busy machine. */
const STUCK_LOOKS = 4;
/** Of one channel's plug-ins; sampled reverbs of the largest kind stay under it. */
const MAX_MEMORY_BYTES = 4 * 1024 ** 3;
const PAGE_BYTES = 4096;

export interface WatchOptions {
  pid: () => number | undefined;
  readInsert: () => InsertState;
  /** Whether it should be answering now: nothing is expected of a chain that is being loaded. */
  isExpected: () => boolean;
  onStuck: (code: ErrorCode, reason: string) => void;
}

/** Looks after a sandbox that lives and yet gives no sound back, or eats all memory. Returns what ends it. */
export function watchSandbox({ pid, readInsert, isExpected, onStuck }: WatchOptions): () => void {
  let stuckLooks = 0;
  let missedBefore = 0;
  const timer = setInterval(() => {
    const bytes = memoryOf(pid());
    if (bytes !== null && bytes > MAX_MEMORY_BYTES) {
      clearInterval(timer);
      return onStuck('PLUGIN_CRASHED', 'It took more than 4 GB of memory and was ended.');
    }
    const { isDry, missedBlocks } = readInsert();
    const isStuck = isExpected() && isDry && missedBlocks > missedBefore;
    missedBefore = missedBlocks;
    stuckLooks = isStuck ? stuckLooks + 1 : 0;
    if (stuckLooks < STUCK_LOOKS) return;
    clearInterval(timer);
    onStuck('PLUGIN_TIMED_OUT', 'It gave no sound back for a second and was ended.');
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** null where the system does not tell, or the process has gone. */
function memoryOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null;
  try {
    const [, residentPages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(residentPages) * PAGE_BYTES;
  } catch {
    return null; // It has just ended.
  }
}
