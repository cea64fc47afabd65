import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import { groupParts } from '../../../src-shared/domain/videoParts.ts';
import type { TakeDocument } from '../../../src-shared/contract/takes.ts';
import { createVideoReader, type VideoReader } from '../../media/video/videoReader.ts';
import { joinVideoReaders } from '../../media/video/joinVideoReaders.ts';
import type { PlatformClient } from '../../platform/index.ts';
import { joinChunks } from '../../lib/joinChunks.ts';

/** A camera or screen of an opened recording, of however many parts. */
export interface OpenedVideo {
  /** The first of its parts. */
  track: TakeVideoTrack;
  /** Where the last of them ends, in seconds of the recording. */
  endSec: number;
  /** null where its video cannot be shown, with the reason. */
  reader: VideoReader | null;
  problem: string | null;
}

/** Makes the cameras and screens of a recording ready to be seen; each on its own, so that one lost file is no reason for none. */
export async function openVideo(
  client: PlatformClient,
  id: string,
  { videoTracks, sampleRate }: TakeDocument,
): Promise<OpenedVideo[]> {
  return Promise.all(
    groupParts(videoTracks.filter(({ framesWritten }) => framesWritten > 0)).map(
      async (parts): Promise<OpenedVideo> => {
        const [track] = parts;
        const endSec = Math.max(...parts.map((part) => endOfVideoSec(part, sampleRate)));
        const opened = await Promise.all(parts.map((part) => openPart(client, id, part, sampleRate)));
        const readers = opened.filter((part) => typeof part !== 'string');
        const problem = opened.find((part) => typeof part === 'string') ?? null;
        // A part that cannot be shown is no reason not to show the others.
        if (readers.length === 0) return { track, endSec, reader: null, problem };
        return { track, endSec, reader: joinVideoReaders(readers), problem };
      },
    ),
  );
}

/** Why it cannot be shown, where that is so. */
async function openPart(client: PlatformClient, id: string, part: TakeVideoTrack, sampleRate: number) {
  try {
    const startMs = ((part.startFrame ?? 0) / sampleRate) * 1000;
    const endMs = endOfVideoSec(part, sampleRate) * 1000;
    return { startMs, endMs, reader: await openReader(client, id, part, sampleRate) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Where a video track ends in the recording, in seconds. */
function endOfVideoSec({ startFrame, durationSec }: TakeVideoTrack, sampleRate: number): number {
  return (startFrame ?? 0) / sampleRate + durationSec;
}

async function openReader(
  client: PlatformClient,
  id: string,
  video: TakeVideoTrack,
  sampleRate: number,
): Promise<VideoReader> {
  const { codec, width, height, id: trackId } = video;
  const index = unwrap(await client.call('takes.readVideoIndex', { id, trackId }));
  const { codecPrivate, clusters, track } = index;
  return createVideoReader({
    codec,
    width,
    height,
    track,
    clusters,
    codecPrivate: codecPrivate === null ? null : bytesOf(codecPrivate),
    endMs: endOfVideoSec(video, sampleRate) * 1000,
    async read(fromByte, lengthBytes) {
      const chunks: Uint8Array[] = [];
      const part = { id, trackId, fromByte, lengthBytes };
      await client.open('takes.readVideo', part, (bytes) => chunks.push(bytes)).done;
      return joinChunks(chunks);
    },
  });
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
