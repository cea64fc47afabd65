import { RpcError } from '../../../../src-shared/contract/errors.ts';
import {
  KEPT_IN_BIN_MS,
  takeCertificateSchema,
  type TakeCertificate,
} from '../../../../src-shared/contract/takes.ts';
import {
  basicTakeSchema,
  DOCUMENT_NAME,
  lockOf,
  TAKES_FOLDER,
  type BasicTake,
} from '../../../media/basicTakes/document.ts';
import { createTakeWriter, type TakeWriter } from '../../../media/basicTakes/writer.ts';

/** A take as it lies there. */
export interface StoredTake {
  take: BasicTake;
  /** Of all files of it. */
  sizeBytes: number;
  certificate: TakeCertificate | null;
}

/** The takes in this browser's own storage. */
export interface TakeStore {
  /** Those in the bin as well, the newest first; those that were cut off are given their end before. */
  list(): Promise<StoredTake[]>;
  /** `FILE_NOT_FOUND` where it is not there any more. */
  read(id: string): Promise<StoredTake>;
  change(id: string, changes: Partial<BasicTake>): Promise<void>;
  /** For good. */
  remove(id: string): Promise<void>;
  /** A file where it lies: nothing is read into memory. null where it is not there. */
  open(id: string, name: string): Promise<File | null>;
  /** `DISK_FULL` where there is no room. */
  write(id: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Of everything in the folder of takes. */
  usedBytes(): Promise<number>;
}

const CERTIFICATE_NAME = 'certificate.json';
const LIST_LOCK = 'sounddesk.takes.list';
const GONE = 'This recording is not there any more.';

/** Not among the DOM's types everywhere. */
type Entries = AsyncIterable<[string, FileSystemHandle]>;

export function createTakeStore(options: {
  storage: StorageManager;
  locks: LockManager;
  nowMs: () => number;
}): TakeStore {
  const { storage, locks, nowMs } = options;
  // One after the other, in all tabs: two that recover one take at a time would take its files from each other.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => locks.request(LIST_LOCK, work);

  async function rootFolder(): Promise<FileSystemDirectoryHandle> {
    const root = await storage.getDirectory();
    return await root.getDirectoryHandle(TAKES_FOLDER, { create: true });
  }

  async function folderOf(id: string): Promise<FileSystemDirectoryHandle> {
    const folder = await (await rootFolder()).getDirectoryHandle(id).catch(() => null);
    if (!folder) throw new RpcError('FILE_NOT_FOUND', GONE);
    return folder;
  }

  async function readRunning(): Promise<Set<string | undefined>> {
    const { held = [] } = await locks.query();
    return new Set(held.map(({ name }) => name));
  }

  async function list(): Promise<StoredTake[]> {
    const root = await rootFolder();
    const running = await readRunning();
    const takes: StoredTake[] = [];
    for (const folder of await foldersIn(root)) {
      const take = await readTake(folder);
      if (!take) continue;
      const isCutOff = take.status === 'recording' && !running.has(lockOf(take.id));
      const shown = isCutOff ? await withWriter((writer) => writer.ask({ kind: 'recover', take })) : take;
      if (!shown) continue;
      if (shown.deletedAtMs !== null && nowMs() - shown.deletedAtMs > KEPT_IN_BIN_MS)
        await root.removeEntry(folder.name, { recursive: true });
      else takes.push(await stored(folder, shown));
    }
    return takes.sort((one, other) => other.take.startedAtMs - one.take.startedAtMs);
  }

  return {
    list: () => inTurn(list),
    async read(id) {
      const folder = await folderOf(id);
      const take = await readTake(folder);
      if (!take) throw new RpcError('FILE_NOT_FOUND', GONE);
      return await stored(folder, take);
    },
    change: (id, changes) =>
      inTurn(async () => {
        const take = await readTake(await folderOf(id));
        if (!take) throw new RpcError('FILE_NOT_FOUND', GONE);
        if (take.status === 'recording')
          throw new RpcError('BAD_OPTION', 'This recording is still being recorded. Stop it first.');
        await withWriter((writer) => writer.ask({ kind: 'describe', take: { ...take, ...changes } }));
      }),
    remove: (id) => inTurn(async () => (await rootFolder()).removeEntry(id, { recursive: true })),
    async open(id, name) {
      const handle = await (await folderOf(id)).getFileHandle(name).catch(() => null);
      return handle ? await handle.getFile() : null;
    },
    async write(id, name, bytes) {
      const handle = await (await folderOf(id)).getFileHandle(name, { create: true });
      const writable = await handle.createWritable();
      try {
        await writable.write(bytes);
        await writable.close();
      } catch (error) {
        await writable.abort().catch(() => undefined);
        const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
        const message = error instanceof Error ? error.message : String(error);
        throw new RpcError(
          isFull ? 'DISK_FULL' : 'FILE_UNWRITABLE',
          `${name} could not be written: ${message}`,
        );
      }
    },
    usedBytes: async () => await bytesIn(await rootFolder()),
  };
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

async function stored(folder: FileSystemDirectoryHandle, take: BasicTake): Promise<StoredTake> {
  const sizeBytes = take.status === 'recording' ? 0 : await bytesIn(folder);
  return { take, sizeBytes, certificate: await readCertificate(folder) };
}

/** One that cannot be read is made anew: it says nothing that is not in the files. */
async function readCertificate(folder: FileSystemDirectoryHandle): Promise<TakeCertificate | null> {
  try {
    const file = await (await folder.getFileHandle(CERTIFICATE_NAME)).getFile();
    return takeCertificateSchema.parse(JSON.parse(await file.text()));
  } catch {
    return null;
  }
}

export async function writeCertificate(
  store: TakeStore,
  id: string,
  certificate: TakeCertificate,
): Promise<void> {
  await store.write(id, CERTIFICATE_NAME, new TextEncoder().encode(JSON.stringify(certificate)));
}

async function withWriter<T>(work: (writer: TakeWriter) => Promise<T>): Promise<T> {
  const writer = createTakeWriter();
  try {
    return await work(writer);
  } finally {
    writer.close();
  }
}

/**
 * Counted by the files themselves. Chromium's own count goes below zero where a file is removed that was written by a
 * handle, wraps, and says 4.29 GB from the next start on: measured with 156, after a recording that had ended well.
 */
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
