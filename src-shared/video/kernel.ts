import type { Lut } from '../domain/edit/document.ts';
import type { DrawLayer, DrawList } from '../domain/edit/resolve.ts';
import { LAYER_WORDS, layerWords, sliderWords } from './job.ts';
import { packImage, imageKey, type SourceImage } from './image.ts';
import { KernelNumbers, MATRICES, type KernelExports } from './kernelNumbers.ts';

export class KernelError extends Error {
  readonly code: 'BAD_SIZE' | 'BAD_LAYER' | 'NO_MEMORY' | 'NO_IMAGE' | 'NO_LUT' | 'WRONG_KERNEL';
  constructor(code: KernelError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A frame of 8 bits, 4:2:0, BT.709, limited range. The three planes lie in `data`, one behind the other. */
export interface Frame {
  width: number;
  height: number;
  data: Uint8Array<ArrayBuffer>;
  y: Uint8Array<ArrayBuffer>;
  u: Uint8Array<ArrayBuffer>;
  v: Uint8Array<ArrayBuffer>;
}

const FORMATS = ['yuv420', 'nv12', 'rgba'] as const;
/** As many as native/video/kernel.hpp has. An image of a camera has 3 MB and more, a table 300 kB. */
const IMAGES = { count: 64, spare: 0 };
const TABLES = { count: 64, spare: 60 };
export const TABLE_SIDE = 33;

/** Compiles the kernel's file, out/video/kernel.wasm, and makes one of it. A kernel serves one thread. */
export async function openKernel(
  wasm: ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module,
): Promise<Kernel> {
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  const instance = await WebAssembly.instantiate(module);
  return new Kernel(instance.exports as KernelExports);
}

/** The arithmetic of frames: the same bytes here, in Node and in a page. */
export class Kernel {
  #exports: KernelExports | null;
  /** Which image and which table lie under which number; the least recently used first. */
  readonly #images = new Slots<SourceImage>(IMAGES);
  readonly #tables = new Slots<Lut | null>(TABLES);
  #size = { width: 0, height: 0 };
  /** What a graphics card draws by. */
  readonly numbers: KernelNumbers;

  constructor(exports: KernelExports) {
    this.#exports = exports;
    this.numbers = new KernelNumbers(exports);
    exports.__wasm_call_ctors();
    if (exports.layerWords() !== LAYER_WORDS) {
      throw new KernelError('WRONG_KERNEL', 'This kernel.wasm is of another version. Build it again.');
    }
  }

  /**
   * Draws the layers from bottom to top over black. `images` holds what `imageKey` names, `luts` those of the project.
   * An image is read again only when another object stands under its key: its bytes must not change.
   */
  render(
    list: DrawList,
    images: ReadonlyMap<string, SourceImage>,
    luts: Readonly<Record<string, Lut>> = {},
  ): Frame {
    this.draw(list, images, luts);
    const exports = this.#open();
    return frameOf(this.#size, this.#bytes(exports.frame(), exports.frameBytes()).slice());
  }

  /** The same, for `toRgba` and `hash` alone. */
  draw(
    list: DrawList,
    images: ReadonlyMap<string, SourceImage>,
    luts: Readonly<Record<string, Lut>> = {},
  ): void {
    const exports = this.#open();
    const { width, height, layers } = list;
    this.#images.beginUse();
    this.#tables.beginUse();
    const words = layers.flatMap((layer) =>
      layerWords(layer, this.#imageOf(layer, list, images), this.#tableOf(layer.table, luts)),
    );
    const outcome = this.#withWords(words, (address) =>
      exports.render(width, height, address, layers.length),
    );
    this.#check(outcome, list);
    this.#size = { width, height };
  }

  /** A frame that a graphics card drew becomes the one that was rendered last. */
  takeFrame(size: { width: number; height: number }, bytes: Uint8Array): void {
    const { width, height } = size;
    const address = this.#open().openFrame(width, height);
    if (address === 0) throw noMemory();
    this.#bytes(address, this.#open().frameBytes()).set(bytes);
    this.#size = { width, height };
  }

  /** The points of a layer's sliders and LUT: 33 a side, four values each. */
  tableOf(
    table: NonNullable<DrawLayer['table']>,
    luts: Readonly<Record<string, Lut>>,
  ): Int16Array<ArrayBuffer> {
    this.#tables.beginUse();
    const address = this.#open().table(this.#tableOf(table, luts));
    return new Int16Array(this.#open().memory.buffer, address >>> 0, TABLE_SIDE ** 3 * 4).slice();
  }

  /** The frame that was rendered last, for a canvas; in `spare`, where that has its size. */
  toRgba(spare?: ArrayBuffer | null): Uint8ClampedArray<ArrayBuffer> {
    const exports = this.#open();
    const address = exports.frameAsRgba();
    if (address === 0) throw noMemory();
    const bytes = this.#size.width * this.#size.height * 4;
    const rgba = new Uint8ClampedArray(spare?.byteLength === bytes ? spare : new ArrayBuffer(bytes));
    rgba.set(new Uint8ClampedArray(exports.memory.buffer, address >>> 0, bytes));
    return rgba;
  }

  /** XXH64 of the bytes of the frame that was rendered last, as `xxhsum -H1` prints it. */
  hash(): string {
    return BigInt.asUintN(64, this.#open().frameHash()).toString(16).padStart(16, '0');
  }

  /** What it holds of memory, which never shrinks. */
  get memoryBytes(): number {
    return this.#open().memory.buffer.byteLength;
  }

  /** Gives all memory back. */
  dispose(): void {
    this.#exports = null;
  }

  #imageOf(layer: DrawLayer, list: DrawList, images: ReadonlyMap<string, SourceImage>): number {
    const key = imageKey(layer.source, list);
    if (key === null) return -1;
    const image = images.get(key);
    if (!image) throw new KernelError('NO_IMAGE', `The image of clip ${layer.clipId} is missing (${key}).`);
    const { number, isNew } = this.#images.find(key, image);
    if (isNew) this.#load(number, key, image);
    return number;
  }

  #load(number: number, key: string, image: SourceImage): void {
    const exports = this.#open();
    const { format, width, height } = image;
    const colour = image.format === 'rgba' ? { matrix: 'bt709' as const, isFullRange: true } : image.colour;
    try {
      // A part of a pixel would be cut off there, and counted here.
      const isWhole = Number.isSafeInteger(width) && Number.isSafeInteger(height);
      const address = exports.openImage(
        number,
        FORMATS.indexOf(format),
        MATRICES.indexOf(colour.matrix),
        colour.isFullRange ? 1 : 0,
        isWhole ? width : 0,
        height,
      );
      if (address === 0) {
        throw new KernelError(
          'BAD_SIZE',
          `An image of ${width} × ${height} is too large, empty, or no whole size.`,
        );
      }
      packImage(image, this.#bytes(address));
      exports.sealImage(number);
    } catch (error) {
      this.#images.forget(key);
      exports.dropImage(number);
      throw error;
    }
  }

  #tableOf(table: DrawLayer['table'], luts: Readonly<Record<string, Lut>>): number {
    if (!table) return -1;
    const lut = table.lutId === null ? null : luts[table.lutId];
    if (lut === undefined) throw new KernelError('NO_LUT', `The LUT ${table.lutId} is missing.`);
    const { number, isNew } = this.#tables.find(table.key, lut);
    if (isNew && !this.#bake(number, sliderWords(table.colour), lut)) {
      this.#tables.forget(table.key);
      throw noMemory();
    }
    return number;
  }

  #bake(number: number, sliders: number[], lut: Lut | null): boolean {
    const exports = this.#open();
    const bytes = lut ? lutBytes(lut) : new Uint8Array();
    return this.#withMemory(bytes.length, (address) => {
      this.#bytes(address).set(bytes);
      return this.#withWords(sliders, (words) => exports.bake(number, words, lut?.size ?? 0, address) === 1);
    });
  }

