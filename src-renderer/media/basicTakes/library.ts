import { RpcError } from '../../../src-shared/contract/errors.ts';
import { basicTakeSchema, DOCUMENT_NAME, lockOf, TAKES_FOLDER, type BasicTake } from './document.ts';
import { createTakeWriter, type TakeWriter } from './writer.ts';
import { canCaptureSound } from './soundCapture.ts';
import { canCapturePictures } from '../pictures/pictureCapture.ts';

export interface BasicTakeRow extends BasicTake {
  sizeBytes: number;
}

export interface BasicStorage {
  /** By the recordings that lie there, those that can be taken back as well. */
  usedBytes: number;
  /** What the browser would still give: it may promise more than the disk has. */
  leftBytes: number;
  /** Whether the browser has promised to throw nothing of it away by itself. */
  isKept: boolean;
}

/** Not among the DOM's types everywhere. */
type Entries = AsyncIterable<[string, FileSystemHandle]>;

/** What this browser lacks to record into its own storage; null where it has all. */
export function missingForBasicTakes(): 'page' | 'recorder' | null {
  const { storage, locks, mediaDevices } = navigator as Partial<Navigator>;
  if (!storage || !('getDirectory' in storage) || !locks || !mediaDevices) return 'page';
  return canCapturePictures() && canCaptureSound() ? null : 'recorder';
}

async function takesFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return await root.getDirectoryHandle(TAKES_FOLDER, { create: true });
}

interface Listed {
  takes: BasicTakeRow[];
  found: BasicTake[];
}

/** Storage that nobody can see should not be taken for long. */
const KEPT_DELETED_MS = 3_600_000;

const LIST_LOCK = 'sounddesk.takes.list';

/** The recordings, the newest first; `found`: those that were cut off, and have just been given an end. */
export async function listBasicTakes(): Promise<Listed> {
  // One after the other, in all tabs: two that recover one take at a time would take its journal from each other.
  return await navigator.locks.request(LIST_LOCK, list);
}

async function list(): Promise<Listed> {
  const folder = await takesFolder();
  const { held = [] } = await navigator.locks.query();
  const running = new Set(held.map(({ name }) => name));
  const takes: BasicTakeRow[] = [];
  const found: BasicTake[] = [];
  for (const handle of await foldersIn(folder)) {
    const take = await readTake(handle);
    if (!take) continue;
    const isCutOff = take.status === 'recording' && !running.has(lockOf(take.id));
    const shown = isCutOff ? await recover(take) : take;
    if (!shown) continue;
    if (shown.deletedAtMs !== null) {
      if (Date.now() - shown.deletedAtMs > KEPT_DELETED_MS)
        await folder.removeEntry(take.id, { recursive: true });
      continue;
    }
    if (isCutOff) found.push(shown);
    takes.push({ ...shown, sizeBytes: await sizeOf(handle, shown) });
  }
  return { takes: takes.sort((a, b) => b.startedAtMs - a.startedAtMs), found };
}

/** All of them first: recovering changes what is gone through. */
async function foldersIn(folder: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle[]> {
  const folders: FileSystemDirectoryHandle[] = [];
  for await (const [, handle] of folder as unknown as Entries) {
    if (handle.kind === 'directory') folders.push(handle as FileSystemDirectoryHandle);
  }
  return folders;
}

async function readTake(folder: FileSystemDirectoryHandle): Promise<BasicTake | null> {
  try {
    const file = await (await folder.getFileHandle(DOCUMENT_NAME)).getFile();
    return basicTakeSchema.parse(JSON.parse(await file.text()));
  } catch {
    // Ended before its first word was written: there is nothing in it.
    return null;
  }
}

/** null where nothing had been recorded yet. */
async function recover(take: BasicTake): Promise<BasicTake | null> {
  return await withWriter((writer) => writer.ask({ kind: 'recover', take }));
}

async function withWriter<T>(work: (writer: TakeWriter) => Promise<T>): Promise<T> {
  const writer = createTakeWriter();
  try {
    return await work(writer);
  } finally {
    writer.close();
  }
}

async function sizeOf(folder: FileSystemDirectoryHandle, { status, tracks }: BasicTake): Promise<number> {
  if (status === 'recording') return 0;
  let bytes = 0;
  for (const { file } of tracks) {
    const handle = await folder.getFileHandle(file).catch(() => null);
    bytes += (await handle?.getFile())?.size ?? 0;
  }
  return bytes;
}

/** A file of a recording, where it lies: nothing is read into memory. */
export async function openBasicFile(takeId: string, file: string): Promise<File> {
  const folder = await (await takesFolder()).getDirectoryHandle(takeId);
  return await (await folder.getFileHandle(file)).getFile();
}

/** What is written of a recording that lies there; `FILE_NOT_FOUND` where another tab has removed it. */
async function change(takeId: string, changes: Partial<BasicTake>): Promise<void> {
  await navigator.locks.request(LIST_LOCK, async () => {
    const folder = await (await takesFolder()).getDirectoryHandle(takeId).catch(() => null);
    const take = folder && (await readTake(folder));
    if (!take) throw new RpcError('FILE_NOT_FOUND', 'This recording is not there any more.');
    if (take.status === 'recording')
      throw new RpcError('TAKE_ALREADY_RUNNING', 'This recording is still being recorded. Stop it first.');
    await withWriter((writer) => writer.ask({ kind: 'describe', take: { ...take, ...changes } }));
  });
}

export const renameBasicTake = (takeId: string, name: string) => change(takeId, { name });

/** It is not listed any more, can be taken back, and is removed by a list that is read an hour later. */
export const deleteBasicTake = (takeId: string) => change(takeId, { deletedAtMs: Date.now() });

export const restoreBasicTake = (takeId: string) => change(takeId, { deletedAtMs: null });

/**
 * What is used is counted by the files themselves. Chromium's own count goes below zero where a file is removed that was written
 * by a handle, wraps, and says 4.29 GB from the next start on: measured with 156, after a recording that had ended well.
 */
export async function readBasicStorage(): Promise<BasicStorage> {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  const usedBytes = await bytesIn(await takesFolder());
  const leftBytes = Math.max(0, quota - usage);
  return { usedBytes, leftBytes, isKept: await navigator.storage.persisted() };
}

async function bytesIn(folder: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0;
  for await (const [, handle] of folder as unknown as Entries) {
    if (handle.kind === 'directory') bytes += await bytesIn(handle as FileSystemDirectoryHandle);
    else bytes += await sizeOfFile(handle as FileSystemFileHandle);
  }
  return bytes;
}

/** 0 where it has gone meanwhile. */
async function sizeOfFile(handle: FileSystemFileHandle): Promise<number> {
  try {
    return (await handle.getFile()).size;
  } catch {
    return 0;
  }
}
