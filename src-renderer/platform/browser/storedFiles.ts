import { RpcError, type ErrorCode } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';

/** Files in this browser's own storage. */

/** Nothing has the name, or a file. */
export const ABSENT = ['NotFoundError', 'TypeMismatchError'];

/** Not among the DOM's types everywhere. */
type Entries = AsyncIterable<[string, FileSystemHandle]>;

/** Null for what is not there; anything else is an error that says why. */
export function absentOr(
  code: ErrorCode,
  text: 'storedFileUnreadable' | 'storedFileUndeletable',
  name: string,
) {
  return (error: unknown): null => {
    if (error instanceof DOMException && ABSENT.includes(error.name)) return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw failWith(code, text, { values: { name, reason }, cause: error });
  };
}

export async function writeFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  bytes: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  try {
    if (bytes instanceof Uint8Array) await writable.write(bytes);
    else for await (const piece of bytes) await writable.write(piece);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => undefined);
    throw unwritten(name, error);
  }
}

function unwritten(name: string, error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  const reason = error instanceof Error ? error.message : String(error);
  return failWith(isFull ? 'DISK_FULL' : 'FILE_UNWRITABLE', 'pathNotWritten', { values: { name, reason } });
}

/** Collects all of them first, because recovering changes the list. */
export async function foldersIn(folder: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle[]> {
  const folders: FileSystemDirectoryHandle[] = [];
  for await (const [, handle] of folder as unknown as Entries) {
    if (handle.kind === 'directory') folders.push(handle as FileSystemDirectoryHandle);
  }
  return folders;
}

/** A document that is rewritten meanwhile is read again: the opened version is gone. */
export async function readText(folder: FileSystemDirectoryHandle, name: string): Promise<string | null> {
  for (let tries = 0; tries < MOST_READS; tries += 1) {
    const handle = await folder.getFileHandle(name).catch(() => null);
    if (!handle) return null;
    try {
      return await (await handle.getFile()).text();
    } catch (error) {
      if (!(error instanceof DOMException) || !REPLACED.includes(error.name)) throw error;
    }
  }
  return null;
}
const MOST_READS = 5;
const REPLACED = ['NotFoundError', 'NotReadableError'];

/**
 * Counted by the files themselves. Chromium's own count goes below zero where a file is removed that was written by a
 * handle, wraps, and says 4.29 GB from the next start on: measured with 156, after a recording that had ended well.
 */
export async function bytesIn(folder: FileSystemDirectoryHandle): Promise<number> {
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

/** A folder within another one; null where it is not there. */
export const folderIn = (
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemDirectoryHandle | null> =>
  folder.getDirectoryHandle(name).catch(absentOr('FILE_UNREADABLE', 'storedFileUnreadable', name));

/** A file where it lies: nothing is read into memory. null where it is not there. */
export async function fileIn(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  const handle = await folder
    .getFileHandle(name)
    .catch(absentOr('FILE_UNREADABLE', 'storedFileUnreadable', name));
  return handle ? await handle.getFile() : null;
}

export async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await folder.removeEntry(name).catch(absentOr('FILE_UNWRITABLE', 'storedFileUndeletable', name));
}

export async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const [name, handle] of folder as unknown as Entries)
    if (handle.kind === 'file') names.push(name);
  return names;
}

export const writeText = (folder: FileSystemDirectoryHandle, name: string, text: string): Promise<void> =>
  writeFile(folder, name, new TextEncoder().encode(text));

/** All or nothing: the browser writes to a copy, which takes the file's place when it is whole. */
export async function appendText(
  folder: FileSystemDirectoryHandle,
  name: string,
  text: string,
): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable({ keepExistingData: true });
  try {
    const { size } = await handle.getFile();
    await writable.write({ type: 'write', position: size, data: new TextEncoder().encode(text) });
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => undefined);
    throw unwritten(name, error);
  }
}

/** A folder and all that is in it, file by file. */
export async function copyFolder(
  from: FileSystemDirectoryHandle,
  to: FileSystemDirectoryHandle,
): Promise<void> {
  for await (const [name, handle] of from as unknown as Entries) {
    if (handle.kind === 'directory') {
      const inner = await to.getDirectoryHandle(name, { create: true });
      await copyFolder(handle as FileSystemDirectoryHandle, inner);
    } else await writeFile(to, name, piecesOf(await (handle as FileSystemFileHandle).getFile()));
  }
}

const PIECE_BYTES = 1 << 20;

/** A file in pieces, from one byte up to another. */
export async function* piecesOf(
  file: Blob,
  fromByte = 0,
  toByte = file.size,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const end = Math.min(file.size, toByte);
  for (let at = fromByte; at < end; at += PIECE_BYTES)
    yield new Uint8Array(await file.slice(at, Math.min(end, at + PIECE_BYTES)).arrayBuffer());
}
