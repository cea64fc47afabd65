import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { Block } from '../../../../../src-shared/domain/matroska/writer.ts';
import { chooseEncoder, type ChosenEncoder } from '../../../../media/video/codecs.ts';
import { decoderConfigOf } from '../../../../media/video/videoReader.ts';
import { readCluster } from '../../../../../src-shared/domain/matroska/clusters.ts';
import type { ScannedVideo } from '../scanTake.ts';

/** Times of the recording. */
interface VideoPart {
  fromMs: number;
  toMs: number;
  fps: number;
}

const KEY_EVERY_MS = 1000;
const MOST_QUEUED = 8;
/** Encoded once more: with more bits than the recording has, so that it does not look worse. */
const MORE_BITS = 2;
const LEAST_BITS_PER_SECOND = 2_000_000;

/** How a video is encoded again. Throws `FORMAT_UNSUPPORTED` where this browser cannot. */
export async function encoderFor(
  { width, height, codec, startMs, endMs }: ScannedVideo,
  fps: number,
  sizeBytes: number,
): Promise<ChosenEncoder> {
  const recorded = (8 * sizeBytes) / Math.max(1, (endMs - startMs) / 1000);
  const bitsPerSecond = Math.round(Math.max(LEAST_BITS_PER_SECOND, MORE_BITS * recorded));
  const chosen =
    'VideoEncoder' in globalThis && 'VideoDecoder' in globalThis
      ? await chooseEncoder({ width, height, fps, bitsPerSecond, codec })
      : null;
  if (!chosen) throw failWith('FORMAT_UNSUPPORTED', 'browserCutsNoVideo');
  return { ...chosen, config: { ...chosen.config, latencyMode: 'quality' } };
}

/**
 * A part of a video, encoded again: its first frame is the one that was in sight then, and times are those of the part. A few frames
 * at a time. `onDescribed` hears before the first of them what a decoder has to know.
 */
export async function* cutVideo(
  file: Blob,
  video: ScannedVideo,
  { fromMs, toMs, fps }: VideoPart,
  config: VideoEncoderConfig,
  { signal, onDescribed }: { signal: AbortSignal; onDescribed: (codecPrivate: Uint8Array | null) => void },
): AsyncGenerator<Block[]> {
  const coder = openCoder(config, fps, onDescribed);
  let before: VideoFrame | null = null;
  const decoder = new VideoDecoder({
    output(frame) {
      const atMs = frame.timestamp / 1000;
      if (atMs <= fromMs) {
        before?.close();
        before = frame;
        return;
      }
      if (before) coder.encode(before, 0);
      before?.close();
      before = null;
      if (atMs < toMs) coder.encode(frame, atMs - fromMs);
      frame.close();
    },
    error: (error) => coder.fail(error),
  });
  try {
    decoder.configure(decoderConfigOf(video));
    for await (const { atMs, isKey, bytes } of framesUntil(file, video, fromMs, toMs)) {
      const type = isKey ? 'key' : 'delta';
      decoder.decode(new EncodedVideoChunk({ type, timestamp: Math.round(atMs * 1000), data: bytes }));
      while (decoder.decodeQueueSize + coder.queued() > MOST_QUEUED) await coder.moved(decoder);
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      yield coder.take();
    }
    await decoder.flush();
    // Nothing moved behind it.
    if (before) coder.encode(before, 0);
    await coder.flush();
    yield coder.take();
  } finally {
    (before as VideoFrame | null)?.close();
    if (decoder.state !== 'closed') decoder.close();
    coder.close();
  }
}

/** From the key frame before a moment on. */
async function* framesUntil(file: Blob, { clusters, track }: ScannedVideo, fromMs: number, toMs: number) {
  const first = clusters.findLastIndex(({ atMs }) => atMs <= fromMs);
  let hasKey = false;
  for (const { fromByte, lengthBytes, atMs } of clusters.slice(Math.max(0, first))) {
    if (atMs >= toMs) return;
    const bytes = new Uint8Array(await file.slice(fromByte, fromByte + lengthBytes).arrayBuffer());
    for (const frame of await readCluster(bytes, track)) {
      hasKey ||= frame.isKey;
      if (hasKey && frame.atMs < toMs) yield frame;
    }
  }
}

function openCoder(
  config: VideoEncoderConfig,
  fps: number,
  onDescribed: (codecPrivate: Uint8Array | null) => void,
) {
  const made: Block[] = [];
  let failure: Error | null = null;
  let keyAtMs = -Infinity;
  let isDescribed = false;
  let wake: (() => void) | null = null;
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      if (!isDescribed) onDescribed(bytesOf(metadata?.decoderConfig?.description));
      isDescribed = true;
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      made.push({ track: 1, atMs: chunk.timestamp / 1000, isKey: chunk.type === 'key', bytes });
    },
    error: (error) => fail(error),
  });
  const fail = (error: Error) => {
    failure ??= error;
    wake?.();
  };
  encoder.addEventListener('dequeue', () => wake?.());
  encoder.configure(config);
  const check = () => {
    if (failure) throw failWith('FILE_UNWRITABLE', 'videoNotCut', { values: { reason: failure.message } });
  };
  return {
    fail,
    queued: () => encoder.encodeQueueSize,
    encode(frame: VideoFrame, atMs: number): void {
      const placed = new VideoFrame(frame, {
        timestamp: Math.round(atMs * 1000),
        duration: Math.round(1e6 / fps),
      });
      const keyFrame = atMs - keyAtMs >= KEY_EVERY_MS;
      if (keyFrame) keyAtMs = atMs;
      if (encoder.state === 'configured') encoder.encode(placed, { keyFrame });
      placed.close();
    },
    /** Resolves when one of the two has taken something. */
    async moved(decoder: VideoDecoder): Promise<void> {
      check();
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      decoder.addEventListener('dequeue', () => resolve(), { once: true });
      await promise;
      check();
    },
    take(): Block[] {
      check();
      return made.splice(0);
    },
    async flush(): Promise<void> {
      check();
      await encoder.flush().catch(fail);
      check();
    },
    close(): void {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

function bytesOf(description: AllowSharedBufferSource | undefined): Uint8Array | null {
  if (!description) return null;
  return ArrayBuffer.isView(description)
    ? Uint8Array.from(new Uint8Array(description.buffer, description.byteOffset, description.byteLength))
    : Uint8Array.from(new Uint8Array(description));
}
