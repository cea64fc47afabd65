import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { TakePicture } from '../../../src-shared/contract/takePictures.ts';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';
import { createPictureReader, type PictureReader } from '../../media/pictures/pictureReader.ts';
import type { PlatformClient } from '../../platform/index.ts';
import { joinChunks } from './joinChunks.ts';

/** A camera or screen of an opened recording. */
export interface OpenedPicture {
  picture: TakePicture;
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
    pictures
      .filter(({ framesWritten }) => framesWritten > 0)
      .map(async (picture): Promise<OpenedPicture> => {
        try {
          return { picture, reader: await openReader(client, id, picture, sampleRate), problem: null };
        } catch (error) {
          return { picture, reader: null, problem: error instanceof Error ? error.message : String(error) };
        }
      }),
  );
}

/** Where a picture track ends in the recording, in seconds. */
export function endOfPictureSec({ startFrame, durationSec }: TakePicture, sampleRate: number): number {
  return (startFrame ?? 0) / sampleRate + durationSec;
}

async function openReader(
  client: PlatformClient,
  id: string,
  picture: TakePicture,
  sampleRate: number,
): Promise<PictureReader> {
  const { codec, width, height, id: trackId } = picture;
  const { codecPrivate, clusters } = unwrap(await client.call('takes.readPictureIndex', { id, trackId }));
  return createPictureReader({
    ...{ codec, width, height, clusters },
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
