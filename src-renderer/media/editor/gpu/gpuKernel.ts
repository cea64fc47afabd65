import type { Lut } from '../../../../src-shared/domain/edit/document.ts';
import type { DrawLayer, DrawList } from '../../../../src-shared/domain/edit/resolve.ts';
import { imageKey, type SourceImage } from '../../../../src-shared/video/image.ts';
import { fine } from '../../../../src-shared/video/job.ts';
import { TABLE_SIDE, type Kernel } from '../../../../src-shared/video/kernel.ts';
import type { LayerPlan } from '../../../../src-shared/video/kernelNumbers.ts';
import type { Card, Texture, Value } from './card.ts';
import { EffectPasses } from './effectPasses.ts';
import { planesOn, sourceNumber } from './imageTextures.ts';
import { Kept, Pool } from './textures.ts';

/** So many bytes of a frame are a row of the texture that is read back: 1,024 pixels of sixteen bytes. */
const FRAME_ROW = 1024;
const PIXEL_BYTES = 16;
/** 32 bits hold what is computed of layers up to this side. */
const MAX_SIDE = 16_384;
const MAX_TURN = 32_000;

export interface FrameSources {
  list: DrawList;
  images: ReadonlyMap<string, SourceImage>;
  luts: Readonly<Record<string, Lut>>;
}

/** The kernel's frames, drawn by a graphics card to the same bytes (decision 108). */
export class GpuKernel {
  readonly #card: Card;
  readonly #kernel: Kernel;
  readonly #pool: Pool;
  readonly #images: Kept<SourceImage, Texture[]>;
  readonly #numbers: Kept<string, Texture>;
  readonly #keys: Kept<string, { keyAlpha: Texture; brightest: number }>;
  readonly #effects: EffectPasses;

  constructor(card: Card, kernel: Kernel) {
    this.#card = card;
    this.#kernel = kernel;
    this.#pool = new Pool(card);
    this.#images = new Kept((textures) => textures.forEach((texture) => card.drop(texture)));
    this.#numbers = new Kept((texture) => card.drop(texture));
    this.#keys = new Kept(({ keyAlpha }) => card.drop(keyAlpha));
    this.#effects = new EffectPasses(card, kernel.numbers, this.#pool);
  }

  /** The bytes of the frame; null: it has something that only the kernel draws. */
  render({ list, images, luts }: FrameSources): Uint8Array<ArrayBuffer> | null {
    const plans = list.layers.map((layer) => this.#planOf(layer, list, images));
    if (Math.max(list.width, list.height) > this.#card.maxSide || plans.includes(null)) return null;
    let canvas = this.#pool.take(list);
    this.#card.clear(canvas);
    list.layers.forEach((layer, index) => {
      const plan = plans[index];
      if (!plan || isEmpty(plan)) return;
      const over = this.#effects.apply(this.#drawLayer(layer, plan, { list, images, luts }), {
        layer,
        plan,
        list,
      });
      const next = this.#pool.take(list);
      this.#blend(next, { under: canvas, over }, layer, plan);
      this.#pool.give(canvas, over);
      canvas = next;
    });
    const bytes = this.#read(canvas);
    this.#pool.give(canvas);
    for (const kept of [this.#images, this.#numbers, this.#keys, this.#pool]) kept.endFrame();
    return bytes;
  }

  #planOf(layer: DrawLayer, list: DrawList, images: FrameSources['images']): LayerPlan | null {
    const plan = this.#kernel.numbers.planOf(layer, list);
    const key = imageKey(layer.source, list);
    const image = key === null ? undefined : images.get(key);
    if (!plan || (key !== null && !image)) return null;
    const { x, y, width, height } = layer.placement;
    const { part } = plan;
    const sides = [Math.abs(x), Math.abs(y), width, height, image?.width ?? 0, image?.height ?? 0];
    const textures = [part.right - part.left, part.bottom - part.top, image?.width ?? 0, image?.height ?? 0];
    if (Math.max(...sides) > MAX_SIDE || Math.max(...textures) > this.#card.maxSide) return null;
    const reachX = Math.max(Math.abs(1 - 2 * x - width), Math.abs(2 * list.width - 2 * x - width));
    const reachY = Math.max(Math.abs(1 - 2 * y - height), Math.abs(2 * list.height - 2 * y - height));
    return isTurned(layer) && reachX + reachY > MAX_TURN ? null : plan;
  }

  #drawLayer(layer: DrawLayer, plan: LayerPlan, { list, images, luts }: FrameSources): Texture {
    const key = imageKey(layer.source, list);
    const image = key === null ? undefined : images.get(key);
    const { part } = plan;
    const target = this.#pool.take({ width: part.right - part.left, height: part.bottom - part.top });
    this.#card.run('layer', target, {
      source: sourceNumber(image),
      colour: layer.source.kind === 'colour' ? layer.source.rgb : [0, 0, 0],
      ...(image && this.#imageValues(image, layer, plan)),
      ...this.#keyValues(layer),
      ...this.#tableValues(layer, luts),
      isStraight: layer.greenScreen && layer.greenScreen.edgeFeather > 0 ? 1 : 0,
    });
    return target;
  }

