import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';

type Writer = TakeDocument['writer'];

/**
 * What `startedTicks` counts: clock ticks since the machine's start on Linux, milliseconds since 1970 elsewhere. null where no
 * process has the number; rejects where that cannot be known.
 */
type StartReader = (pid: number) => Promise<number | null>;

const run = promisify(execFile);
const TIMEOUT_MS = 10_000;
/** `ps` says whole seconds, and Node begins to count behind what the system loads before it. */
const SAME_START_MS = 60_000;
/** Both systems say it by the wall clock, which has one hour of a year twice. */
const CLOCK_CHANGE_MS = 3_600_000;
/** Starts of processes that ran at the last look: elsewhere than on Linux each look is a program, and takes are read often. */
const seenAlive = new Map<number, number>();

/** Whether the process that records a take still runs. Numbers of processes return, so its start is compared too. */
export async function isRecorderAlive(
  writer: Writer,
  platform: NodeJS.Platform = process.platform,
  readStart: StartReader = READERS[systemOf(platform)],
): Promise<boolean> {
  const { pid, startedTicks } = writer;
  if (pid === 0 || (await wasMachineRestarted(writer))) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Without permission to signal it, it is somebody's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (startedTicks === 0 || seenAlive.get(pid) === startedTicks) return true;
  let start: number | null;
  try {
    start = await readStart(pid);
  } catch {
    // Not known. It may well record, and what is recorded is not touched: the next look asks again.
    return true;
  }
  if (start === null) return false;
  if (platform === 'linux') return start === startedTicks;
  const apartMs = Math.abs(start - startedTicks);
  const isSame = Math.min(apartMs, Math.abs(apartMs - CLOCK_CHANGE_MS)) <= SAME_START_MS;
  if (isSame) seenAlive.set(pid, startedTicks);
  return isSame;
}

/** This process, as the recorder of a take. */
export async function describeOwnProcess(): Promise<Writer> {
  const { pid } = process;
  if (process.platform !== 'linux') return { pid, startedTicks: Math.round(performance.timeOrigin) };
  return { pid, startedTicks: (await READERS.linux(pid)) ?? 0, bootId: await readBootId() };
}

/** Whether the machine was started again after a take was begun: what had not reached its disk then may be anything. */
export async function wasMachineRestarted({ bootId }: Writer): Promise<boolean> {
  const now = await readBootId();
  return bootId !== undefined && bootId !== null && now !== null && bootId !== now;
}

async function readBootId(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  // A container may hide it: then a take is repaired as after a kill.
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return text.trim() || null;
}

const systemOf = (platform: NodeJS.Platform) =>
  platform === 'darwin' || platform === 'win32' ? platform : 'linux';

/** When a process began, by what each system says of it. */
export const READERS = {
  /** Field 22, counted behind the name in brackets, which may hold anything; a zombie has ended. */
  async linux(pid) {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch((error: unknown) => {
      // Gone between two looks.
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    });
    if (status === null) return null;
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : Number(fields[19]);
  },
  async darwin(pid) {
    const env = { ...process.env, LC_ALL: 'C' };
    const { stdout } = await run('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      env,
      timeout: TIMEOUT_MS,
    });
    return dateOf(stdout);
  },
  async win32(pid) {
    // It says that of everybody's processes; Get-Process of one's own alone.
    const process = `Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}'`;
    const started = `(${process}).CreationDate.ToUniversalTime().ToString('o')`;
    const { stdout } = await run('powershell', ['-NoProfile', '-NonInteractive', '-Command', started], {
      timeout: TIMEOUT_MS,
      windowsHide: true,
    });
    return dateOf(stdout);
  },
} satisfies Record<string, StartReader>;

function dateOf(text: string): number {
  const ms = Date.parse(text.trim());
  if (Number.isNaN(ms)) throw new Error(`"${text}" is no time`);
  return ms;
}
