import { BlobSource } from 'mediabunny';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { Project } from '../../../../../src-shared/domain/edit/document.ts';
import type { DrawList } from '../../../../../src-shared/domain/edit/resolve.ts';
import { imageKey, type SourceImage } from '../../../../../src-shared/video/image.ts';
import type { Frame, Kernel } from '../../../../../src-shared/video/kernel.ts';
import { decodeImage, imageOf } from '../../../../media/editor/decodedImages.ts';
import { textImageHash } from '../../../../media/editor/drawText.ts';
import { MediaFrames } from '../../../../media/editor/mediaFrames.ts';
import type { ExportRequest } from './messages.ts';

type Layer = DrawList['layers'][number];
type Request = Pick<ExportRequest, 'project' | 'places' | 'texts'>;

/** Draws the frames of an export as the preview does; what cannot be decoded fails it, and is never left out. */
export class ExportFrames {
  readonly #kernel: Kernel;
  readonly #request: Request;
  /** By clip and media: two clips of one media are read at two places at once. */
  readonly #sources = new Map<string, MediaFrames>();
  readonly #stills = new Map<string, Promise<SourceImage>>();

  constructor(kernel: Kernel, request: Request) {
    this.#kernel = kernel;
    this.#request = request;
  }

  async draw(list: DrawList): Promise<Frame> {
    this.#closeUnused(list);
    const images = new Map<string, SourceImage>();
    for (const layer of list.layers) {
      const key = imageKey(layer.source, list);
      if (key !== null && !images.has(key)) images.set(key, await this.#imageOf(layer));
    }
    return this.#kernel.render(list, images, this.#request.project.luts);
  }

  dispose(): void {
    for (const frames of this.#sources.values()) frames.dispose();
    this.#sources.clear();
  }

  async #imageOf({ clipId, source }: Layer): Promise<SourceImage> {
    const { project } = this.#request;
    if (source.kind === 'colour') throw new TypeError('A colour has no image.');
    if (source.kind === 'text') {
      const hash = await textImageHash(source.text, source.style, project.canvas);
      return await this.#still(`text ${hash}`, () => this.#request.texts.get(hash) ?? null);
    }
    const { mediaId, sourceTimeUs } = source;
    const { media, file } = this.#mediaOf(project, mediaId);
    if (media.kind === 'image') return await this.#still(mediaId, () => file);
    const key = `${clipId} ${mediaId}`;
    const frames = this.#sources.get(key) ?? new MediaFrames(new BlobSource(file));
    this.#sources.set(key, frames);
    const image = await frames.use(sourceTimeUs / 1e6, (sample) => imageOf(sample, media.video.colour));
    if (!image) throw failWith('FILE_UNREADABLE', 'mediaNoFrame', { values: { path: media.name } });
    return image;
  }

  #mediaOf({ media }: Project, mediaId: string) {
    const [found, place] = [media[mediaId], this.#request.places.get(mediaId)];
    if (!found?.video || !place)
      throw failWith('FILE_NOT_FOUND', 'projectNoMedia', { values: { id: mediaId } });
    return { media: { ...found, video: found.video }, file: place.file };
  }

  /** The same object each time: the kernel reads it once. */
  async #still(key: string, find: () => File | null): Promise<SourceImage> {
    const read = async () => {
      const file = find();
      if (!file) throw failWith('FILE_NOT_FOUND', 'exportSourceGone');
      return await decodeImage(new Uint8Array(await file.arrayBuffer()));
    };
    const known = this.#stills.get(key) ?? read();
    this.#stills.set(key, known);
    return await known;
  }

  /** A clip that is over needs no decoder any more. */
  #closeUnused({ layers }: DrawList): void {
    const used = new Set(layers.map(({ clipId }) => clipId));
    for (const [key, frames] of this.#sources) {
      if (used.has(key.split(' ')[0] ?? '')) continue;
      frames.dispose();
      this.#sources.delete(key);
    }
  }
}
