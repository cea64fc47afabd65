import type { MatroskaFrame } from '../../../src-shared/domain/matroska/writer.ts';
import { ClusterFeed, type EncodedVideo } from './clusterFeed.ts';
import { DecodedFrames, timeOf } from './decodedFrames.ts';

/** What is to be seen at a moment; a frame is the reader's and good until it is asked again. */
export type SeenFrame = { kind: 'frame'; frame: VideoFrame } | { kind: 'waiting' } | { kind: 'nothing' };

export interface VideoReader {
  /** Hears when there may be something else to be seen. */
  subscribe: (listener: () => void) => () => void;
  /** The frame of a moment, in milliseconds of the recording; decodes on from there. */
  at(ms: number): SeenFrame;
  /** Why nothing more can be seen; null where all is well. */
  problem: () => string | null;
  dispose(): void;
}

/** Frames that are decoded ahead: a fifth of a second, and few enough for a decoder with a small store. */
const AHEAD = 6;
const MOST_IN_DECODER = 4;
const MOST_JUMP_MS = 1500;
/** Before its first frame and behind its last one a track shows that one for so long. */
const EDGE_MS = 1000;

/** Decodes frames from any place on, a few at a time: memory stays the same for hours as for a minute. */
export function createVideoReader(video: EncodedVideo): VideoReader {
  return new DecodingReader(video);
}

class DecodingReader implements VideoReader {
  readonly #video: EncodedVideo;
  readonly #feed: ClusterFeed;
  readonly #frames = new DecodedFrames();
  readonly #listeners = new Set<() => void>();
  #decoder: VideoDecoder | null = null;
  #targetMs = 0;
  #isFlushed = false;
  /** Raised by every jump. */
  #run = 0;
  /** When the last jump was, until the frames there are decoded: those on the way to them are not shown. */
  #jumpedAtMs: number | null = null;
  #failure: string | null = null;
  #isDisposed = false;

  constructor(video: EncodedVideo) {
    this.#video = video;
    this.#feed = new ClusterFeed({
      video,
      onRead: () => this.#pump(),
      onFailed: (error) => this.#fail(error),
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly problem = () => this.#failure;

  at(ms: number): SeenFrame {
    const firstMs = this.#video.clusters[0]?.atMs;
    if (this.#failure !== null || firstMs === undefined) return { kind: 'nothing' };
    if (ms < firstMs - EDGE_MS || ms > this.#video.endMs + EDGE_MS) return { kind: 'nothing' };
    this.#targetMs = Math.max(firstMs, ms);
    const kept = this.#frames.first;
    if (this.#feed.isFarFrom(this.#targetMs, kept && timeOf(kept))) this.#jump(this.#targetMs);
    this.#frames.prune(this.#targetMs);
    this.#pump();
    const frame = this.#frames.first;
    // A machine that never comes up with the sound shows what it has.
    if (this.#jumpedAtMs !== null && performance.now() - this.#jumpedAtMs < MOST_JUMP_MS)
      return { kind: 'waiting' };
    return frame && timeOf(frame) <= this.#targetMs ? { kind: 'frame', frame } : { kind: 'waiting' };
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#feed.stop();
    this.#frames.close();
    this.#listeners.clear();
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
  }

  #jump(ms: number): void {
    this.#run += 1;
    this.#jumpedAtMs = performance.now();
    this.#isFlushed = false;
    this.#frames.close();
    this.#feed.jump(ms);
    try {
      if (this.#decoder?.state === 'configured') this.#decoder.reset();
      this.#decoder ??= this.#openDecoder();
      this.#decoder.configure(decoderConfigOf(this.#video));
    } catch (error) {
      this.#fail(error);
    }
  }

  #openDecoder(): VideoDecoder {
    const decoder = new VideoDecoder({
      output: (frame) => {
        if (this.#isDisposed) return frame.close();
        this.#frames.add(frame);
        if (timeOf(frame) > this.#targetMs) this.#jumpedAtMs = null;
        this.#frames.prune(this.#targetMs);
        this.#notify();
        this.#pump();
      },
      error: (error) => this.#fail(error),
    });
    decoder.addEventListener('dequeue', () => this.#pump());
    return decoder;
  }

  /** Feeds the decoder as far as it should be ahead. */
  #pump(): void {
    while (!this.#isDisposed && this.#failure === null && this.#decoder?.state === 'configured') {
      if (this.#frames.countAfter(this.#targetMs) >= AHEAD) return;
      if (this.#decoder.decodeQueueSize >= MOST_IN_DECODER) return;
      const next = this.#feed.take();
      if (next === 'reading') return;
      if (next === 'end') return this.#flush(this.#decoder);
      this.#decode(this.#decoder, next);
    }
  }

  #decode(decoder: VideoDecoder, { atMs, isKey, bytes }: MatroskaFrame): void {
    try {
      const type = isKey ? 'key' : 'delta';
      decoder.decode(new EncodedVideoChunk({ type, timestamp: atMs * 1000, data: bytes }));
    } catch (error) {
      this.#fail(error);
    }
  }

  #flush(decoder: VideoDecoder): void {
    if (this.#isFlushed) return;
    this.#isFlushed = true;
    const run = this.#run;
    decoder.flush().then(
      () => {
        if (run !== this.#run) return;
        this.#jumpedAtMs = null;
        this.#notify();
      },
      (error: unknown) => {
        if (run === this.#run) this.#fail(error);
      },
    );
  }

  #fail(error: unknown): void {
    if (this.#isDisposed) return;
    this.#failure = error instanceof Error ? error.message : String(error);
    this.#frames.close();
    this.#notify();
  }

  #notify(): void {
    this.#listeners.forEach((listener) => listener());
  }
}

/** The configuration of a video decoder. */
export function decoderConfigOf({
  codec,
  codecPrivate,
  width,
  height,
}: Pick<EncodedVideo, 'codec' | 'codecPrivate' | 'width' | 'height'>): VideoDecoderConfig {
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
