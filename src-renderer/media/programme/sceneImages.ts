import {
  bytesOfImage,
  isUsableImage,
  type ImageData64,
  type Scene,
} from '../../../src-shared/domain/broadcast/scene.ts';

/** The images of scenes, decoded once each, and let go when no scene has them any more. */
export class SceneImages {
  /** By what is in them, so that a scene that was changed elsewhere keeps its images. */
  /** How many have been decoded. */
  changes = 0;
  readonly #images = new Map<string, ImageBitmap | null>();

  /** null: not decoded yet, or no image. */
  get({ base64 }: ImageData64): ImageBitmap | null {
    return this.#images.get(base64) ?? null;
  }

  /** Exactly the images of these scenes are kept from now on. */
  keepThoseOf(scenes: readonly Scene[]): void {
    const wanted = new Map<string, ImageData64>();
    for (const { items } of scenes) {
      for (const item of items) if (item.kind === 'image') wanted.set(item.image.base64, item.image);
    }
    for (const [key, image] of this.#images) {
      if (wanted.has(key)) continue;
      image?.close();
      this.#images.delete(key);
    }
    for (const [key, image] of wanted) if (!this.#images.has(key)) void this.#decode(key, image);
  }

  async #decode(key: string, data: ImageData64): Promise<void> {
    this.#images.set(key, null);
    const image = await decodeImage(data);
    // Meanwhile no scene may have it any more.
    if (!image || !this.#images.has(key)) return image?.close();
    this.#images.set(key, image);
    this.changes += 1;
  }
}

/** null: it is no image, and nothing is drawn for it. */
async function decodeImage(data: ImageData64): Promise<ImageBitmap | null> {
  try {
    if (!isUsableImage(data)) return null;
    return await createImageBitmap(new Blob([bytesOfImage(data)], { type: data.type }));
  } catch {
    return null;
  }
}
