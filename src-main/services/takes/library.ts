import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { PicturesDocument } from '../../../src-shared/contract/takePictures.ts';
import {
  takeIdSchema,
  type DeletedTake,
  type TakeDetails,
  type TakeDocument,
  type TakeSummary,
} from '../../../src-shared/contract/takes.ts';
import { readCertificate, readTakeFolder, toFileError, writeDocument } from './folder.ts';
import { groupParts } from '../../../src-shared/domain/pictureParts.ts';
import { picturesSizeBytes } from './pictures/repair.ts';
import { takeSizeBytes } from './repair.ts';

const BIN_NAME = '.bin';
/** Deleted takes can be restored for so long. */
export const KEPT_IN_BIN_MS = 30 * 86_400_000;

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
  /** The latest first. */
  listBin(): Promise<DeletedTake[]>;
  /** Removes for good what was deleted longer ago than `KEPT_IN_BIN_MS`; answers how many. */
  sweepBin(nowMs: number): Promise<number>;
}

export function openTakeLibrary(path: string): TakeLibrary {
  const folderOf = (id: string) => join(path, checkedId(id));
  const inBin = (id: string) => join(path, BIN_NAME, checkedId(id));

  async function remove(id: string): Promise<void> {
    const { state } = await readTakeFolder(folderOf(id)).catch(() => ({ state: 'finished' as const }));
    if (state === 'recording')
      throw new RpcError('BAD_OPTION', 'The take is being recorded. Stop the recording first.');
    await mkdir(join(path, BIN_NAME), { recursive: true });
    // One that was put there before under this name gave it up when it was restored or emptied.
    await rm(inBin(id), { recursive: true, force: true });
    await move(folderOf(id), inBin(id));
    // The folder's own time says when it came there: nothing else changes it.
    const now = new Date();
    await utimes(inBin(id), now, now).catch((error: unknown) => {
      throw toFileError(inBin(id), error);
    });
  }

  async function listBin(): Promise<DeletedTake[]> {
    const takes = await listTakes(join(path, BIN_NAME));
    const deleted = await Promise.all(
      takes.map(async (summary) => {
        const deletedAtMs = Math.round((await stat(inBin(summary.id))).mtimeMs);
        return { ...summary, deletedAtMs, keptUntilMs: deletedAtMs + KEPT_IN_BIN_MS };
      }),
    );
    return deleted.sort((one, other) => other.deletedAtMs - one.deletedAtMs);
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
      await move(inBin(id), folderOf(id));
      return summarise(folderOf(id));
    },
    emptyBin: () => rm(join(path, BIN_NAME), { recursive: true, force: true }),
    listBin,
    async sweepBin(nowMs) {
      const old = (await listBin()).filter(({ keptUntilMs }) => keptUntilMs <= nowMs);
      for (const { id } of old) await rm(inBin(id), { recursive: true, force: true });
      return old.length;
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
      tracks: { audio: 0, video: 0, screen: 0, mix: 0 },
      sound: { system: false, microphone: false },
    };
  }
}

async function readDetails(folder: string): Promise<TakeDetails> {
  const { document } = await readTakeFolder(folder);
  return { summary: await summarise(folder), document, certificate: await readCertificate(folder) };
}

export async function summarise(folder: string): Promise<TakeSummary> {
  const { document, pictures, state } = await readTakeFolder(folder);
  const certificate = await readCertificate(folder);
  const hasTrack = (id: string) => document.tracks.some((track) => track.id === id);
  return {
    id: basename(folder),
    name: document.name,
    status: state === 'finished' ? endedStatusOf(document, pictures) : state,
    problem: document.ended?.message ?? null,
    startedAtMs: document.startedAtMs,
    durationSec: document.frames / document.sampleRate,
    trackCount: document.tracks.length + groupParts(document.pictures).length,
    tracks: countTracks(document),
    sound: { system: hasTrack('system'), microphone: hasTrack('microphone') },
    sizeBytes: (await takeSizeBytes(folder, document)) + (await picturesSizeBytes(folder, pictures)),
    grade: certificate?.grade ?? null,
  };
}

/** One of the two recorders may have been cut off alone. */
function endedStatusOf(document: TakeDocument, pictures: PicturesDocument | null): 'finished' | 'recovered' {
  return document.status === 'recovered' || pictures?.status === 'recovered' ? 'recovered' : 'finished';
}

function countTracks({ tracks, pictures }: TakeDocument): TakeSummary['tracks'] {
  const mix = tracks.filter(({ kind }) => kind === 'mix').length;
  // A camera that was lost and came back is one, in parts.
  const shown = groupParts(pictures);
  const screen = shown.filter(([{ kind }]) => kind === 'screen').length;
  return { audio: tracks.length - mix, video: shown.length - screen, screen, mix };
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
