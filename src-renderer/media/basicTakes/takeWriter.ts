import {
  DOCUMENT_NAME,
  JOURNAL_NAME,
  journalLineSchema,
  RESERVE_NAME,
  TAKES_FOLDER,
  type BasicTake,
} from './document.ts';
import type { WriterAnswer, WriterRequest, WriterTask } from './writerMessages.ts';

/** The worker's own part of the browser's types. */
interface SyncHandle {
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

const RESERVE_BYTES = 256 << 10;
/**
 * What is written is the system's at once, and outlives the browser; that it outlives a power cut as well takes a flush, of
 * which each takes the disk's time.
 */
const FLUSH_MS = 500;

/** Of the recording that runs. */
const handles = new Map<string, SyncHandle>();
const unflushed = new Set<SyncHandle>();
let flushing: ReturnType<typeof setTimeout> | null = null;
let queue: Promise<void> = Promise.resolve();

port.onmessage = ({ data }) => {
  queue = queue.then(() => answer(data));
};

async function answer(request: WriterRequest): Promise<void> {
  const { id } = request;
  try {
    port.postMessage({ id, isDone: true, take: await work(request) });
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    const message = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, isDone: false, isFull, message });
  }
}

async function work(task: WriterTask): Promise<BasicTake | null> {
  switch (task.kind) {
    case 'begin': {
      const folder = await folderOf(task.take.id);
      await writeDocument(folder, task.take);
      const reserve = await open(folder, RESERVE_NAME);
      writeAll(reserve, new Uint8Array(RESERVE_BYTES), 0);
      reserve.close();
      for (const name of [JOURNAL_NAME, ...task.take.tracks.map(({ file }) => file)])
        handles.set(name, await open(folder, name));
      return null;
    }
    case 'append': {
      const { file, bytes, recordedMs } = task;
      const end = append(file, new Uint8Array(bytes));
      const line = `${JSON.stringify({ file, bytes: end, recordedMs })}\n`;
      append(JOURNAL_NAME, new TextEncoder().encode(line));
      return null;
    }
    case 'finish': {
      closeAll();
      const folder = await folderOf(task.take.id);
      await folder.removeEntry(RESERVE_NAME).catch(() => undefined);
      await writeDocument(folder, task.take);
      await folder.removeEntry(JOURNAL_NAME).catch(() => undefined);
      return task.take;
    }
    case 'recover':
      return recover(task.take);
  }
}

async function recover(take: BasicTake): Promise<BasicTake> {
  const folder = await folderOf(take.id);
  await folder.removeEntry(RESERVE_NAME).catch(() => undefined);
  const lines = await readJournal(folder);
  for (const { file } of take.tracks) {
    const whole = lines.findLast((line) => line.file === file)?.bytes;
    const handle = await open(folder, file);
    // What lies behind was being written when it ended; where the journal is gone, nothing is cut.
    if (whole !== undefined && handle.getSize() > whole) handle.truncate(whole);
    handle.flush();
    handle.close();
  }
  const durationMs = Math.max(0, ...lines.map((line) => line.recordedMs));
  const recovered: BasicTake = { ...take, status: 'recovered', durationMs };
  await writeDocument(folder, recovered);
  await folder.removeEntry(JOURNAL_NAME).catch(() => undefined);
  return recovered;
}

/** A line that was cut off is none. */
async function readJournal(folder: FileSystemDirectoryHandle) {
  const handle = await folder.getFileHandle(JOURNAL_NAME, { create: true });
  const text = await (await handle.getFile()).text();
  return text.split('\n').flatMap((line) => {
    try {
      return [journalLineSchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
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

/** Written behind what is there, and with the system when it returns; the new end. Else all is as it was. */
function append(name: string, bytes: Uint8Array): number {
  const handle = handles.get(name);
  if (!handle) throw new Error(`${name} is not being written`);
  const at = handle.getSize();
  try {
    write(handle, bytes, at);
  } catch (error) {
    handle.truncate(at);
    throw error;
  }
  unflushed.add(handle);
  flushing ??= setTimeout(flushAll, FLUSH_MS);
  return at + bytes.length;
}

/** Sounds and pictures before the journal that speaks of them. */
function flushAll(): void {
  flushing = null;
  const journal = handles.get(JOURNAL_NAME);
  for (const handle of unflushed) if (handle !== journal) handle.flush();
  if (journal && unflushed.has(journal)) journal.flush();
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
async function writeDocument(folder: FileSystemDirectoryHandle, take: BasicTake): Promise<void> {
  const name = `${DOCUMENT_NAME}.new`;
  const handle = await open(folder, name);
  handle.truncate(0);
  writeAll(handle, new TextEncoder().encode(JSON.stringify(take)), 0);
  handle.close();
  const file = (await folder.getFileHandle(name)) as FileSystemFileHandle & {
    move(name: string): Promise<void>;
  };
  await file.move(DOCUMENT_NAME);
}

function closeAll(): void {
  if (flushing) clearTimeout(flushing);
  flushAll();
  for (const handle of handles.values()) handle.close();
  handles.clear();
}
