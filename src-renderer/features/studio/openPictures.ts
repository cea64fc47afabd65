import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { TakePicture } from '../../../src-shared/contract/takePictures.ts';
import { groupParts } from '../../../src-shared/domain/pictureParts.ts';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';
import { createPictureReader, type PictureReader } from '../../media/pictures/pictureReader.ts';
import { joinPictureReaders } from '../../media/pictures/joinPictureReaders.ts';
import type { PlatformClient } from '../../platform/index.ts';
import { joinChunks } from './joinChunks.ts';

/** A camera or screen of an opened recording, of however many parts. */
export interface OpenedPicture {
  /** The first of its parts. */
  picture: TakePicture;
  /** Where the last of them ends, in seconds of the recording. */
  endSec: number;
  /** null where its pictures cannot be shown, with the reason. */
  reader: PictureReader | null;
  problem: string | null;
}

/** Makes the cameras and screens of a recording ready to be seen; each by itself, so that one lost file is no reason for none. */
export async function openPictures(
  client: PlatformClient,
  id: string,
  { pictures, sampleRate }: TakeDocument,
): Promise<OpenedPicture[]> {
  return Promise.all(
    groupParts(pictures.filter(({ framesWritten }) => framesWritten > 0)).map(
      async (parts): Promise<OpenedPicture> => {
        const [picture] = parts;
        const endSec = Math.max(...parts.map((part) => endOfPictureSec(part, sampleRate)));
        const opened = await Promise.all(parts.map((part) => openPart(client, id, part, sampleRate)));
        const readers = opened.filter((part) => typeof part !== 'string');
        const problem = opened.find((part) => typeof part === 'string') ?? null;
        // A part that cannot be shown is no reason not to show the others.
        if (readers.length === 0) return { picture, endSec, reader: null, problem };
        return { picture, endSec, reader: joinPictureReaders(readers), problem };
      },
    ),
  );
}

/** Why it cannot be shown, where that is so. */
async function openPart(client: PlatformClient, id: string, part: TakePicture, sampleRate: number) {
  try {
    const startMs = ((part.startFrame ?? 0) / sampleRate) * 1000;
    const endMs = endOfPictureSec(part, sampleRate) * 1000;
    return { startMs, endMs, reader: await openReader(client, id, part, sampleRate) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Where a picture track ends in the recording, in seconds. */
function endOfPictureSec({ startFrame, durationSec }: TakePicture, sampleRate: number): number {
  return (startFrame ?? 0) / sampleRate + durationSec;
}

async function openReader(
  client: PlatformClient,
  id: string,
  picture: TakePicture,
  sampleRate: number,
): Promise<PictureReader> {
  const { codec, width, height, id: trackId } = picture;
  const index = unwrap(await client.call('takes.readPictureIndex', { id, trackId }));
  const { codecPrivate, clusters, track } = index;
  return createPictureReader({
    codec,
    width,
    height,
    track,
    clusters,
    codecPrivate: codecPrivate === null ? null : bytesOf(codecPrivate),
    endMs: endOfPictureSec(picture, sampleRate) * 1000,
    async read(fromByte, lengthBytes) {
      const chunks: Uint8Array[] = [];
      const part = { id, trackId, fromByte, lengthBytes };
      await client.open('takes.readPictures', part, (bytes) => chunks.push(bytes)).done;
      return joinChunks(chunks);
    },
  });
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
