import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { VideoDocument } from '../../../src-shared/contract/takeVideoTracks.ts';
import { takeIdSchema, type TakeDocument, type TakeSummary } from '../../../src-shared/contract/takes.ts';
import { groupParts } from '../../../src-shared/domain/videoParts.ts';
import { soundOf } from '../../../src-shared/domain/screenCapture.ts';
import { lookAt } from '../../../src-node/files/index.ts';
import { DOCUMENT_NAME } from '../../../src-shared/domain/takeFiles.ts';
import { readCertificate, readTakeFolder } from './folder.ts';
import { videoSizeBytes } from './videoTracks/repair.ts';
import { takeSizeBytes } from './repair.ts';
import { repairRefusal } from './repairAttempts.ts';

const READ_AT_ONCE = 4;

/** The takes in a folder, which may itself be one. */
export async function listTakes(path: string): Promise<TakeSummary[]> {
  const ids = await listIds(path);
  const summaries: (TakeSummary | null)[] = [];
  // A few at a time: what they are read from can be large.
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const next = ids.slice(from, from + READ_AT_ONCE);
    summaries.push(...(await Promise.all(next.map((id) => summariseIfTake(join(path, id))))));
  }
  return summaries
    .filter((summary) => summary !== null)
    .sort(
      (one, other) => (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0) || one.id.localeCompare(other.id),
    );
}

/** Names of the folders that may be takes; none where there is no such folder. */
export async function listIds(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw failWith('FILE_UNREADABLE', 'cannotRead', { values: { path, reason: message }, cause: error });
  });
  return entries
    .filter((entry) => entry.isDirectory() && takeIdSchema.safeParse(entry.name).success)
    .map(({ name }) => name);
}

/**
 * Whether a folder, itself and no link, holds a take, readable or not. Throws `FILE_UNREADABLE` where it cannot be
 * looked at.
 */
export async function isTake(folder: string): Promise<boolean> {
  const own = await lookAt(folder);
  if (!own?.isDirectory()) return false;
  const document = await lookAt(join(folder, DOCUMENT_NAME));
  return document?.isDirectory() === false;
}

/** Null where a folder holds no take. */
export async function summariseIfTake(folder: string): Promise<TakeSummary | null> {
  // What cannot be looked at is no take of ours: `lost+found` of a disk, or somebody else's folder.
  return (await isTake(folder).catch(() => false)) ? summariseTake(folder) : null;
}

/** Of a take: one that cannot be read is reported as damaged, null where it has gone meanwhile. */
export async function summariseTake(folder: string): Promise<TakeSummary | null> {
  try {
    return await summarise(folder);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.code === 'FILE_NOT_FOUND') return null;
    return {
      id: basename(folder),
      name: basename(folder),
      status: 'damaged',
      problem: error.message,
      startedAtMs: null,
      durationSec: 0,
      trackCount: 0,
      sizeBytes: await folderSizeBytes(folder),
      grade: null,
      tracks: { audio: 0, video: 0, screen: 0, mix: 0 },
      sound: { system: false, microphone: false },
    };
  }
}

export async function summarise(folder: string): Promise<TakeSummary> {
  const { document, video, state } = await readTakeFolder(folder);
  const certificate = await readCertificate(folder);
  const tracks = countTracks(document);
  return {
    id: basename(folder),
    name: document.name,
    status: state === 'finished' ? endedStatusOf(document, video) : state,
    problem: (state === 'unfinished' ? repairRefusal(folder) : null) ?? document.ended?.message ?? null,
    startedAtMs: document.startedAtMs,
    durationSec: document.frames / document.sampleRate,
    trackCount: Object.values(tracks).reduce((sum, count) => sum + count, 0),
    tracks,
    sound: soundOf(document.tracks),
    sizeBytes: (await takeSizeBytes(folder, document)) + (await videoSizeBytes(folder, video)),
    grade: certificate?.grade ?? null,
    hasCleanVoices: document.tracks.some(({ of }) => of),
    cleaning: document.cleaning ?? null,
    ...(document.labels && { labels: document.labels }),
    ...(document.isDemo && { isDemo: document.isDemo }),
  };
}

/** One of the two recorders may have been cut off alone. */
function endedStatusOf(document: TakeDocument, video: VideoDocument | null): 'finished' | 'recovered' {
  return document.status === 'recovered' || video?.status === 'recovered' ? 'recovered' : 'finished';
}

function countTracks({ tracks, videoTracks }: TakeDocument): TakeSummary['tracks'] {
  const mix = tracks.filter(({ kind }) => kind === 'mix').length;
  // A camera that was lost and came back is one, in parts.
  const shown = groupParts(videoTracks);
  const screen = shown.filter(([{ kind }]) => kind === 'screen').length;
  const audio = tracks.filter(({ kind }) => kind === 'channel' || kind === 'played').length;
  return { audio, video: shown.length - screen, screen, mix };
}

/** Of the files in it; what cannot be looked at counts nothing. */
async function folderSizeBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ name }) => (await lstat(join(folder, name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** File systems take names of so many bytes. */
const MOST_NAME_BYTES = 255;

/** The name, else the first of "name (2)", "name (3)" … that is free, shortened where it would be too long. */
export async function findFreeId(id: string, isTaken: (id: string) => Promise<boolean>): Promise<string> {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? id : withSuffix(id, ` (${count})`);
    if (!(await isTaken(candidate))) return candidate;
  }
}

function withSuffix(id: string, suffix: string): string {
  const characters = [...id];
  const fits = () => {
    const name = characters.join('') + suffix;
    return takeIdSchema.safeParse(name).success && Buffer.byteLength(name) <= MOST_NAME_BYTES;
  };
  while (characters.length > 1 && !fits()) characters.pop();
  return characters.join('') + suffix;
}
