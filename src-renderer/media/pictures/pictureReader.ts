import type { PictureCodec } from '../../../src-shared/contract/takePictures.ts';
import { readCluster } from '../../../src-shared/domain/matroska/clusters.ts';
import type { PictureFrame } from '../../../src-shared/domain/matroska/writer.ts';

/** The pictures of one camera or screen of a recording, encoded, wherever they lie. */
interface EncodedPictures {
  codec: PictureCodec;
  codecPrivate: Uint8Array | null;
  width: number;
  height: number;
  /** Their number in the file. */
  track: number;
  /** In the order of their times; each begins with a key picture, or follows one that does. */
  clusters: readonly { atMs: number; fromByte: number; lengthBytes: number }[];
  /** Behind the last picture. */
  endMs: number;
  read(fromByte: number, lengthBytes: number): Promise<Uint8Array>;
}

/** What is to be seen at a moment; a frame is the reader's and good until it is asked again. */
export type SeenPicture = { kind: 'frame'; frame: VideoFrame } | { kind: 'waiting' } | { kind: 'nothing' };

export interface PictureReader {
  /** Hears when there may be something else to be seen. */
  subscribe: (listener: () => void) => () => void;
  /** The picture of a moment, in milliseconds of the recording; decodes on from there. */
  at(ms: number): SeenPicture;
  /** Why nothing more can be seen; null where all is well. */
  problem: () => string | null;
  dispose(): void;
}

/** Pictures that are decoded ahead: a fifth of a second, and few enough for a decoder with a small store. */
const AHEAD = 6;
const MOST_IN_DECODER = 4;
/** Further ahead than this a jump is quicker than decoding what lies between. */
const JUMP_MS = 2500;
const MOST_JUMP_MS = 1500;
/** Before its first picture and behind its last one a track shows that one for so long. */
const EDGE_MS = 1000;

