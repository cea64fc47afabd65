/** One process at a time for a data folder, by locks that the kernel holds for as long as the process lives. */
import { createHash, randomUUID } from 'node:crypto';
import { realpathSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** It stays when it is released: who removes a lock file takes it from anyone who waits for it. */
export const LOCK_FILE_NAME = 'host.lock.db';

export interface DataLock {
  release(): void;
}

/**
 * Takes the lock of a folder; null where a living process has it, also one that is stopped. It ends with this
 * process, however this one ends, and no child inherits it.
 */
export async function takeDataLock(folder: string): Promise<DataLock | null> {
  const path = join(folder, LOCK_FILE_NAME);
  const lock = lockFile(path);
  if (lock === 'unsupported' || (lock === 'held' && !canLock(folder))) return await lockName(folder);
  return lock === 'held' ? null : lock;
}

const SQLITE_BUSY = 5;
/** What is collected as garbage is closed: a lock is kept here until it is released. */
const held = new Set<DatabaseSync>();

/** An empty database in an exclusive transaction: nothing is ever written, so that it works on a full disk. */
function lockFile(path: string): DataLock | 'held' | 'unsupported' {
  // Not in every runtime that the desktop app may bring.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (!sqlite) return 'unsupported';
  let database: DatabaseSync | null = null;
  try {
    database = new sqlite.DatabaseSync(path);
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const locked = database;
    held.add(locked);
    return {
      release() {
        if (held.delete(locked)) locked.close();
      },
    };
  } catch (error) {
    database?.close();
    return (error as { errcode?: number }).errcode === SQLITE_BUSY ? 'held' : 'unsupported';
  }
}

/** File systems without locks refuse each of them, also that of a file that nobody has. */
function canLock(folder: string): boolean {
  const probe = join(folder, `${LOCK_FILE_NAME}.${randomUUID()}`);
  const lock = lockFile(probe);
  if (typeof lock === 'object') lock.release();
  rmSync(probe, { force: true });
  // Where no probe can be made, the lock is believed.
  return lock !== 'held';
}

/** For such file systems: a name that the kernel gives to one listener of this machine. */
async function lockName(folder: string): Promise<DataLock | null> {
  const name = nameOf(folder);
  const server = createServer((socket) => socket.destroy());
  if (!(await listen(server, name))) {
    const isLeftBehind = name.startsWith('/') && !(await answers(name));
    if (!isLeftBehind) return null;
    rmSync(name, { force: true });
    if (!(await listen(server, name))) return null;
  }
  server.unref();
  return { release: () => void server.close() };
}

function listen(server: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen({ path: name, exclusive: true }, () => resolve(true));
  });
}

/** A listener that stands still is connected to all the same. */
function answers(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name, () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}

function nameOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  const identity = `${process.getuid?.() ?? ''} ${realpathSync(folder)} ${dev} ${ino}`;
  const name = `sounddesk-${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`;
  // Names without a file go with their listener; elsewhere a killed one leaves a file, which says so.
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}