  #imageValues(
    image: SourceImage,
    { crop, placement }: DrawLayer,
    { part }: LayerPlan,
  ): Record<string, Value> {
    const [plane0, plane1, plane2] = this.#images.find(image, () => planesOn(this.#card, image));
    const line = (isAcross: boolean, isHalf: boolean) => {
      const [side, target] = isAcross ? [image.width, placement.width] : [image.height, placement.height];
      const [cutBefore, cutAfter] = isAcross ? [crop.left, crop.right] : [crop.top, crop.bottom];
      const [from, to] = isAcross ? [part.left, part.right] : [part.top, part.bottom];
      return this.#taps({ side, cutBefore, cutAfter, isHalf, target, from, to });
    };
    const [columns, rows] = [line(true, false), line(false, false)];
    const planes = { plane0: plane0!, columns, rows };
    if (image.format === 'rgba') return planes;
    const isCopied = columns.width === 2 && rows.width === 2;
    return {
      ...planes,
      plane1: plane1!,
      ...(plane2 && { plane2 }),
      isChromaCopied: isCopied ? 1 : 0,
      ...(!isCopied && { chromaColumns: line(true, true), chromaRows: line(false, true) }),
      toRgb: this.#kernel.numbers.toRgb(image.colour),
    };
  }

  #taps(question: Parameters<Kernel['numbers']['tapsOf']>[0]): Texture {
    return this.#numbers.find(`taps ${Object.values(question).join(' ')}`, () => {
      const { values, perPixel } = this.#kernel.numbers.tapsOf(question);
      return this.#card.texture('words', perPixel + 1, question.to - question.from, values);
    });
  }

  #keyValues(layer: DrawLayer): Record<string, Value> {
    const key = layer.greenScreen;
    if (!key) return { hasKey: 0 };
    const { keyColour, tolerance, softness } = key;
    const { keyAlpha, brightest } = this.#keys.find(`${keyColour.join(' ')} ${tolerance} ${softness}`, () => {
      const { alpha, brightest } = this.#kernel.numbers.keyOf(layer);
      return { keyAlpha: this.#card.texture('bytes1', 256, 256, alpha), brightest };
    });
    return { hasKey: 1, keyAlpha, brightest, spill: fine(key.spillSuppression) };
  }

  #tableValues({ table }: DrawLayer, luts: FrameSources['luts']): Record<string, Value> {
    if (!table) return { hasTable: 0 };
    const lut = table.lutId === null ? undefined : luts[table.lutId];
    const make = () => this.#card.cube(TABLE_SIDE, this.#kernel.tableOf(table, luts));
    return { hasTable: 1, table: this.#numbers.find(`table ${table.key}`, make, lut) };
  }

  #blend(
    target: Texture,
    textures: { under: Texture; over: Texture },
    layer: DrawLayer,
    plan: LayerPlan,
  ): void {
    const { x, y, width, height } = layer.placement;
    const { left, top } = plan.part;
    const { opacity } = layer;
    if (!isTurned(layer)) {
      return this.#card.run('blend', target, { ...textures, opacity, corner: [x + left, y + top] });
    }
    const { sine, cosine } = plan;
    this.#card.run('turn', target, {
      ...textures,
      opacity,
      sine,
      cosine,
      placement: [x, y, width, height],
      part: [left, top],
    });
  }

  #read(canvas: Texture): Uint8Array<ArrayBuffer> {
    const { width, height } = canvas;
    const bytes = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
    const rows = Math.ceil(bytes / (FRAME_ROW * PIXEL_BYTES));
    const target = this.#pool.take({ width: FRAME_ROW, height: rows }, 'frame');
    this.#card.run('frame', target, { canvas });
    const words = this.#card.readFrame(target);
    this.#pool.give(target);
    return new Uint8Array(words.buffer, 0, bytes);
  }
}

const isTurned = ({ placement }: DrawLayer): boolean => placement.rotationCentiDeg % 36_000 !== 0;
const isEmpty = ({ part }: LayerPlan): boolean => part.left >= part.right || part.top >= part.bottom;
