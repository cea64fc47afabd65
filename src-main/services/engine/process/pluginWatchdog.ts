import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../../../src-shared/contract/errors.ts';
import type { InsertState } from './insertAddon.ts';

const INTERVAL_MS = 250;
/** Not one block given back for so many looks is no hiccup of a busy machine. */
const SILENT_LOOKS = 4;
/**
 * Blocks come back, and not one of them in time: after a miss the insert itself waits up to 3.2 s for blocks without a
 * fault before it takes the chain in again (`native/sandbox/sandbox_insert.cpp`).
 */
const LATE_LOOKS = 40;
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
  const judge = createJudge();
  const timer = setInterval(() => {
    const bytes = memoryOf(pid());
    const isTooLarge = bytes !== null && bytes > MAX_MEMORY_BYTES;
    const verdict = isTooLarge ? null : judge(readInsert(), isExpected());
    if (!isTooLarge && verdict === null) return;
    clearInterval(timer);
    if (verdict === null) onStuck('PLUGIN_CRASHED', 'It took more than 4 GB of memory and was ended.');
    else onStuck('PLUGIN_TIMED_OUT', verdict);
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Of one sandbox, asked every `INTERVAL_MS`: why it has to be ended, or null. */
export function createJudge(): (state: InsertState, isExpected: boolean) => string | null {
  let before = { missedBlocks: 0, servedCount: 0 };
  let silentLooks = 0;
  let lateLooks = 0;
  return (state, isExpected) => {
    const isMissing = isExpected && state.isDry && state.missedBlocks > before.missedBlocks;
    const isSilent = isMissing && state.servedCount === before.servedCount;
    before = state;
    silentLooks = isSilent ? silentLooks + 1 : 0;
    lateLooks = isMissing ? lateLooks + 1 : 0;
    if (silentLooks >= SILENT_LOOKS) return 'It gave no sound back for a second and was ended.';
    if (lateLooks >= LATE_LOOKS) return 'It gave no sound back in time for ten seconds and was ended.';
    return null;
  };
}

/** null where the system does not say, or the process has gone. */
function memoryOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null;
  try {
    const [, residentPages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(residentPages) * PAGE_BYTES;
  } catch {
    return null; // It has just ended.
  }
}
