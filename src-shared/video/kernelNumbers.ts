import type { DrawLayer, DrawList } from '../domain/edit/resolve.ts';
import type { ImageColour } from './image.ts';
import { layerWords } from './job.ts';

/** What `native/video/wasm` exports. An address is a number of bytes into the memory. */
export interface KernelExports {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  take(bytes: number): number;
  give(address: number): void;
  openImage(
    number: number,
    format: number,
    matrix: number,
    isFullRange: number,
    width: number,
    height: number,
  ): number;
  sealImage(number: number): void;
  dropImage(number: number): void;
  bake(number: number, sliders: number, lutSide: number, lut: number): number;
  render(width: number, height: number, layers: number, count: number): number;
  frame(): number;
  frameBytes(): number;
  frameAsRgba(): number;
  frameHash(): bigint;
  layerWords(): number;
  openFrame(width: number, height: number): number;
  table(number: number): number;
  planLayer(layer: number, width: number, height: number, out: number): void;
  makeTaps(
    side: number,
    cutBefore: number,
    cutAfter: number,
    isHalf: number,
    target: number,
    from: number,
    to: number,
  ): number;
  tapsPerPixel(): number;
  makeBell(reach: number): number;
  widestBell(): number;
  makeKey(layer: number): number;
  brightestOfKey(): number;
  toRgb(matrix: number, isFullRange: number): number;
}

export const MATRICES = ['bt709', 'bt601', 'bt2020'] as const;

/** How a layer is drawn on a canvas. */
export interface LayerPlan {
  /** What of the layer is drawn, in its own pixels. */
  part: { left: number; top: number; right: number; bottom: number };
  /** In 1/65536. */
  sine: number;
  cosine: number;
  /** Of a key's edge, in 1/256 of a pixel. */
  feather: number;
}

/** Of a line of pixels: a row for each target pixel with the first source pixel and the weights from there on. */
export interface Taps {
  values: Int16Array<ArrayBuffer>;
  perPixel: number;
}

export interface TapsQuestion {
  side: number;
  cutBefore: number;
  cutAfter: number;
  /** Of a line of colour differences. */
  isHalf: boolean;
  target: number;
  from: number;
  to: number;
}

const PLAN_WORDS = 9;
const KEY_BYTES = 65_536;

/** Numbers by which the kernel draws, for who draws the same elsewhere: computed where the kernel computes its own. */
export class KernelNumbers {
  readonly #exports: KernelExports;

  constructor(exports: KernelExports) {
    this.#exports = exports;
  }

  /** null: the kernel refuses this layer. */
  planOf(layer: DrawLayer, { width, height }: Pick<DrawList, 'width' | 'height'>): LayerPlan | null {
    return this.#withLayer(layer, (address, out) => {
      this.#exports.planLayer(address, width, height, out);
      const [fits, , left, top, right, bottom, sine, cosine, feather] = [
        ...new Int32Array(this.#exports.memory.buffer, out, PLAN_WORDS),
      ] as [number, number, number, number, number, number, number, number, number];
      return fits ? { part: { left, top, right, bottom }, sine, cosine, feather } : null;
    });
  }

  tapsOf({ side, cutBefore, cutAfter, isHalf, target, from, to }: TapsQuestion): Taps {
    const half = isHalf ? 1 : 0;
    const address = this.#exports.makeTaps(side, cutBefore, cutAfter, half, target, from, to);
    const perPixel = this.#exports.tapsPerPixel();
    return { perPixel, values: this.#words(address, (to - from) * (perPixel + 1)) };
  }

  /** Of the bell of this reach in 1/256 of a pixel; null where a smaller image is to be blurred. */
  bellOf(reach: number): { radius: number; weights: Int16Array } | null {
    if (reach > this.#exports.widestBell()) return null;
    const address = this.#exports.makeBell(reach);
    const [radius = 0] = this.#words(address, 1);
    return { radius, weights: this.#words(address + 2, 2 * radius + 1) };
  }

  /** How much stays of a colour, by its blue and then its red difference; and the key's strongest channel. */
  keyOf(layer: DrawLayer): { alpha: Uint8Array<ArrayBuffer>; brightest: number } {
    return this.#withLayer(layer, (words) => {
      const address = this.#exports.makeKey(words) >>> 0;
      const alpha = new Uint8Array(this.#exports.memory.buffer.slice(address, address + KEY_BYTES));
      return { alpha, brightest: this.#exports.brightestOfKey() };
    });
  }

  /** Black, and what luma and the differences are multiplied by. */
  toRgb({ matrix, isFullRange }: ImageColour): Int16Array {
    return this.#words(this.#exports.toRgb(MATRICES.indexOf(matrix), isFullRange ? 1 : 0), 6);
  }

  #words(address: number, count: number): Int16Array<ArrayBuffer> {
    if (address === 0) throw new Error('There is not enough memory for this frame.');
    return new Int16Array(this.#exports.memory.buffer, address >>> 0, count).slice();
  }

  #withLayer<T>(layer: DrawLayer, work: (address: number, out: number) => T): T {
    const words = layerWords(layer, -1, -1);
    const address = this.#exports.take(4 * (words.length + PLAN_WORDS)) >>> 0;
    if (address === 0) throw new Error('There is not enough memory for this frame.');
    try {
      new Int32Array(this.#exports.memory.buffer, address, words.length).set(words);
      return work(address, address + 4 * words.length);
    } finally {
      this.#exports.give(address);
    }
  }
}