  #withWords<T>(words: readonly number[], work: (address: number) => T): T {
    return this.#withMemory(words.length * 4, (address) => {
      new Int32Array(this.#open().memory.buffer, address >>> 0, words.length).set(words);
      return work(address);
    });
  }

  #withMemory<T>(bytes: number, work: (address: number) => T): T {
    const exports = this.#open();
    const address = exports.take(bytes);
    if (address === 0) throw noMemory();
    try {
      return work(address);
    } finally {
      exports.give(address);
    }
  }

  /** Memory moves when it grows: never kept. */
  #bytes(address: number, length?: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#open().memory.buffer, address >>> 0, length);
  }

  #check(outcome: number, { width, height }: DrawList): void {
    if (outcome === 1)
      throw new KernelError('BAD_SIZE', `A frame of ${width} × ${height} is too large, or empty.`);
    if (outcome === 2) throw new KernelError('BAD_LAYER', 'A layer has a value outside of its range.');
    if (outcome !== 0) throw noMemory();
  }

  #open(): KernelExports {
    if (!this.#exports) throw new Error('This kernel was disposed of.');
    return this.#exports;
  }
}

function frameOf({ width, height }: { width: number; height: number }, data: Uint8Array<ArrayBuffer>): Frame {
  const luma = width * height;
  const chroma = (data.length - luma) / 2;
  return {
    width,
    height,
    data,
    y: data.subarray(0, luma),
    u: data.subarray(luma, luma + chroma),
    v: data.subarray(luma + chroma),
  };
}

