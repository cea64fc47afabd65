import type { Size } from '../../../../src-shared/domain/edit/document.ts';
import type { Card, Texture, TextureFormat } from './card.ts';

/** Textures to draw into, used again. What a frame did not need is dropped. */
export class Pool {
  readonly #card: Card;
  #free = new Map<string, Texture[]>();
  /** Given back in this frame. */
  readonly #formats = new Map<Texture, string>();
  #used = new Set<string>();

  constructor(card: Card) {
    this.#card = card;
  }

  take({ width, height }: Size, format: TextureFormat = 'pixels'): Texture {
    const key = `${format} ${width} ${height}`;
    this.#used.add(key);
    const texture = this.#free.get(key)?.pop() ?? this.#card.texture(format, width, height);
    this.#formats.set(texture, key);
    return texture;
  }

  give(...textures: readonly Texture[]): void {
    for (const texture of textures) {
      const key = this.#formats.get(texture) ?? '';
      this.#free.set(key, [...(this.#free.get(key) ?? []), texture]);
    }
  }

  endFrame(): void {
    for (const [key, textures] of this.#free) {
      if (this.#used.has(key)) continue;
      for (const texture of textures) {
        this.#card.drop(texture);
        this.#formats.delete(texture);
      }
      this.#free.delete(key);
    }
    this.#used = new Set();
  }
}

/** What was made of things, as long as each frame needs it. */
export class Kept<Key, Made> {
  readonly #drop: (made: Made) => void;
  readonly #held = new Map<Key, { made: Made; of: unknown }>();
  #used = new Set<Key>();

  constructor(drop: (made: Made) => void) {
    this.#drop = drop;
  }

  /** Made again where it is of another thing. */
  find(key: Key, make: () => Made, of: unknown = null): Made {
    this.#used.add(key);
    const held = this.#held.get(key);
    if (held && held.of === of) return held.made;
    if (held) this.#drop(held.made);
    const made = make();
    this.#held.set(key, { made, of });
    return made;
  }

  endFrame(): void {
    for (const [key, { made }] of this.#held) {
      if (this.#used.has(key)) continue;
      this.#drop(made);
      this.#held.delete(key);
    }
    this.#used = new Set();
  }
}
