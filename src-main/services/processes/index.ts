import { constants, setPriority } from 'node:os';

/**
 * Makes a child process give way to a recording, which must never wait for it. One that has ended already, or has no id
 * since it never began, is left alone.
 */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
