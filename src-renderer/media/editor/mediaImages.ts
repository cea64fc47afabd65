import type { SourceImage } from '../../../src-shared/video/image.ts';
import { openSource, type ByteBridge } from './byteBridge.ts';
import { MediaFrames } from './mediaFrames.ts';
import { decodeImage, imageOf, imageOfHost } from './decodedImages.ts';
import type { PreviewMedia } from './previewMessages.ts';

/** The last images are kept, some 40 of 1080p: a slider draws the same one again and again, a hand scrubs to and fro. */
const KEPT_BYTES = 128 * 1024 * 1024;
/** Of what is kept no longer, so many hold the next images: fresh memory costs a millisecond for each of 1080p. */
const MOST_FREE = 4;

interface Opened {
  media: PreviewMedia;
  frames: MediaFrames | null;
  image: Promise<SourceImage> | null;
  /** The browser cannot decode it: the host does, frame by frame. */
  isHosts: boolean;
}

/** Images of media at their moments, no matter who decodes them. */
export class MediaImages {
  readonly #bridge: ByteBridge;
  readonly #opened = new Map<string, Opened>();
  /** The one that was used last is the last one. */
  readonly #kept = new Map<string, SourceImage>();
  #keptBytes = 0;
  /** What this made for decoded frames, and nobody else holds. */
  readonly #own = new WeakSet<SourceImage['data']>();
  /** Kept no longer, but perhaps in the frame that is drawn now. */
  #dropped: Uint8Array<ArrayBuffer>[] = [];
  #free: Uint8Array<ArrayBuffer>[] = [];

  constructor(bridge: ByteBridge) {
    this.#bridge = bridge;
  }

  set(media: readonly PreviewMedia[]): void {
    const wanted = new Map(media.map((one) => [one.id, one]));
    for (const [id, { frames }] of this.#opened) {
      if (wanted.has(id)) continue;
      frames?.dispose();
      this.#opened.delete(id);
    }
    for (const one of media) {
      if (!this.#opened.has(one.id))
        this.#opened.set(one.id, { media: one, frames: null, image: null, isHosts: false });
    }
  }

  /** What was given for the frame before is not read any more. */
  beginFrame(): void {
    this.#free = [...this.#free, ...this.#dropped].slice(-MOST_FREE);
    this.#dropped = [];
  }

  async at({
    mediaId,
    sourceTimeUs,
  }: {
    mediaId: string;
    sourceTimeUs: number;
  }): Promise<SourceImage | null> {
    const key = `${mediaId} ${sourceTimeUs}`;
    const kept = this.#kept.get(key);
    if (kept) return this.#keep(key, kept);
    const opened = this.#opened.get(mediaId);
    if (!opened) return null;
    const image = await this.#read(opened, sourceTimeUs);
    return image && this.#keep(key, image);
  }

  #keep(key: string, image: SourceImage): SourceImage {
    if (this.#kept.delete(key)) this.#keptBytes -= image.data.byteLength;
    this.#kept.set(key, image);
    this.#keptBytes += image.data.byteLength;
    for (const [oldest, { data }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES || oldest === key) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= data.byteLength;
      if (this.#own.has(data)) this.#dropped.push(data as Uint8Array<ArrayBuffer>);
    }
    return image;
  }

  readonly #allocate = (bytes: number): Uint8Array<ArrayBuffer> => {
    const at = this.#free.findIndex(({ byteLength }) => byteLength === bytes);
    const data = at === -1 ? new Uint8Array(bytes) : this.#free.splice(at, 1)[0]!;
    this.#own.add(data);
    return data;
  };

  async #read(opened: Opened, timeUs: number): Promise<SourceImage | null> {
    const { id, kind, colour } = opened.media;
    if (kind === 'image') {
      opened.image ??= this.#readImage(id).catch(() => this.#readHosts(opened, 0));
      return opened.image;
    }
    if (opened.isHosts) return this.#readHosts(opened, timeUs);
    opened.frames ??= new MediaFrames(openSource(this.#bridge, id));
    try {
      return await opened.frames.use(timeUs / 1e6, (sample) => imageOf(sample, colour, this.#allocate));
    } catch {
      opened.frames.dispose();
      opened.frames = null;
      opened.isHosts = true;
      return this.#readHosts(opened, timeUs);
    }
  }

  async #readHosts({ media: { id: mediaId, colour } }: Opened, timeUs: number): Promise<SourceImage> {
    return imageOfHost(await this.#bridge.ask({ what: 'frame', mediaId, timeUs }), colour);
  }

  async #readImage(mediaId: string): Promise<SourceImage> {
    const toByte = await this.#bridge.sizeOf(mediaId);
    return decodeImage(
      new Uint8Array(await this.#bridge.ask({ what: 'bytes', mediaId, fromByte: 0, toByte })),
    );
  }
}
