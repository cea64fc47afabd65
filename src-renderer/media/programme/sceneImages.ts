import type { ImageData64, Scene } from '../../../src-shared/domain/broadcast/scene.ts';

/** Across or down: an image of more would take a gigabyte once it is decoded. */
const MOST_PIXELS = 8192;

/** The images of scenes, decoded once each, and let go when no scene has them any more. */
export class SceneImages {
  /** By what is in them, so that a scene that was changed elsewhere keeps its images. */
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

  async #decode(key: string, { type, base64 }: ImageData64): Promise<void> {
    this.#images.set(key, null);
    const image = await decodeImage(type, base64);
    // Meanwhile no scene may have it any more.
    if (image && this.#images.has(key)) this.#images.set(key, image);
    else image?.close();
  }
}

async function decodeImage(type: string, base64: string): Promise<ImageBitmap | null> {
  try {
    const text = atob(base64);
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type }));
    if (Math.max(image.width, image.height) <= MOST_PIXELS) return image;
    image.close();
  } catch {
    // Not an image: nothing is drawn for it.
  }
  return null;
}