/** By LUT: a slider that is moved, or has keyframes, asks for a table in every frame. */
const decodedLuts = new WeakMap<Lut, Uint8Array>();

function lutBytes(lut: Lut): Uint8Array {
  const known = decodedLuts.get(lut);
  if (known) return known;
  const { name, size, values } = lut;
  const text = atob(values);
  if (text.length !== size ** 3 * 6) {
    throw new KernelError(
      'NO_LUT',
      `The LUT "${name}" is damaged: ${text.length} bytes for ${size} points a side.`,
    );
  }
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
  decodedLuts.set(lut, bytes);
  return bytes;
}

const noMemory = (): KernelError =>
  new KernelError('NO_MEMORY', 'There is not enough memory for this frame.');

/** Numbers for things by their keys. Beside those in use it keeps a few; the one that was not used for longest makes room. */
class Slots<T> {
  readonly #count: number;
  readonly #spare: number;
  /** In the order of their last use. */
  readonly #held = new Map<string, { number: number; thing: T; use: number }>();
  #use = 0;

  constructor({ count, spare }: { count: number; spare: number }) {
    this.#count = count;
    this.#spare = spare;
  }

  /** A new frame begins: what it finds stays until its end. */
  beginUse(): void {
    this.#use += 1;
  }

  find(key: string, thing: T): { number: number; isNew: boolean } {
    const held = this.#held.get(key);
    this.#held.delete(key);
    const number = held?.number ?? this.#freeNumber();
    this.#held.set(key, { number, thing, use: this.#use });
    return { number, isNew: held?.thing !== thing };
  }

  forget(key: string): void {
    this.#held.delete(key);
  }

  #freeNumber(): number {
    // What the frame before used is likely to be asked for in this one, too.
    const idle = [...this.#held].filter(([, { use }]) => use < this.#use - 1);
    const isFull = this.#held.size === this.#count;
    const [oldest] = isFull ? [...this.#held].filter(([, { use }]) => use < this.#use) : idle;
    if (oldest && (isFull || idle.length > this.#spare)) {
      this.#held.delete(oldest[0]);
      return oldest[1].number;
    }
    const taken = new Set([...this.#held.values()].map(({ number }) => number));
    for (let number = 0; number < this.#count; number += 1) if (!taken.has(number)) return number;
    throw new KernelError('NO_MEMORY', `A frame can show ${this.#count} images and tables at most.`);
  }
}
