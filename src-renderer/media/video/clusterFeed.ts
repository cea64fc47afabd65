import type { VideoCodec } from '../../../src-shared/contract/takeVideoTracks.ts';
import { readCluster } from '../../../src-shared/domain/matroska/clusters.ts';
import type { MatroskaFrame } from '../../../src-shared/domain/matroska/writer.ts';

/** The video of one camera or screen of a recording, encoded, wherever it lies. */
export interface EncodedVideo {
  codec: VideoCodec;
  codecPrivate: Uint8Array | null;
  width: number;
  height: number;
  /** Their number in the file. */
  track: number;
  /** In the order of their times; each begins with a key frame, or follows one that does. */
  clusters: readonly { atMs: number; fromByte: number; lengthBytes: number }[];
  /** Behind the last frame. */
  endMs: number;
  read(fromByte: number, lengthBytes: number): Promise<Uint8Array>;
}

/** Further ahead than this a jump is quicker than decoding what lies between. */
const JUMP_MS = 2500;

export interface ClusterFeedOptions {
  video: EncodedVideo;
  /** There is something to take again. */
  onRead(): void;
  onFailed(error: unknown): void;
}

/** Encoded frames from any place on, read a cluster at a time. */
export class ClusterFeed {
  readonly #options: ClusterFeedOptions;
  #queue: MatroskaFrame[] = [];
  #nextCluster = 0;
  /** Where reading began and how far frames were taken. */
  #fromMs = Infinity;
  #fedMs = -Infinity;
  #isFetching = false;
  /** Nothing was taken since the last jump: a key frame is needed. */
  #isFresh = true;
  /** Raised by every jump: what was fetched for the place before is not wanted any more. */
  #run = 0;

  constructor(options: ClusterFeedOptions) {
    this.#options = options;
  }

  /** Whether a moment is reached only by a jump; `shownMs` is the frame that is kept, if one is. */
  isFarFrom(ms: number, shownMs: number | undefined): boolean {
    const isBehind = ms < Math.min(shownMs ?? this.#fromMs, this.#fedMs) || ms < this.#fromMs;
    return isBehind || (ms > this.#fedMs + JUMP_MS && this.#clusterAt(ms) >= this.#nextCluster);
  }

  jump(ms: number): void {
    this.stop();
    this.#isFresh = true;
    this.#goTo(this.#clusterAt(ms));
  }

  /** Nothing that is on its way is wanted any more. */
  stop(): void {
    this.#run += 1;
    this.#queue = [];
    this.#isFetching = false;
  }

  /** The next frame. Where it has to be read first, `onRead` says when it is there. */
  take(): MatroskaFrame | 'reading' | 'end' {
    const next = this.#queue.shift();
    if (next) {
      this.#fedMs = Math.max(this.#fedMs, next.atMs);
      return next;
    }
    if (this.#isFetching) return 'reading';
    const cluster = this.#options.video.clusters[this.#nextCluster];
    if (!cluster) return 'end';
    this.#fetch(cluster);
    return 'reading';
  }

  #fetch({ fromByte, lengthBytes }: EncodedVideo['clusters'][number]): void {
    const { video } = this.#options;
    const run = this.#run;
    this.#isFetching = true;
    video
      .read(fromByte, lengthBytes)
      .then((bytes) => readCluster(bytes, video.track))
      .then((found) => {
        if (run !== this.#run) return;
        this.#isFetching = false;
        this.#adopt(found);
        this.#options.onRead();
      })
      .catch((error: unknown) => {
        if (run === this.#run) this.#options.onFailed(error);
      });
  }

  #adopt(found: MatroskaFrame[]): void {
    // Nothing can be decoded from here: what it refers to lies before it.
    if (this.#isFresh && found[0]?.isKey === false && this.#nextCluster > 0) {
      this.#goTo(this.#nextCluster - 1);
      return;
    }
    this.#nextCluster += 1;
    this.#isFresh &&= found.length === 0;
    this.#queue = found;
  }

  #goTo(cluster: number): void {
    this.#nextCluster = cluster;
    this.#fromMs = this.#options.video.clusters[cluster]?.atMs ?? 0;
    this.#fedMs = this.#fromMs;
  }

  /** The last one that begins at or before a moment, or the first. */
  #clusterAt(ms: number): number {
    const { clusters } = this.#options.video;
    let [low, high] = [0, clusters.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((clusters[middle]?.atMs ?? Infinity) <= ms) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}