/** Decodes pictures from any place on, a few at a time: memory stays the same for hours as for a minute. */
export function createPictureReader(pictures: EncodedPictures): PictureReader {
  const { clusters } = pictures;
  const listeners = new Set<() => void>();
  const firstMs = clusters[0]?.atMs ?? 0;
  let decoder: VideoDecoder | null = null;
  /** Decoded, by time; the first may be shown now. */
  let frames: VideoFrame[] = [];
  let queue: PictureFrame[] = [];
  let nextCluster = 0;
  /** Where decoding began and how far it was fed. */
  let fromMs = Infinity;
  let fedMs = -Infinity;
  let targetMs = 0;
  let isFetching = false;
  /** Nothing was fed since the last jump: a key picture is needed. */
  let isFresh = true;
  let isFlushed = false;
  /** Raised by every jump: what was fetched for the place before is not wanted any more. */
  let run = 0;
  /** When the last jump was, until the pictures there are decoded: those on the way to them are not shown. */
  let jumpedAtMs: number | null = null;
  let failure: string | null = null;
  let isDisposed = false;

  const tell = () => listeners.forEach((listener) => listener());
  const fail = (error: unknown) => {
    if (isDisposed) return;
    failure = error instanceof Error ? error.message : String(error);
    closeFrames();
    tell();
  };
  const closeFrames = () => {
    frames.forEach((frame) => frame.close());
    frames = [];
  };
  /** Of those whose time has come, the last alone is kept. */
  const prune = () => {
    while (frames[1] && timeOf(frames[1]) <= targetMs) frames.shift()?.close();
  };

  function openDecoder(): VideoDecoder {
    const opened = new VideoDecoder({
      output(frame) {
        if (isDisposed || decoder !== opened) return frame.close();
        frames.push(frame);
        if (timeOf(frame) > targetMs) jumpedAtMs = null;
        prune();
        tell();
        pump();
      },
      error: fail,
    });
    opened.addEventListener('dequeue', pump);
    return opened;
  }

  function jump(ms: number) {
    run += 1;
    jumpedAtMs = performance.now();
    closeFrames();
    queue = [];
    isFetching = false;
    isFlushed = false;
    isFresh = true;
    nextCluster = clusterAt(clusters, ms);
    fromMs = clusters[nextCluster]?.atMs ?? 0;
    fedMs = fromMs;
    try {
      if (decoder?.state === 'configured') decoder.reset();
      decoder ??= openDecoder();
      decoder.configure(pictureConfigOf(pictures));
    } catch (error) {
      fail(error);
    }
  }

  function fetchNext() {
    const cluster = clusters[nextCluster];
    if (!cluster) return;
    const of = run;
    isFetching = true;
    pictures
      .read(cluster.fromByte, cluster.lengthBytes)
      .then((bytes) => readCluster(bytes, pictures.track))
      .then((found) => {
        if (isDisposed || of !== run) return;
        isFetching = false;
        // Nothing can be decoded from here: what it refers to lies before it.
        if (isFresh && found[0]?.isKey === false && nextCluster > 0) {
          nextCluster -= 1;
          fromMs = fedMs = clusters[nextCluster]?.atMs ?? 0;
        } else {
          nextCluster += 1;
          isFresh &&= found.length === 0;
          queue = found;
        }
        pump();
      })
      .catch((error: unknown) => {
        if (of === run) fail(error);
      });
  }

  function pump() {
    while (!isDisposed && failure === null && decoder?.state === 'configured') {
      if (frames.filter((frame) => timeOf(frame) > targetMs).length >= AHEAD) return;
      if (decoder.decodeQueueSize >= MOST_IN_DECODER) return;
      const next = queue.shift();
      if (next) {
        const { atMs, isKey, bytes } = next;
        fedMs = Math.max(fedMs, atMs);
        try {
          const type = isKey ? 'key' : 'delta';
          decoder.decode(new EncodedVideoChunk({ type, timestamp: atMs * 1000, data: bytes }));
        } catch (error) {
          return fail(error);
        }
        continue;
      }
      if (isFetching || isFlushed) return;
      if (nextCluster < clusters.length) return fetchNext();
      isFlushed = true;
      const of = run;
      decoder.flush().then(
        () => {
          if (of !== run) return;
          jumpedAtMs = null;
          tell();
        },
        (error: unknown) => {
          if (of === run) fail(error);
        },
      );
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    at(ms) {
      if (
        failure !== null ||
        clusters.length === 0 ||
        ms < firstMs - EDGE_MS ||
        ms > pictures.endMs + EDGE_MS
      ) {
        return { kind: 'nothing' };
      }
      targetMs = Math.max(firstMs, ms);
      const kept = frames[0] ? timeOf(frames[0]) : fromMs;
      const isBehind = targetMs < Math.min(kept, fedMs) || targetMs < fromMs;
      if (isBehind || (targetMs > fedMs + JUMP_MS && clusterAt(clusters, targetMs) >= nextCluster)) {
        jump(targetMs);
      }
      prune();
      pump();
      const [frame] = frames;
      // A machine that never comes up with the sound shows what it has.
      if (jumpedAtMs !== null && performance.now() - jumpedAtMs < MOST_JUMP_MS) return { kind: 'waiting' };
      return frame && timeOf(frame) <= targetMs ? { kind: 'frame', frame } : { kind: 'waiting' };
    },
    problem: () => failure,
    dispose() {
      isDisposed = true;
      closeFrames();
      listeners.clear();
      if (decoder && decoder.state !== 'closed') decoder.close();
    },
  };
}

const timeOf = (frame: VideoFrame) => frame.timestamp / 1000;

/** The last one that begins at or before a moment, or the first. */
function clusterAt(clusters: EncodedPictures['clusters'], ms: number): number {
  let [low, high] = [0, clusters.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((clusters[middle]?.atMs ?? Infinity) <= ms) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** What a decoder is told of pictures. */
export function pictureConfigOf({
  codec,
  codecPrivate,
  width,
  height,
}: Pick<EncodedPictures, 'codec' | 'codecPrivate' | 'width' | 'height'>): VideoDecoderConfig {
  const size = { codedWidth: width, codedHeight: height, optimizeForLatency: true };
  if (codec === 'vp8') return { codec, ...size };
  if (codec === 'vp9') return { codec: 'vp09.00.41.08', ...size };
  // The profile and level stand behind the version (ISO/IEC 14496-15, AVCDecoderConfigurationRecord).
  const profile = [...(codecPrivate?.subarray(1, 4) ?? [])].map((byte) => byte.toString(16).padStart(2, '0'));
  return {
    codec: `avc1.${profile.join('')}`,
    ...size,
    ...(codecPrivate ? { description: codecPrivate } : {}),
  };
}
