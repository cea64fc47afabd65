import { holdLock } from '../holdLock.ts';

/** One tab of a browser cleans at a time: two would take the microphone from each other and sound twice. */
const LOCK_NAME = 'sounddesk.live';

/** Takes the lock, or answers null where another tab has it. The answer gives it back. */
export async function takeTabLock(locks: LockManager | undefined): Promise<(() => void) | null> {
  if (!locks) return () => undefined;
  return await holdLock(locks, LOCK_NAME, { ifAvailable: true });
}
