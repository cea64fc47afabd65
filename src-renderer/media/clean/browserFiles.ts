import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { ByteSink, ByteSource } from './sound.ts';

/** Of a worker's file system, and not among the DOM's types. */
interface SyncAccessHandle {
  read(to: Uint8Array, options: { at: number }): number;
  write(from: Uint8Array, options: { at: number }): number;
  truncate(sizeBytes: number): void;
  getSize(): number;
  close(): void;
}
type SyncFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccessHandle> };

const FOLDER = 'cleaning';
const LOCK_PREFIX = 'sounddesk.cleaning.';

/** A file in this browser's own storage, open for reading and writing in a worker. */
export class BrowserFile implements ByteSource, ByteSink {
  readonly name: string;
  readonly #handle: SyncAccessHandle;
  /** For the user's sentences. */
  readonly #of: string;
  #sizeBytes = 0;

  constructor(name: string, handle: SyncAccessHandle, of: string) {
    this.name = name;
    this.#handle = handle;
    this.#of = of;
    this.#sizeBytes = handle.getSize();
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  read(atByte: number, sizeBytes: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(sizeBytes, this.#sizeBytes - atByte)));
    const read = this.#handle.read(bytes, { at: atByte });
    return read === bytes.length ? bytes : bytes.subarray(0, read);
  }

  /** At the end. Throws `DISK_FULL`. */
  write(bytes: Uint8Array): void {
    let written: number;
    try {
      written = this.#handle.write(bytes, { at: this.#sizeBytes });
    } catch (error) {
      throw writeFailure(this.#of, error);
    }
    if (written < bytes.length) throw noRoom(this.#of, null);
    this.#sizeBytes += written;
  }

  close(): void {
    this.#handle.close();
  }
}

/** The folder of one recording. */
export interface BrowserFolder {
  /** An empty file, whatever was there under that name. */
  create(name: string): Promise<BrowserFile>;
  /** As the page reads it; it must be closed. */
  readWhole(name: string): Promise<File>;
  remove(name: string): Promise<void>;
  removeAll(): Promise<void>;
}

/** This tab's part of the storage: what closed tabs left in it is removed, and this tab's is when its own is closed. */
export async function openBrowserFolders(createId: () => string): Promise<{
  folderFor: (fileId: string, recordingName: string) => Promise<BrowserFolder>;
}> {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  const tabId = createId();
  await holdLock(LOCK_PREFIX + tabId);
  await removeLeftovers(root, tabId);
  const own = await root.getDirectoryHandle(tabId, { create: true });
  return {
    folderFor: async (fileId, recordingName) => {
      const folder = await own.getDirectoryHandle(fileId, { create: true });
      return folderOf(own, folder, fileId, recordingName);
    },
  };
}

function folderOf(
  parent: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
  fileId: string,
  recordingName: string,
): BrowserFolder {
  return {
    async create(name) {
      try {
        const file = (await folder.getFileHandle(name, { create: true })) as SyncFileHandle;
        const handle = await file.createSyncAccessHandle();
        handle.truncate(0);
        return new BrowserFile(name, handle, recordingName);
      } catch (error) {
        throw writeFailure(recordingName, error);
      }
    },
    readWhole: async (name) => (await folder.getFileHandle(name)).getFile(),
    remove: (name) => folder.removeEntry(name),
    removeAll: () => parent.removeEntry(fileId, { recursive: true }),
  };
}

/** Held as long as this worker lives, however it ends. */
async function holdLock(name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(name, () => {
        resolve();
        return new Promise<never>(() => undefined);
      })
      .catch(reject);
  });
}

/** A tab that is gone holds no lock any more. */
async function removeLeftovers(root: FileSystemDirectoryHandle, ownId: string): Promise<void> {
  const names: string[] = [];
  const entries = root as FileSystemDirectoryHandle & { keys(): AsyncIterable<string> };
  for await (const name of entries.keys()) names.push(name);
  for (const name of names) {
    if (name === ownId) continue;
    await navigator.locks.request(LOCK_PREFIX + name, { ifAvailable: true }, async (lock) => {
      if (lock) await root.removeEntry(name, { recursive: true });
    });
  }
}

/** Said before the first byte arrives: the file, its sound, and its result. */
export async function assertRoom(recordingName: string, sizeBytes: number): Promise<void> {
  const { quota, usage } = await navigator.storage.estimate();
  if (quota === undefined || usage === undefined) return;
  const missing = 3 * sizeBytes - (quota - usage);
  if (missing > 0) throw noRoom(recordingName, Math.ceil(missing / 1024 ** 2));
}

function noRoom(recordingName: string, missingMb: number | null): RpcError {
  const name = recordingName;
  return missingMb === null
    ? failWith('DISK_FULL', 'browserRoomFull', { values: { name } })
    : failWith('DISK_FULL', 'browserRoomMissing', { values: { name, megabytes: missingMb } });
}

function writeFailure(recordingName: string, error: unknown): RpcError {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return noRoom(recordingName, null);
  const reason = error instanceof Error ? error.message : String(error);
  return failWith('FILE_UNWRITABLE', 'notKeptWhileWorked', {
    values: { name: recordingName, reason },
    cause: error,
  });
}
