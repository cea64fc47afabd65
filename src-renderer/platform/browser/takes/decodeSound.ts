import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { readCluster } from '../../../../src-shared/domain/matroska/clusters.ts';
import { OPUS_RATE_HZ, opusFrames } from '../../../../src-shared/domain/opus.ts';
import { interleavedOf } from '../../../media/clean/sound.ts';
import { PacketPlaces, type ScannedSound } from './scanTake.ts';

/** Decoded sound at its place in the take. */
export interface DecodedPiece {
  atFrame: number;
  frames: number;
  interleaved: Float32Array;
}

/** Decoded before the place that is wanted (RFC 7845, section 4.6), twice over. */
export const PRE_ROLL_FRAMES = 2 * 3840;
const MOST_IN_DECODER = 64;

/**
 * The sound of a file from a frame of the take on, or up to one, by the browser's own decoder; pieces before `fromFrame` are
 * left out. Memory stays the same for hours as for a minute.
 */
export async function* decodeSound(
  file: Blob,
  { clusters, channels, track, preSkip }: ScannedSound,
  {
    fromFrame = 0,
    toFrame = Infinity,
    signal,
  }: { fromFrame?: number; toFrame?: number; signal?: AbortSignal },
): AsyncGenerator<DecodedPiece> {
  const decoder = openDecoder(channels);
  const startFrame = fromFrame - PRE_ROLL_FRAMES;
  const first = clusters.findLastIndex(({ atFrame }) => atFrame <= startFrame);
  try {
    for (const { fromByte, lengthBytes, atFrame } of clusters.slice(Math.max(0, first))) {
      if (atFrame >= toFrame) break;
      const bytes = new Uint8Array(await file.slice(fromByte, fromByte + lengthBytes).arrayBuffer());
      const places = new PacketPlaces(preSkip, atFrame);
      for (const packet of await readCluster(bytes, track)) {
        const place = places.next(packet.atMs, opusFrames(packet.bytes));
        if (place.atFrame < startFrame || place.atFrame >= toFrame) continue;
        decoder.feed(place.atFrame, packet.bytes);
        await decoder.hasRoom();
        if (signal?.aborted) throw failWith('CANCELLED', 'cancelled');
      }
      for (const piece of decoder.take()) if (piece.atFrame + piece.frames > fromFrame) yield piece;
    }
    await decoder.flush();
    for (const piece of decoder.take()) if (piece.atFrame + piece.frames > fromFrame) yield piece;
  } finally {
    decoder.close();
  }
}

/** Packets that follow each other without a gap, as they are decoded: what comes before the sound itself is among it. */
export async function* decodePackets(
  packets: readonly Uint8Array[],
  channels: number,
  signal: AbortSignal,
): AsyncGenerator<DecodedPiece> {
  const decoder = openDecoder(channels);
  let atFrame = 0;
  try {
    for (const packet of packets) {
      decoder.feed(atFrame, packet);
      atFrame += opusFrames(packet);
      await decoder.hasRoom();
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      yield* decoder.take();
    }
    await decoder.flush();
    yield* decoder.take();
  } finally {
    decoder.close();
  }
}

function openDecoder(channels: number) {
  const decoded: DecodedPiece[] = [];
  /** Of what was fed and is not decoded yet: each packet gives one piece. */
  const places: number[] = [];
  let failure: Error | null = null;
  let wake: (() => void) | null = null;
  const decoder = new AudioDecoder({
    output(data) {
      const frames = data.numberOfFrames;
      const planes = Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(frames);
        data.copyTo(plane, { planeIndex, format: 'f32-planar' });
        return plane;
      });
      data.close();
      decoded.push({ atFrame: places.shift() ?? 0, frames, interleaved: interleavedOf(planes, frames) });
    },
    error(error) {
      failure = error;
      wake?.();
    },
  });
  decoder.addEventListener('dequeue', () => wake?.());
  // Without the file's own head: what it says is to be left out would be left out at every place that is begun with.
  decoder.configure({ codec: 'opus', sampleRate: OPUS_RATE_HZ, numberOfChannels: channels });
  const check = () => {
    if (failure)
      throw failWith('FILE_UNREADABLE', 'soundNotDecoded', { values: { reason: failure.message } });
  };
  return {
    feed(atFrame: number, data: Uint8Array): void {
      check();
      places.push(atFrame);
      const timestamp = Math.round((atFrame / OPUS_RATE_HZ) * 1e6);
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data }));
    },
    async hasRoom(): Promise<void> {
      while (!failure && decoder.decodeQueueSize > MOST_IN_DECODER) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
      check();
    },
    async flush(): Promise<void> {
      check();
      await decoder.flush().catch(() => undefined);
      check();
    },
    take: () => decoded.splice(0),
    close(): void {
      if (decoder.state !== 'closed') decoder.close();
    },
  };
}

/** A stretch of the take, with silence where there is nothing. Interleaved. */
export async function readStretch(
  file: Blob,
  sound: ScannedSound,
  { fromFrame, frames, signal }: { fromFrame: number; frames: number; signal: AbortSignal },
): Promise<Float32Array> {
  const { channels } = sound;
  const samples = new Float32Array(frames * channels);
  const toFrame = fromFrame + frames;
  for await (const piece of decodeSound(file, sound, { fromFrame, toFrame, signal })) {
    const skipped = Math.max(0, fromFrame - piece.atFrame);
    const wanted = Math.min(piece.frames, toFrame - piece.atFrame);
    if (wanted <= skipped) continue;
    const at = (piece.atFrame + skipped - fromFrame) * channels;
    samples.set(piece.interleaved.subarray(skipped * channels, wanted * channels), at);
  }
  return samples;
}
