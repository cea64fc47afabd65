import { concat, sizeBytes } from '../../../../../src-shared/domain/matroska/elements.ts';
import { scanMatroska, type ReadAt } from '../../../../../src-shared/domain/matroska/scan.ts';
import {
  ClusterWriter,
  makeEnding,
  makeFileHead,
  type Block,
} from '../../../../../src-shared/domain/matroska/writer.ts';
import { PRODUCT_NAME } from '../../../../../src-shared/domain/product.ts';
import { DOCUMENT_NAME, JOURNAL_NAME } from '../../../../../src-shared/domain/takeFiles.ts';
import { RESERVE_NAME, TAKES_FOLDER } from '../names.ts';
import { openTakeChanges } from '../takeChanges.ts';
import type { FileTimes, WriterAnswer, WriterRequest } from './messages.ts';
import { createTurns } from '../../../../../src-shared/lib/turns.ts';

/** The worker's own part of the browser's types. */
interface SyncHandle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}
interface SyncFile extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

const port = globalThis as unknown as {
  onmessage: ((event: MessageEvent<WriterRequest>) => void) | null;
  postMessage(answer: WriterAnswer): void;
};

/** Room for the index of some hours, which is written at the end, and for the last words. */
const RESERVE_BYTES = 1 << 20;
/**
 * What is written is the system's at once, and outlives the browser; that it outlives a power cut as well takes a flush, of
 * which each takes the disk's time.
 */
const FLUSH_MS = 500;
/** Of Opus; a frame is hardly longer. */
const LAST_BLOCK_MS = 20;

interface OpenFile {
  handle: SyncHandle;
  writer: ClusterWriter;
}

const changes = openTakeChanges();

/** Of its one take: looked for once, since each look asks the browser, which may be busy. */
let openFolder: Promise<FileSystemDirectoryHandle> | null = null;
/** Nothing is appended behind what did not fit: it would be half a recording. */
let refusal: Error | null = null;

/** Of the take that is written. */
const files = new Map<string, OpenFile>();
let journal: SyncHandle | null = null;
const unflushed = new Set<SyncHandle>();
let flushing: ReturnType<typeof setTimeout> | null = null;
const inTurn = createTurns();

port.onmessage = ({ data }) => {
  void inTurn(() => answer(data));
};

async function answer(request: WriterRequest): Promise<void> {
  const { id } = request;
  try {
    port.postMessage({ id, isDone: true, times: await work(request) });
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    const message = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, isDone: false, isFull, message });
  }
}

async function work(task: WriterRequest): Promise<FileTimes | null> {
  const folder = await (openFolder ??= folderOf(task.takeId));
  switch (task.kind) {
    case 'begin': {
      const reserve = await open(folder, RESERVE_NAME);
      writeAll(reserve, new Uint8Array(RESERVE_BYTES), 0);
      reserve.close();
      return null;
    }
    case 'save':
      await saveDocument(folder, task.name, task.text);
      if (task.name === DOCUMENT_NAME) changes.notify(task.takeId);
      return null;
    case 'note':
      journal ??= await open(folder, JOURNAL_NAME);
      write(journal, new TextEncoder().encode(task.text), journal.getSize());
      flushSoon(journal);
      return null;
    case 'open': {
      const { file, video, sound } = task;
      const handle = await open(folder, file);
      const head = makeFileHead({ video, sound, writer: PRODUCT_NAME });
      files.set(file, { handle, writer: new ClusterWriter(head.length) });
      writeAll(handle, head, 0);
      return null;
    }
    case 'append': {
      const names = new Set(task.blocks.map(({ file }) => file));
      for (const name of names)
        append(
          name,
          task.blocks.filter(({ file }) => file === name),
        );
      return null;
    }
    case 'sync':
      flushAll();
      return null;
    case 'end': {
      const { file } = task;
      const handle = files.get(file)?.handle ?? (await open(folder, file));
      files.delete(file);
      unflushed.delete(handle);
      return await endFile(handle);
    }
    case 'drop':
      if (task.names.includes(JOURNAL_NAME)) closeJournal();
      for (const name of task.names) await folder.removeEntry(name).catch(() => undefined);
      return null;
  }
}

