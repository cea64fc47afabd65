import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeVideoTrack, VideoIndex } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { listClusters } from '../../../../src-shared/domain/matroska/clusters.ts';
import { openRegular } from '../../../../src-node/files/index.ts';
import type { TakeFolder } from '../folder.ts';

/** Of a file that leaves at once. */
const CHUNK_BYTES = 1 << 18;

/** The camera or screen of a take; `FILE_NOT_FOUND` where it has none of that id. */
export function requireVideoTrack({ path, document }: TakeFolder, trackId: string): TakeVideoTrack {
  const videoTrack = document.videoTracks.find(({ id }) => id === trackId);
  if (videoTrack) return videoTrack;
  throw failWith('FILE_NOT_FOUND', 'noVideoThere', { values: { path, trackId } });
}

/** Where the frames of a track lie in its file, by time, so that a player can ask for them. */
export async function readVideoIndex(folder: TakeFolder, trackId: string): Promise<VideoIndex> {
  const videoTrack = requireVideoTrack(folder, trackId);
  const path = join(folder.path, videoTrack.file);
  const file = await openRegular(folder.path, videoTrack.file);
  try {
    const index = await listClusters(readerOf(file), (await file.stat()).size);
    if (!index || (index.clusters.length === 0 && videoTrack.framesWritten > 0))
      throw failWith('FILE_UNREADABLE', 'videoDamaged', { values: { path } });
    return {
      codecPrivate: index.codecPrivate ? Buffer.from(index.codecPrivate).toString('base64') : null,
      track: 1,
      clusters: index.clusters.map(({ at, atMs, lengthBytes }) => ({ atMs, fromByte: at, lengthBytes })),
    };
  } finally {
    await file.close();
  }
}

/** Bytes of a track's file from a place; fewer than asked for at its end. */
export async function* readVideoBytes(
  folder: TakeFolder,
  trackId: string,
  fromByte: number,
  lengthBytes: number,
): AsyncGenerator<Uint8Array> {
  const file = await openRegular(folder.path, requireVideoTrack(folder, trackId).file);
  try {
    const read = readerOf(file);
    for (let done = 0; done < lengthBytes;) {
      const piece = await read(fromByte + done, Math.min(CHUNK_BYTES, lengthBytes - done));
      if (piece.length === 0) return;
      yield piece;
      done += piece.length;
    }
  } finally {
    await file.close();
  }
}

export function readerOf(file: FileHandle) {
  return async (at: number, length: number): Promise<Uint8Array> => {
    const piece = Buffer.alloc(length);
    const { bytesRead } = await file.read(piece, 0, length, at);
    return piece.subarray(0, bytesRead);
  };
}
