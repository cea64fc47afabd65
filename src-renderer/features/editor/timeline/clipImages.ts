import { mediaOf, secondsOf, type Clip, type Project } from '../../../../src-shared/domain/edit/document.ts';

const SOUND_RATE = 48_000;
/** A waveform is kept in parts of so many seconds, each at several levels of detail. */
const CHUNK_SEC = 32;
const POINTS_A_CHUNK = [64, 512, 3200] as const;
const THUMBNAIL_STEP_SEC = 1;
const MOST_THUMBNAILS = 600;
const MOST_CHUNKS = 2000;
const ASK_TOGETHER = 24;

export interface ClipImageHost {
  readPeaks(mediaId: string, fromSample: number, samples: number, parts: number): Promise<readonly number[]>;
  /** In the order of the times; null where there is none. */
  readThumbnails(
    mediaId: string,
    timesUs: readonly number[],
    height: number,
  ): Promise<(ImageBitmap | null)[]>;
}

/** Waveforms and thumbnails of clips: what is in sight is asked for, and drawn when it is there. */
export interface ClipImages {
  subscribe: (listener: () => void) => () => void;
  /** The loudest sample, 0 to 1, between two frames of a clip. */
  peak: (project: Project, clip: Clip, fromFrame: number, toFrame: number) => number;
  thumbnail: (project: Project, clip: Clip, offsetFrames: number, heightPx: number) => ImageBitmap | null;
  /** What a media begins with. */
  poster: (mediaId: string, heightPx: number) => ImageBitmap | null;
  dispose: () => void;
}

export function createClipImages(host: ClipImageHost): ClipImages {
  return new StoredImages(host);
}

class StoredImages implements ClipImages {
  readonly #host: ClipImageHost;
  readonly #listeners = new Set<() => void>();
  /** null: on its way. The oldest first. */
  readonly #peaks = new Map<string, readonly number[] | null>();
  readonly #thumbnails = new Map<string, ImageBitmap | null>();
  readonly #wanted = new Map<string, Set<number>>();
  #isAsking = false;
  #isDisposed = false;

  constructor(host: ClipImageHost) {
    this.#host = host;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  peak(project: Project, clip: Clip, fromFrame: number, toFrame: number): number {
    const media = mediaOf(project, clip);
    if (!media?.sound) return 0;
    const [from, to] = [sourceSec(project, clip, fromFrame), sourceSec(project, clip, toFrame)];
    const chunk = Math.floor(from / CHUNK_SEC);
    const level = POINTS_A_CHUNK.findIndex((points) => CHUNK_SEC / points <= to - from);
    const points = POINTS_A_CHUNK[level === -1 ? POINTS_A_CHUNK.length - 1 : level] ?? 64;
    const peaks = this.#chunk(media.id, chunk, points);
    if (!peaks) return 0;
    const at = (sec: number) => ((sec - chunk * CHUNK_SEC) / CHUNK_SEC) * points;
    let highest = 0;
    const end = Math.max(Math.floor(at(from)) + 1, Math.ceil(at(to)));
    for (let index = Math.floor(at(from)); index < end; index += 1)
      highest = Math.max(highest, peaks[index] ?? 0);
    return Math.min(1, highest);
  }

  thumbnail(project: Project, clip: Clip, offsetFrames: number, heightPx: number): ImageBitmap | null {
    const media = mediaOf(project, clip);
    if (!media) return null;
    const sec = media.kind === 'image' ? 0 : sourceSec(project, clip, offsetFrames);
    return this.#step(media.id, Math.max(0, Math.floor(sec / THUMBNAIL_STEP_SEC)), heightPx);
  }

  poster(mediaId: string, heightPx: number): ImageBitmap | null {
    return this.#step(mediaId, 0, heightPx);
  }

  #step(mediaId: string, step: number, heightPx: number): ImageBitmap | null {
    const found = this.#thumbnails.get(`${mediaId} ${step}`);
    if (found !== undefined) return found;
    this.#thumbnails.set(`${mediaId} ${step}`, null);
    const wanted = this.#wanted.get(mediaId) ?? new Set();
    this.#wanted.set(mediaId, wanted.add(step));
    void this.#askForThumbnails(heightPx);
    return null;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#thumbnails.forEach((image) => image?.close());
    this.#thumbnails.clear();
    this.#peaks.clear();
    this.#listeners.clear();
  }

  #chunk(mediaId: string, chunk: number, points: number): readonly number[] | null {
    const key = `${mediaId} ${chunk} ${points}`;
    const found = this.#peaks.get(key);
    if (found !== undefined) return found;
    forgetOldest(this.#peaks, MOST_CHUNKS);
    this.#peaks.set(key, null);
    const fromSample = chunk * CHUNK_SEC * SOUND_RATE;
    this.#host.readPeaks(mediaId, fromSample, CHUNK_SEC * SOUND_RATE, points).then(
      (peaks) => {
        this.#peaks.set(key, peaks);
        this.#notify();
      },
      // A lost waveform is no reason not to edit.
      () => this.#peaks.set(key, []),
    );
    return null;
  }

  /** One question at a time, of all that has come into sight meanwhile. */
  async #askForThumbnails(heightPx: number): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    // What is drawn together is asked for together.
    await Promise.resolve();
    while (!this.#isDisposed) {
      const [next] = this.#wanted;
      if (!next) break;
      const [mediaId, wanted] = next;
      const steps = [...wanted].slice(0, ASK_TOGETHER);
      steps.forEach((step) => wanted.delete(step));
      if (wanted.size === 0) this.#wanted.delete(mediaId);
      await this.#readThumbnails(mediaId, steps, heightPx);
    }
    this.#isAsking = false;
  }

  async #readThumbnails(mediaId: string, steps: readonly number[], heightPx: number): Promise<void> {
    try {
      const timesUs = steps.map((step) => Math.round(step * THUMBNAIL_STEP_SEC * 1e6));
      const images = await this.#host.readThumbnails(mediaId, timesUs, Math.max(16, Math.round(heightPx)));
      steps.forEach((step, index) => {
        forgetOldest(this.#thumbnails, MOST_THUMBNAILS)?.close();
        this.#thumbnails.set(`${mediaId} ${step}`, images[index] ?? null);
      });
      this.#notify();
    } catch {
      // A clip without thumbnails still has its name.
    }
  }

  #notify(): void {
    if (!this.#isDisposed) this.#listeners.forEach((listener) => listener());
  }
}

function sourceSec(project: Project, clip: Clip, offsetFrames: number): number {
  const { sourceStartTicks, sourceTicksPerSec, speed } = clip;
  return sourceStartTicks / sourceTicksPerSec + secondsOf(project, offsetFrames) * (speed.num / speed.den);
}

function forgetOldest<T>(kept: Map<string, T>, most: number): T | undefined {
  if (kept.size < most) return undefined;
  const [oldest] = kept;
  if (!oldest) return undefined;
  kept.delete(oldest[0]);
  return oldest[1];
}
