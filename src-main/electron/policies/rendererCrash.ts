/** A page that dies again within this time would die for ever: the user decides then. */
export const CRASH_LOOP_MS = 60_000;

/**
 * What to do after the page's process died: load it again, or ask. An orderly end is no crash.
 *
 * @param previousCrashAtMs when it died before, null if it did not
 */
export function decideAfterCrash(
  reason: string,
  previousCrashAtMs: number | null,
  nowMs: number,
): 'ignore' | 'reload' | 'ask' {
  if (reason === 'clean-exit') return 'ignore';
  return previousCrashAtMs !== null && nowMs - previousCrashAtMs < CRASH_LOOP_MS ? 'ask' : 'reload';
}
