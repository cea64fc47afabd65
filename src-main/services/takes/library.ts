import { rmSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { takeIdSchema, type TakeDetails, type TakeSummary } from '../../../src-shared/contract/takes.ts';
import { readCertificate, readTakeFolder, toFileError, writeDocument } from './folder.ts';
import { takeSizeBytes } from './repair.ts';

const BIN_NAME = '.bin';

/** Takes in one folder, each in a folder of its own. */
export interface TakeLibrary {
  readonly path: string;
  /** The newest first; a folder without a take is none, one that cannot be read is told as damaged. */
  list(): Promise<TakeSummary[]>;
  read(id: string): Promise<TakeDetails>;
  folderOf(id: string): string;
  rename(id: string, name: string): Promise<TakeSummary>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<TakeSummary>;
  emptyBin(): Promise<void>;
}

export function openTakeLibrary(path: string): TakeLibrary {
  const folderOf = (id: string) => join(path, checkedId(id));

  async function remove(id: string): Promise<void> {
    const { state } = await readTakeFolder(folderOf(id)).catch(() => ({ state: 'finished' as const }));
    if (state === 'recording')
      throw new RpcError('BAD_OPTION', 'The take is being recorded. Stop the recording first.');
    await mkdir(join(path, BIN_NAME), { recursive: true });
    // One that was put there before under this name gave it up when it was restored or emptied.
    rmSync(join(path, BIN_NAME, id), { recursive: true, force: true });
    await move(folderOf(id), join(path, BIN_NAME, id));
  }

  return {
    path,
    folderOf,
    remove,
    list: () => listTakes(path),
    read: (id) => readDetails(folderOf(id)),
    async rename(id, name) {
      const folder = await readTakeFolder(folderOf(id));
      if (folder.state !== 'finished')
        throw new RpcError('BAD_OPTION', 'The take has no end yet. Stop the recording, or repair it, first.');
      writeDocument(folder.path, { ...folder.document, name });
      return summarise(folder.path);
    },
    async restore(id) {
      await move(join(path, BIN_NAME, checkedId(id)), folderOf(id));
      return summarise(folderOf(id));
    },
    async emptyBin() {
      await Promise.resolve(rmSync(join(path, BIN_NAME), { recursive: true, force: true }));
    },
  };
}

/** The takes in a folder, which may itself be one. */
export async function listTakes(path: string): Promise<TakeSummary[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new RpcError('FILE_UNREADABLE', `${path} cannot be read: ${message}.`, { cause: error });
  });
  const ids = entries
    .filter((entry) => entry.isDirectory() && takeIdSchema.safeParse(entry.name).success)
    .map(({ name }) => name);
  const summaries = await Promise.all(ids.map((id) => summariseIfTake(join(path, id))));
  return summaries
    .filter((summary) => summary !== null)
    .sort(
      (one, other) => (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0) || one.id.localeCompare(other.id),
    );
}

async function summariseIfTake(folder: string): Promise<TakeSummary | null> {
  try {
    return await summarise(folder);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.code === 'FILE_NOT_FOUND') return null;
    return {
      ...{ id: basename(folder), name: basename(folder), status: 'damaged', problem: error.message },
      ...{ startedAtMs: null, durationSec: 0, trackCount: 0, sizeBytes: 0, grade: null },
    };
  }
}

async function readDetails(folder: string): Promise<TakeDetails> {
  const { document } = await readTakeFolder(folder);
  return { summary: await summarise(folder), document, certificate: await readCertificate(folder) };
}

export async function summarise(folder: string): Promise<TakeSummary> {
  const { document, state } = await readTakeFolder(folder);
  const certificate = await readCertificate(folder);
  return {
    id: basename(folder),
    name: document.name,
    status:
      document.status === 'recording'
        ? state === 'recording'
          ? 'recording'
          : 'unfinished'
        : document.status,
    problem: document.ended?.message ?? null,
    startedAtMs: document.startedAtMs,
    durationSec: document.frames / document.sampleRate,
    trackCount: document.tracks.length,
    sizeBytes: await takeSizeBytes(folder, document),
    grade: certificate?.grade ?? null,
  };
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    throw toFileError(from, error);
  });
}

/** Calls are checked by the contract; whoever calls the service by hand is checked here. */
function checkedId(id: string): string {
  const parsed = takeIdSchema.safeParse(id);
  if (!parsed.success) throw new RpcError('BAD_OPTION', `"${id}" is not the name of a take's folder.`);
  return parsed.data;
}