/**
 * Cuts off what is not whole, and gives a file its length and the index that players jump by; closed then. null where there
 * is nothing in it. Without room for an index it has none, and plays nevertheless.
 */
async function endFile(handle: SyncHandle): Promise<FileTimes | null> {
  try {
    const found = await scanMatroska(readerOf(handle), handle.getSize());
    const { head, wholeBytes, clusters, clusterSizes, firstMs, lastMs } = found;
    if (!head || firstMs === null || lastMs === null) return null;
    handle.truncate(wholeBytes);
    for (const [index, { at }] of clusters.entries())
      write(handle, sizeBytes(clusterSizes[index] ?? 0, 8), at + 4);
    const length = { lengthBytes: wholeBytes, clusters, durationMs: lastMs + LAST_BLOCK_MS };
    const { cues, patches } = makeEnding(head, length);
    try {
      writeAll(handle, cues, wholeBytes);
      for (const { at, bytes } of patches) write(handle, bytes, at);
    } catch {
      handle.truncate(wholeBytes);
    }
    handle.flush();
    return { firstMs, lastMs };
  } finally {
    handle.close();
  }
}

function readerOf(handle: SyncHandle): ReadAt {
  return (at, length) => {
    const piece = new Uint8Array(length);
    return Promise.resolve(piece.subarray(0, handle.read(piece, { at })));
  };
}

async function folderOf(takeId: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const takes = await root.getDirectoryHandle(TAKES_FOLDER, { create: true });
  return await takes.getDirectoryHandle(takeId, { create: true });
}

async function open(folder: FileSystemDirectoryHandle, name: string): Promise<SyncHandle> {
  const handle = (await folder.getFileHandle(name, { create: true })) as SyncFile;
  return await handle.createSyncAccessHandle();
}

/** Written behind what is there, and with the system when it returns. Else the file is as it was. */
function append(name: string, blocks: readonly Block[]): void {
  const file = files.get(name);
  if (refusal !== null) throw refusal;
  if (!file) throw new Error(`${name} is not being written`);
  const { handle, writer } = file;
  const from = writer.position;
  const made = blocks.map((block) => writer.add(block));
  try {
    write(handle, concat(made.map(({ bytes }) => bytes)), from);
    for (const { patch } of made) if (patch) write(handle, patch.bytes, patch.at);
  } catch (error) {
    handle.truncate(from);
    refusal = error instanceof Error ? error : new Error(String(error));
    throw error;
  }
  flushSoon(handle);
}

function flushSoon(handle: SyncHandle): void {
  unflushed.add(handle);
  flushing ??= setTimeout(flushAll, FLUSH_MS);
}

function closeJournal(): void {
  if (journal) unflushed.delete(journal);
  journal?.close();
  journal = null;
}

function flushAll(): void {
  flushing = null;
  for (const handle of unflushed) handle.flush();
  unflushed.clear();
}

function writeAll(handle: SyncHandle, bytes: Uint8Array, at: number): void {
  write(handle, bytes, at);
  handle.flush();
}

function write(handle: SyncHandle, bytes: Uint8Array, at: number): void {
  const written = handle.write(bytes, { at });
  if (written < bytes.length) throw new DOMException('The storage is full.', 'QuotaExceededError');
}

/** Beside the old one first: one of the two is there, whole. */
async function saveDocument(folder: FileSystemDirectoryHandle, name: string, text: string): Promise<void> {
  const fresh = `${name}.new`;
  const handle = await open(folder, fresh);
  try {
    handle.truncate(0);
    writeAll(handle, new TextEncoder().encode(text), 0);
  } finally {
    // Without room for it, it is written once more at the end, with what is kept back for that.
    handle.close();
  }
  const file = (await folder.getFileHandle(fresh)) as FileSystemFileHandle & {
    move(name: string): Promise<void>;
  };
  await file.move(name);
}
