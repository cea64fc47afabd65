import { readFile } from 'node:fs/promises';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';

/** Whether the process that records a take still runs. Numbers of processes return, so its start is compared too. */
export async function isRecorderAlive(writer: TakeDocument['writer']): Promise<boolean> {
  const { pid, startedTicks } = writer;
  if (pid === 0 || (await wasMachineRestarted(writer))) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Without permission to signal it, it is somebody's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux' || startedTicks === 0) return true;
  try {
    const fields = await readProcess(pid);
    return Number(fields[19]) === startedTicks && fields[0] !== 'Z';
  } catch {
    return false; // Gone between the two looks.
  }
}

/** This process, as the recorder of a take. */
export async function describeOwnProcess(): Promise<TakeDocument['writer']> {
  if (process.platform !== 'linux') return { pid: process.pid, startedTicks: 0 };
  const startedTicks = Number((await readProcess(process.pid))[19]);
  return { pid: process.pid, startedTicks, bootId: await readBootId() };
}

/** Whether the machine was started again after a take was begun: what had not reached its disk then may be anything. */
export async function wasMachineRestarted({ bootId }: TakeDocument['writer']): Promise<boolean> {
  const now = await readBootId();
  return bootId !== undefined && bootId !== null && now !== null && bootId !== now;
}

async function readBootId(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  // A container may hide it: then a take is repaired as after a kill.
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return text.trim() || null;
}

/** Counted behind the name in brackets, which may hold anything; a zombie has ended. */
async function readProcess(pid: number): Promise<string[]> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return status.slice(status.lastIndexOf(')') + 2).split(' ');
}
