import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../services/files/index.ts';

const LOCK_NAME = 'host.lock';
/** A host that has the lock and does not listen yet is waited for. */
const START_WAIT_MS = 5000;
const ASK_LIMIT_MS = 1500;
const POLL_MS = 100;

const lockSchema = z.object({
  pid: z.int().positive(),
  instance: z.string(),
  /** 0 until the host listens. */
  port: z.int().nonnegative(),
  /** Ends with the process that started it, which starts it again where it rests. */
  isAttached: z.boolean().optional(),
});
type LockContent = z.infer<typeof lockSchema>;

/** Path at which a host tells its instance, so that a lock can be told from one left behind. */
export const INSTANCE_PATH = '/instance';

export interface HostLock {
  instance: string;
  /** Tells others where this host listens. */
  publish(port: number): void;
  release(): void;
}

/** Another host has this data folder. */
export class HostRunningError extends Error {
  readonly port: number;
  readonly pid: number;
  readonly isAttached: boolean;
  constructor({ port, pid, isAttached = false }: LockContent) {
    super(
      port > 0
        ? `SoundDesk is already running for this data folder (process ${pid}, port ${port}).`
        : `SoundDesk process ${pid} has this data folder and does not answer. End it with "kill ${pid}" and try again.`,
    );
    this.name = 'HostRunningError';
    this.port = port;
    this.pid = pid;
    this.isAttached = isAttached;
  }
}

/** Takes the data folder for this host; throws `HostRunningError` where another has it. */
export async function acquireHostLock(
  dataDir: string,
  about: Pick<LockContent, 'isAttached'> = {},
): Promise<HostLock> {
  const path = join(dataDir, LOCK_NAME);
  const content: LockContent = { pid: process.pid, instance: randomUUID(), port: 0, ...about };
  for (;;) {
    if (tryCreate(path, content)) return ownLock(path, content);
    const holder = readLock(path);
    const running = holder && (await findRunning(path, holder));
    if (running) throw new HostRunningError(running);
    removeStale(path, holder);
  }
}

function ownLock(path: string, content: LockContent): HostLock {
  return {
    instance: content.instance,
    publish: (port) => writeFileAtomically(path, JSON.stringify({ ...content, port })),
    release() {
      if (readLock(path)?.instance === content.instance) rmSync(path, { force: true });
    },
  };
}

/** Appears with its content or not at all, so that nobody reads half a lock. */
function tryCreate(path: string, content: LockContent): boolean {
  const draft = `${path}.${content.instance}`;
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readLock(path: string): LockContent | null {
  try {
    return lockSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    // Gone meanwhile, or not a lock of ours: either way nobody holds it.
    return null;
  }
}

/** The holder with its port, where it really runs; null where the lock was left behind. */
async function findRunning(path: string, holder: LockContent): Promise<LockContent | null> {
  const untilMs = performance.now() + START_WAIT_MS;
  let current = holder;
  while (isAlive(current.pid)) {
    if (current.port > 0) return (await answersAs(current)) ? current : null;
    if (performance.now() > untilMs) return current;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const next = readLock(path);
    if (next?.instance !== holder.instance) return null;
    current = next;
  }
  return null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the host of this lock listens there: the process number alone may be another program's by now. */
async function answersAs({ port, instance }: LockContent): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${INSTANCE_PATH}`, {
      signal: AbortSignal.timeout(ASK_LIMIT_MS),
    });
    return (await response.text()) === instance;
  } catch {
    // Nothing listens there, or it is hung.
    return false;
  }
}

/** Two that find the same lock stale must not remove each other's new one. */
function removeStale(path: string, judged: LockContent | null): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(aside)?.instance !== judged?.instance) {
    try {
      linkSync(aside, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  rmSync(aside, { force: true });
}
