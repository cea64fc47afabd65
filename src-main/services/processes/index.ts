import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import v8 from 'node:v8';

/**
 * Keeps the part of this process's heap in which young objects lie as small as it is now: 1 MB where it is called before anything else.
 * A host passes bytes on, for hours: a young heap that grows to tens of megabytes is collected so rarely that the buffers it holds become
 * hundreds. V8 reads this flag whenever it would grow; `--max-semi-space-size` is read at the start alone, where a program that
 * runs in the process of its launcher cannot set it.
 */
export const keepYoungHeapSmall = (): void => v8.setFlagsFromString('--semi-space-growth-factor=1');

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

const scheduleFile = (pid: number | 'self') => `/proc/${pid}/schedstat`;

/** Milliseconds since its start that the first thread of a process could have run, and had to wait for a processor; 0: not known. */
export function processorWaitMs(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    return waitIn(readFileSync(scheduleFile(pid), 'utf8'));
  } catch {
    // Another system than Linux, or it has just ended.
    return 0;
  }
}

/** Ran, waited, times that it ran; nanoseconds. */
const waitIn = (statistics: string) => Number(statistics.split(' ')[1] ?? 0) / 1e6;

/** Whether this system says it. */
export const hasProcessorWait = existsSync(scheduleFile('self'));
