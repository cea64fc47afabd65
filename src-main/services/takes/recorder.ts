import { readFile } from 'node:fs/promises';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';

/** Whether the process that records a take still runs. Numbers of processes return, so its start is compared too. */
export async function isRecorderAlive({ pid, startedTicks }: TakeDocument['writer']): Promise<boolean> {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Without permission to signal it, it is somebody's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux' || startedTicks === 0) return true;
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Counted behind the name in brackets, which may hold anything; a zombie has ended.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return Number(fields[19]) === startedTicks && fields[0] !== 'Z';
  } catch {
    return false; // Gone between the two looks.
  }
}
