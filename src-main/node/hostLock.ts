import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { takeDataLock, type DataLock } from '../services/dataLock/index.ts';
import { readJsonSync, writeFileAtomically } from '../../src-node/files/index.ts';
import { isAlive } from './isAlive.ts';

/** Says who has the lock, to anyone who is refused: the lock itself is the kernel's. */
const NOTE_NAME = 'host.lock';
/** A host that has the lock and does not answer is starting, or ending, for so long. */
const WAIT_MS = 5000;
const ASK_LIMIT_MS = 1500;
const POLL_MS = 100;

const noteSchema = z.object({
  pid: z.int().positive(),
  instance: z.string(),
  /** 0 until the host listens. */
  port: z.int().nonnegative(),
  /** Ends with the process that started it, which starts it again where it rests. */
  isAttached: z.boolean().optional(),
  /** Its lock is the kernel's: where that is free, the note was left behind. Versions before had this file alone. */
  isKernelHeld: z.boolean().optional(),
});
type Note = z.infer<typeof noteSchema>;

/** Path that answers with the host's instance, which shows whether a lock is in use or was left behind. */
export const INSTANCE_PATH = '/instance';

export interface HostLock {
  instance: string;
  /** Writes down where this host listens. On a full disk the lock only says that it runs. */
  publish(port: number): void;
  release(): void;
}

/** Another host has this data folder. */
export class HostRunningError extends Error {
  /** 0 where it does not answer. */
  readonly port: number;
  /** 0 where it could not be known. */
  readonly pid: number;
  readonly isAttached: boolean;
  /** Of this start; empty where it could not be known. */
  readonly instance: string;
  constructor(holder: Note | null, isAnswering: boolean) {
    super(messageOf(holder, isAnswering));
    this.name = 'HostRunningError';
    this.port = isAnswering ? (holder?.port ?? 0) : 0;
    this.pid = holder?.pid ?? 0;
    this.isAttached = holder?.isAttached ?? false;
    this.instance = holder?.instance ?? '';
  }
}

function messageOf(holder: Note | null, isAnswering: boolean): string {
  if (!holder) return 'SoundDesk is already running for this data folder. Use that one, or end it first.';
  const { pid, port } = holder;
  return isAnswering
    ? `SoundDesk is already running for this data folder (process ${pid}, port ${port}).`
    : `SoundDesk process ${pid} has this data folder and does not answer. End it with "kill ${pid}" and try again.`;
}

/** Takes the data folder for this host; throws `HostRunningError` where another has it. */
export async function acquireHostLock(
  dataDir: string,
  about: Pick<Note, 'isAttached'> = {},
): Promise<HostLock> {
  const path = join(dataDir, NOTE_NAME);
  const lock = await takeInTime(dataDir, path);
  const before = readNote(path);
  if (before && !before.isKernelHeld && (await isEarlierHost(before))) {
    lock.release();
    throw new HostRunningError(before, (await ask(before)) === 'itself');
  }
  return ownLock(path, lock, {
    pid: process.pid,
    instance: randomUUID(),
    port: 0,
    isKernelHeld: true,
    ...about,
  });
}

async function takeInTime(dataDir: string, path: string): Promise<DataLock> {
  const untilMs = performance.now() + WAIT_MS;
  for (;;) {
    const lock = await takeDataLock(dataDir);
    if (lock) return lock;
    const holder = readNote(path);
    if (holder && (await ask(holder)) === 'itself') throw new HostRunningError(holder, true);
    // It starts, ends, or stands still: whatever it is, it lives.
    if (performance.now() > untilMs) throw new HostRunningError(holder, false);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function ownLock(path: string, lock: DataLock, note: Note): HostLock {
  const write = (port: number) => {
    try {
      writeFileAtomically(path, JSON.stringify({ ...note, port }));
    } catch {
      // Nobody may take another process for us. The lock holds all the same.
      rmSync(path, { force: true });
    }
  };
  write(0);
  return {
    instance: note.instance,
    publish: write,
    release() {
      if (readNote(path)?.instance === note.instance) rmSync(path, { force: true });
      lock.release();
    },
  };
}

function readNote(path: string): Note | null {
  try {
    return noteSchema.safeParse(readJsonSync(path, { mostBytes: 4096 })).data ?? null;
  } catch {
    // Gone meanwhile, or not a note of ours.
    return null;
  }
}

/** Whether a host of a version without the kernel's lock still runs. Its process number may be another program's by now. */
async function isEarlierHost(note: Note): Promise<boolean> {
  if (!isAlive(note.pid)) return false;
  return note.port > 0 && (await ask(note)) !== 'another';
}

/** Who listens where a note says; a process that stands still takes the connection and says nothing. */
async function ask({ port, instance }: Note): Promise<'itself' | 'another' | 'silence'> {
  if (port === 0) return 'another';
  const isLate = AbortSignal.timeout(ASK_LIMIT_MS);
  try {
    const response = await fetch(`http://127.0.0.1:${port}${INSTANCE_PATH}`, { signal: isLate });
    return (await response.text()) === instance ? 'itself' : 'another';
  } catch {
    return isLate.aborted ? 'silence' : 'another';
  }
}
