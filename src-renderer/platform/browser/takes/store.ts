import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { videoDocumentSchema, type ArmedSource } from '../../../../src-shared/contract/takeVideoTracks.ts';
import {
  KEPT_IN_BIN_MS,
  takeDocumentSchema,
  type TakeDocument,
} from '../../../../src-shared/contract/takes.ts';
import { toStored } from '../../../../src-shared/domain/storedNames.ts';
import {
  takeCertificateSchema,
  type TakeCertificate,
} from '../../../../src-shared/domain/certificateSchema.ts';
import {
  CERTIFICATE_NAME,
  DOCUMENT_NAME,
  JOURNAL_NAME,
  VIDEO_DOCUMENT_NAME,
} from '../../../../src-shared/domain/takeFiles.ts';
import { EXPORTS_FOLDER, PROJECTS_FOLDER } from '../editor/names.ts';
import { ABSENT, absentOr, bytesIn, folderIn, foldersIn, readText, writeFile } from '../storedFiles.ts';
import { lockOf, NOTES_NAME, TAKES_FOLDER } from './names.ts';
import { NO_NOTES, takeNotesSchema, type TakeNotes } from './notes.ts';
import { documentOf } from './oldDocument.ts';
import { oldTakeSchema, type OldTake } from './oldTake.ts';
import { recoverOldTake, recoverTake } from './recover.ts';
import { readerOf, scanFile } from './scanTake.ts';
import { createTakeWriter, type TakeWriter } from './writer/index.ts';

/** A take as it lies there. */
export interface StoredTake {
  id: string;
  /** Of an earlier version, without what its files alone can say. */
  document: TakeDocument;
  /** Cameras and screens that it was to have. */
  sources: ArmedSource[];
  notes: TakeNotes;
  /** null where it was made by this version. */
  old: OldTake | null;
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
  /** What a user says of it. */
  note(id: string, changes: Partial<TakeNotes>): Promise<void>;
  /** For good. */
  remove(id: string): Promise<void>;
  /** Runs what writes a whole take: what fails leaves nothing, and what a page leaves that is closed meanwhile is removed by `list`. */
  make(id: string, write: (writer: TakeWriter) => Promise<void>): Promise<void>;
  /** A file where it lies: nothing is read into memory. null where it is not there. */
  open(id: string, name: string): Promise<File | null>;
  /** `DISK_FULL` where there is no room. */
  write(
    id: string,
    name: string,
    bytes: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>,
  ): Promise<void>;
  /** Removes files of a take; what is not there is removed already. */
  drop(id: string, names: readonly string[]): Promise<void>;
  /** Of everything in the folder of takes. */
  usedBytes(): Promise<number>;
  /** Of projects and exports of the video editor. */
  editorBytes(): Promise<number>;
}

