import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { videoDocumentSchema, type VideoDocument } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { toStored } from '../../../../src-shared/domain/storedNames.ts';
import { VIDEO_DOCUMENT_NAME } from '../../../../src-shared/domain/takeFiles.ts';
import { moveDurably, readRegularText, toFileError, writeAll } from '../../../../src-node/files/index.ts';
import { parseDocument } from '../parseDocument.ts';

/** Room that is let go of when the take ends: on a full disk its last words still have a place. */
export const VIDEO_RESERVE_NAME = 'pictures.reserve';
const RESERVE_BYTES = 1 << 20;
/** Above what the most parts need, each with the longest names and the longest reason for its end. */
const MOST_BYTES = 8 << 20;

/** The cameras and screens of a take; null where it has none. */
export async function readVideoDocument(folder: string): Promise<VideoDocument | null> {
  const text = readRegularText(folder, VIDEO_DOCUMENT_NAME, { mostBytes: MOST_BYTES });
  return text === null ? null : parseDocument(join(folder, VIDEO_DOCUMENT_NAME), text, videoDocumentSchema);
}

/** Replaces it, so that whatever happens one of the two is there, whole; the event loop does not wait for the disk. */
export async function writeVideoDocument(folder: string, document: VideoDocument): Promise<void> {
  await replace(join(folder, VIDEO_DOCUMENT_NAME), `${JSON.stringify(toStored(document))}\n`);
}

export async function makeReserve(folder: string): Promise<void> {
  const file = await open(join(folder, VIDEO_RESERVE_NAME), 'wx', 0o600);
  try {
    await writeAll(file, Buffer.alloc(RESERVE_BYTES), 0);
  } finally {
    await file.close();
  }
}

export async function dropReserve(folder: string): Promise<void> {
  await rm(join(folder, VIDEO_RESERVE_NAME), { force: true });
}

async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  // A new file in any case: what somebody laid there, e.g. a link to elsewhere, is not written into.
  await rm(temporary, { force: true });
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await writeAll(file, Buffer.from(text), 0);
    } finally {
      await file.close();
    }
    await moveDurably(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw toFileError(path, error);
  }
}
