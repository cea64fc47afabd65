import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Media } from '../../../src-shared/domain/edit/document.ts';
import {
  makeFolderDurably,
  moveDurably,
  requireRoom,
  toFileError,
  writeUpload,
} from '../../../src-node/files/index.ts';
import { hashMedia, MEDIA_FOLDER, mediaOfTake, probeMedia, type ReadTake } from './media/index.ts';

/** A file on this machine stays where it is. */
export async function importFile(path: string, createId: () => string, signal: AbortSignal): Promise<Media> {
  const whole = resolve(path);
  const probed = await probeMedia(whole, basename(whole), signal);
  const source = { type: 'file' as const, path: whole, handleId: null, ...(await hashMedia(whole)) };
  return { id: createId(), ...probed, source, linkId: null, startSec: 0 };
}

export const importTake = async (
  takeId: string,
  readTake: ReadTake,
  createId: () => string,
  signal: AbortSignal,
): Promise<Media[]> => await mediaOfTake(await readTake(takeId), takeId, createId, signal);

/** A file that a page sends is kept in the project's folder; nothing is left of one that cannot be read. */
export async function importUpload(
  folder: string,
  { name, sizeBytes }: { name: string; sizeBytes: number },
  bytes: AsyncIterable<Uint8Array>,
  createId: () => string,
  signal: AbortSignal,
): Promise<Media> {
  if (sizeBytes === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
  const dir = join(folder, MEDIA_FOLDER);
  const handleId = createId();
  const path = join(dir, handleId);
  const part = `${path}.part`;
  try {
    makeFolderDurably(dir, { recursive: true, mode: 0o700 });
    await requireRoom(path, sizeBytes);
    await writeUpload(part, name, sizeBytes, bytes);
    await moveDurably(part, path);
    const probed = await probeMedia(path, name, signal);
    const source = { type: 'file' as const, path: null, handleId, ...(await hashMedia(path)) };
    return { id: createId(), ...probed, source, linkId: null, startSec: 0 };
  } catch (error) {
    await rm(path, { force: true });
    throw toFileError(name, error);
  } finally {
    await rm(part, { force: true });
  }
}

/** The same media at another place. */
export function withPath(media: Media, path: string): Media {
  if (media.source.type !== 'file') return media;
  return { ...media, source: { ...media.source, path: resolve(path), handleId: null } };
}
