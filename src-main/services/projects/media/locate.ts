import { readdir, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { Media } from '../../../../src-shared/domain/edit/document.ts';
import { SOUND_RATE } from '../../../../src-shared/domain/edit/time.ts';
import { regularPath, toReadError } from '../../../../src-node/files/index.ts';
import type { TakeFolder } from '../../takes/index.ts';
import { hashMedia } from './probe.ts';

export interface LocatedMedia {
  path: string;
  /** How much later its sound is heard, in samples at 48 kHz. */
  offsetSamples: number;
}

export type ReadTake = (takeId: string) => Promise<TakeFolder>;

/** Of a project's folder: what was brought along lies there. */
export const MEDIA_FOLDER = 'media';
const MOST_LOOKED_AT = 20_000;
const MOST_DEPTH = 4;

/** Where a media's file is; `FILE_NOT_FOUND` where it is not there any more, `FILE_UNREADABLE` where nobody lets us look. */
export async function locateMedia(folder: string, media: Media, readTake: ReadTake): Promise<LocatedMedia> {
  const { source } = media;
  if (source.type === 'take')
    return locateTrack(await readTake(source.takeId).catch(toGone(media)), source.trackId);
  const path = pathOf(folder, source);
  const stats = await stat(path).catch((error: unknown) => {
    const failure = toReadError(path, error);
    if (failure.code === 'FILE_NOT_FOUND') return null;
    throw failure;
  });
  if (stats?.isFile()) return { path, offsetSamples: 0 };
  throw new RpcError(
    'FILE_NOT_FOUND',
    `${media.name} is not at ${path} any more. Look for it in another folder.`,
  );
}

/** Of a take, its folder and its files say nothing to whoever edits. */
const toGone = (media: Media) => (error: unknown) => {
  if (!(error instanceof RpcError) || error.code !== 'FILE_NOT_FOUND') throw error;
  throw failWith('FILE_NOT_FOUND', 'mediaTakeGone', { values: { name: media.name }, cause: error });
};

/** A file that a page brought is named by its handle; one of this machine by its path, which is whole. */
function pathOf(folder: string, { path, handleId }: Extract<Media['source'], { type: 'file' }>): string {
  if (handleId !== null) return join(folder, MEDIA_FOLDER, handleId);
  if (path !== null && isAbsolute(path)) return path;
  throw new RpcError('FILE_NOT_FOUND', 'The project does not say where this file is.');
}

function locateTrack(take: TakeFolder, trackId: string): LocatedMedia {
  const { document, path } = take;
  const videoTrack = document.videoTracks.find(({ id }) => id === trackId);
  if (videoTrack) return { path: regularPath(path, videoTrack.file), offsetSamples: 0 };
  const track = document.tracks.find(({ id }) => id === trackId);
  if (!track) throw new RpcError('FILE_NOT_FOUND', `The take in ${path} has no track "${trackId}".`);
  const offsetSamples = Math.round((track.offsetFrames * SOUND_RATE) / document.sampleRate);
  return { path: regularPath(path, track.file), offsetSamples };
}

/**
 * Looks for a file by its name, then by its size, and is sure by its hash; null where it is in none of the folders.
 * Throws `FILE_UNREADABLE` where it was not found and a part of them could not be looked at.
 */
export async function findMoved(
  folders: readonly string[],
  { source }: Media,
  signal: AbortSignal,
): Promise<string | null> {
  if (source.type !== 'file' || source.sha256 === null) return null;
  const name = source.path === null ? null : basename(source.path);
  const found: { path: string; hasName: boolean }[] = [];
  let looked = 0;
  const unreadable: RpcError[] = [];
  /** What is not there any more is no failure. */
  const unlessGone = (path: string) => (error: unknown) => {
    const failure = toReadError(path, error);
    if (failure.code !== 'FILE_NOT_FOUND') unreadable.push(failure);
    return null;
  };
  const lookInto = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(unlessGone(folder));
    for (const entry of entries ?? []) {
      if (signal.aborted || (looked += 1) > MOST_LOOKED_AT) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth > 0 && !entry.name.startsWith('.')) await lookInto(path, depth - 1);
      if (!entry.isFile()) continue;
      const stats = await stat(path).catch(unlessGone(path));
      if (stats?.size === source.sizeBytes) found.push({ path, hasName: entry.name === name });
    }
  };
  for (const folder of folders) await lookInto(folder, MOST_DEPTH);
  for (const { path } of found.sort((one, other) => Number(other.hasName) - Number(one.hasName))) {
    const hashed = await hashMedia(path).catch(unlessGone(path));
    if (hashed?.sha256 === source.sha256) return path;
  }
  const [failure] = unreadable;
  if (failure) throw failure;
  return null;
}