const LIST_LOCK = 'sounddesk.takes.list';

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
    const root = await rootFolder();
    return await root.getDirectoryHandle(id).catch((error: unknown) => {
      if (error instanceof DOMException && ABSENT.includes(error.name))
        throw failWith('FILE_NOT_FOUND', 'recordingGone');
      const reason = error instanceof Error ? error.message : String(error);
      throw failWith('FILE_UNREADABLE', 'recordingFolderNotOpened', { values: { reason }, cause: error });
    });
  }

  const remove = (id: string) =>
    inTurn(async () => (await rootFolder()).removeEntry(id, { recursive: true }));

  return {
    list: () => inTurn(async () => listTakes(await rootFolder(), locks, nowMs())),
    async read(id) {
      const take = await readTake(await folderOf(id));
      if (!take) throw failWith('FILE_NOT_FOUND', 'recordingGone');
      return take;
    },
    note: (id, changes) =>
      inTurn(async () => {
        const take = await readTake(await folderOf(id));
        if (!take) throw failWith('FILE_NOT_FOUND', 'recordingGone');
        const text = JSON.stringify({ ...take.notes, ...changes } satisfies TakeNotes);
        await withWriter(id, (writer) => writer.ask({ kind: 'save', name: NOTES_NAME, text }));
      }),
    remove,
    make: (id, write) =>
      locks.request(lockOf(id), async () => {
        try {
          await withWriter(id, write);
        } catch (error) {
          await remove(id).catch(() => undefined);
          throw error;
        }
      }),
    async open(id, name) {
      const folder = await folderOf(id);
      const handle = await folder
        .getFileHandle(name)
        .catch(absentOr('FILE_UNREADABLE', 'storedFileUnreadable', name));
      return handle ? await handle.getFile() : null;
    },
    write: async (id, name, bytes) => writeFile(await folderOf(id), name, bytes),
    async drop(id, names) {
      const folder = await folderOf(id);
      for (const name of names)
        await folder.removeEntry(name).catch(absentOr('FILE_UNWRITABLE', 'storedFileUndeletable', name));
    },
    usedBytes: async () => await bytesIn(await rootFolder()),
    async editorBytes() {
      const root = await storage.getDirectory();
      const folders = await Promise.all(
        [PROJECTS_FOLDER, EXPORTS_FOLDER].map((name) => folderIn(root, name)),
      );
      const sizes = await Promise.all(folders.flatMap((folder) => (folder ? [bytesIn(folder)] : [])));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

/** Those that were cut off are given their end, and what is left of one that was never whole is removed. */
async function listTakes(
  root: FileSystemDirectoryHandle,
  locks: LockManager,
  nowMs: number,
): Promise<StoredTake[]> {
  // Before the locks: whoever makes a take holds its lock before its folder is there, and until its document is.
  const folders = await foldersIn(root);
  const { held = [] } = await locks.query();
  const running = new Set(held.map(({ name }) => name));
  const takes: StoredTake[] = [];
  for (const folder of folders) {
    const isRunning = running.has(lockOf(folder.name));
    const found = await readTake(folder);
    if (!found) {
      if (!isRunning && (await hasNoDocument(folder)))
        await root.removeEntry(folder.name, { recursive: true });
      continue;
    }
    const isCutOff = found.document.status === 'recording' && !isRunning;
    const shown = isCutOff ? await recover(root, folder, found) : found;
    if (!shown) continue;
    const { deletedAtMs } = shown.notes;
    if (deletedAtMs !== null && nowMs - deletedAtMs > KEPT_IN_BIN_MS)
      await root.removeEntry(folder.name, { recursive: true });
    else takes.push(shown);
  }
  return takes.sort((one, other) => startOf(other) - startOf(one));
}

const startOf = ({ document: { startedAtMs } }: StoredTake) => startedAtMs ?? 0;

async function readTake(folder: FileSystemDirectoryHandle): Promise<StoredTake | null> {
  const written = await readJson(folder, DOCUMENT_NAME);
  const document = takeDocumentSchema.safeParse(written).data;
  // Otherwise it ended before anything was written: it is empty.
  const old = document ? null : (oldTakeSchema.safeParse(written).data ?? null);
  const video = videoDocumentSchema.safeParse(await readJson(folder, VIDEO_DOCUMENT_NAME)).data;
  const found = old ? documentOf(old, new Map()) : document;
  if (!found) return null;
  const { deletedAtMs = null, meeting = null } = old ?? {};
  const notes = takeNotesSchema.safeParse(await readJson(folder, NOTES_NAME)).data;
  return {
    id: folder.name,
    old,
    sources: video?.sources ?? [],
    document: old ? found : { ...found, videoTracks: video?.videoTracks ?? [] },
    notes: notes ?? { ...NO_NOTES, deletedAtMs, meeting },
    sizeBytes: found.status === 'recording' ? 0 : await bytesIn(folder),
    // One that cannot be read is made again: everything in it can be read from the files.
    certificate: takeCertificateSchema.safeParse(await readJson(folder, CERTIFICATE_NAME)).data ?? null,
  };
}

/** It was not made to its end; one whose document cannot be read is left as it is. */
async function hasNoDocument(folder: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    await folder.getFileHandle(DOCUMENT_NAME);
    return false;
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError';
  }
}

/** null where it is not there, or is none. */
async function readJson(folder: FileSystemDirectoryHandle, name: string): Promise<unknown> {
  const text = await readText(folder, name);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Gives a take its end whose page has gone; null where nothing was in it. */
async function recover(
  root: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
  { id, document, old }: StoredTake,
): Promise<StoredTake | null> {
  const lines = (await readText(folder, JOURNAL_NAME))?.split('\n') ?? [];
  const video = videoDocumentSchema.safeParse(await readJson(folder, VIDEO_DOCUMENT_NAME)).data ?? null;
  const recovered = await withWriter(id, async (writer) => {
    const remove = (file: string) => folder.removeEntry(file).catch(() => undefined);
    const scan = async (name: string) => {
      const file = await (await folder.getFileHandle(name)).getFile();
      return await scanFile(readerOf(file), file.size);
    };
    if (old) return await recoverOldTake(old, { writer, remove });
    return await recoverTake({ document, video, lines }, { writer, remove, scan });
  });
  if (recovered) return await readTake(folder);
  await root.removeEntry(id, { recursive: true });
  return null;
}

export async function writeCertificate(
  store: TakeStore,
  id: string,
  certificate: TakeCertificate,
): Promise<void> {
  await store.write(id, CERTIFICATE_NAME, new TextEncoder().encode(JSON.stringify(toStored(certificate))));
}

async function withWriter<T>(id: string, work: (writer: TakeWriter) => Promise<T>): Promise<T> {
  const writer = createTakeWriter(id);
  try {
    return await work(writer);
  } finally {
    writer.close();
  }
}
