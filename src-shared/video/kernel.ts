import type { Lut } from '../domain/edit/document.ts';
import type { DrawLayer, DrawList } from '../domain/edit/resolve.ts';
import { LAYER_WORDS, layerWords, sliderWords } from './job.ts';
import { packImage, imageKey, type SourceImage } from './image.ts';

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

/** What `native/video/wasm/exports.cpp` exports. An address is a number of bytes into the memory. */
interface Exports {
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
}

const FORMATS = ['yuv420', 'nv12', 'rgba'] as const;
const MATRICES = ['bt709', 'bt601', 'bt2020'] as const;
/** As many as native/video/kernel.hpp has. An image of a camera has 3 MB and more, a table 300 kB. */
const IMAGES = { count: 64, spare: 0 };
const TABLES = { count: 64, spare: 60 };

/** Compiles the kernel's file, out/video/kernel.wasm, and makes one of it. A kernel serves one thread. */
export async function openKernel(
  wasm: ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module,
): Promise<Kernel> {
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  const instance = await WebAssembly.instantiate(module);
  return new Kernel(instance.exports as Exports);
}

/** The arithmetic of frames: the same bytes here, in Node and in a page. */
export class Kernel {
  #exports: Exports | null;
  /** Which image and which table lie under which number; the least recently used first. */
  readonly #images = new Slots<SourceImage>(IMAGES);
  readonly #tables = new Slots<Lut | null>(TABLES);
  #size = { width: 0, height: 0 };

  constructor(exports: Exports) {
    this.#exports = exports;
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
    return frameOf(this.#size, this.#bytes(exports.frame(), exports.frameBytes()).slice());
  }

  /** The frame that was rendered last, for a canvas. */
  toRgba(): Uint8ClampedArray<ArrayBuffer> {
    const exports = this.#open();
    const address = exports.frameAsRgba();
    if (address === 0) throw noMemory();
    const bytes = this.#size.width * this.#size.height * 4;
    return new Uint8ClampedArray(exports.memory.buffer.slice(address >>> 0, (address >>> 0) + bytes));
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
      const address = exports.openImage(
        number,
        FORMATS.indexOf(format),
        MATRICES.indexOf(colour.matrix),
        colour.isFullRange ? 1 : 0,
        width,
        height,
      );
      if (address === 0) {
        throw new KernelError('BAD_SIZE', `An image of ${width} × ${height} is too large, or empty.`);
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

  #open(): Exports {
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

function lutBytes({ name, size, values }: Lut): Uint8Array {
  const bytes = Uint8Array.from(atob(values), (character) => character.charCodeAt(0));
  if (bytes.length !== size ** 3 * 6) {
    throw new KernelError(
      'NO_LUT',
      `The LUT "${name}" is damaged: ${bytes.length} bytes for ${size} points a side.`,
    );
  }
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
