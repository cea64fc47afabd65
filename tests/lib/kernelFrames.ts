import type { Lut } from '../../src-shared/domain/edit/document.ts';
import {
  CLIP_EFFECT_KINDS,
  clipEffectFields,
  COLOUR_KEYS,
  type ClipEffectKind,
  type ColourValues,
} from '../../src-shared/domain/edit/effects.ts';
import type { DrawLayer, DrawList } from '../../src-shared/domain/edit/resolve.ts';
import { imageKey, planesOf, type SourceImage } from '../../src-shared/video/image.ts';
import { createRandom, pick } from './random.ts';

/** A frame to be drawn, with all that it is drawn from. */
export interface KernelFrame {
  list: DrawList;
  images: Map<string, SourceImage>;
  luts: Record<string, Lut>;
}

const PARAMETER_SETS = 200;
const HALVED_EACH = 9;
const CANVASES = [
  [320, 180],
  [161, 91],
  [96, 64],
  [33, 17],
  [1, 1],
  [2, 3],
  [180, 320],
  [640, 360],
] as const;

/** Frame `index` of any number: 200 sets of parameters come again and again, with other frame numbers and other images. */
export function kernelFrame(index: number): KernelFrame {
  const random = createRandom(1000 + (index % PARAMETER_SETS));
  const [width, height] = CANVASES[index % CANVASES.length] as readonly [number, number];
  const luts: Record<string, Lut> = { made: makeLut(createRandom(index % 5)) };
  const layers = Array.from({ length: 1 + pick(random, 3) }, (_, number) =>
    makeLayer(random, { number, index, width, height }),
  );
  // Every effect has its turn on its own, too.
  const [first] = layers;
  const kind = CLIP_EFFECT_KINDS[index % (CLIP_EFFECT_KINDS.length + 2)];
  if (first && kind) first.effects = [makeEffect(random, kind)];
  const list: DrawList = { width, height, layers };
  const images = new Map<string, SourceImage>();
  for (const { source } of layers) {
    const key = imageKey(source, list);
    if (key !== null)
      images.set(key, makeImage(createRandom(7 * index + images.size), source.kind === 'text'));
  }
  if (index % HALVED_EACH === 0)
    layers.forEach((layer) => halve(layer, images.get(imageKey(layer.source, list) ?? '')));
  return { list, images, luts };
}

/** As a preview shows a recording of twice its size. */
function halve({ placement, crop }: DrawLayer, image: SourceImage | undefined): void {
  if (!image) return;
  const half = (side: number) => Math.max(1, side >> 1);
  Object.assign(placement, { x: 0, y: 0, width: half(image.width), height: half(image.height) });
  Object.assign(crop, { left: 0, top: 0, right: 0, bottom: 0 });
}

const within = (random: () => number, low: number, high: number): number =>
  low + pick(random, high - low + 1);
const oneOf = <T>(random: () => number, things: readonly T[]): T => things[pick(random, things.length)] as T;

function makeLayer(
  random: () => number,
  at: { number: number; index: number; width: number; height: number },
): DrawLayer {
  const rgb = (): [number, number, number] => [pick(random, 256), pick(random, 256), pick(random, 256)];
  const style = {
    font: 'Inter',
    size: 40,
    isBold: false,
    align: 'left',
    place: 'title',
    colour: '#ffffff',
  } as const;
  const source = oneOf<DrawLayer['source']>(random, [
    { kind: 'media', mediaId: `m${at.number}`, sourceTimeUs: at.index * 1000 },
    { kind: 'media', mediaId: `n${at.number}`, sourceTimeUs: 0 },
    { kind: 'text', text: `${at.number}`, style: { ...style, background: null } },
    { kind: 'colour', rgb: rgb() },
  ]);
  const isFull = random() < 0.4;
  const side = (length: number) => (isFull ? length : within(random, 1, 2 * length));
  const place = (length: number) => (isFull ? 0 : within(random, -length, length));
  const cut = () => (random() < 0.7 ? 0 : pick(random, 30_000));
  return {
    clipId: `clip${at.number}`,
    source,
    placement: {
      x: place(at.width),
      y: place(at.height),
      width: side(at.width),
      height: side(at.height),
      rotationCentiDeg: random() < 0.7 ? 0 : oneOf(random, [9_000, 18_000, 27_000, pick(random, 36_000)]),
    },
    crop: { left: cut(), top: cut(), right: cut(), bottom: cut() },
    opacity: random() < 0.5 ? 256 : within(random, 0, 256),
    table: random() < 0.5 ? null : makeTable(random),
    effects: Array.from({ length: pick(random, 3) }, () =>
      makeEffect(random, oneOf(random, CLIP_EFFECT_KINDS)),
    ),
    greenScreen: random() < 0.7 ? null : makeKey(random, rgb()),
    frame: at.index,
  };
}

function makeTable(random: () => number): DrawLayer['table'] {
  const colour = Object.fromEntries(
    COLOUR_KEYS.map((key) => [key, within(random, -100, 100)]),
  ) as ColourValues;
  const lutId = random() < 0.5 ? 'made' : null;
  return { key: `${Object.values(colour).join(' ')} ${lutId ?? ''} ${pick(random, 1e9)}`, colour, lutId };
}

function makeEffect(random: () => number, kind: ClipEffectKind): DrawLayer['effects'][number] {
  const values = Object.entries(clipEffectFields(kind)).map(([key, { min, max, default: usual }]) => [
    key,
    random() < 0.3 ? usual : within(random, min, max),
  ]);
  return { kind, values: Object.fromEntries(values) as Record<string, number> };
}

function makeKey(random: () => number, keyColour: [number, number, number]): DrawLayer['greenScreen'] {
  const percent = () => pick(random, 101);
  return {
    keyColour: random() < 0.5 ? [0, 255, 0] : keyColour,
    tolerance: percent(),
    softness: percent(),
    spillSuppression: percent(),
    edgeFeather: oneOf(random, [0, percent()]),
  };
}

/** Slopes with noise on them; of a camera's or of a drawing's form. */
export function makeImage(random: () => number, isDrawn: boolean, size?: [number, number]): SourceImage {
  const [width, height] = size ?? [within(random, 1, 400), within(random, 1, 300)];
  const format = isDrawn ? 'rgba' : oneOf(random, ['yuv420', 'nv12'] as const);
  const shape = { format, width, height } as SourceImage;
  const gap = isDrawn ? 0 : pick(random, 20);
  const layout: { offset: number; stride: number }[] = [];
  let bytes = 0;
  for (const { rowBytes, rows } of planesOf(shape)) {
    layout.push({ offset: bytes, stride: rowBytes + gap });
    bytes += (rowBytes + gap) * rows;
  }
  const data = new Uint8Array(bytes);
  const [slope, noise] = [1 + pick(random, 5), 1 + pick(random, 256)];
  for (let at = 0; at < bytes; at += 1)
    data[at] = ((at * slope) >> 3) + (noise > 200 ? pick(random, noise) : at % noise);
  if (format === 'rgba') return { format, width, height, data };
  const matrix = oneOf(random, ['bt709', 'bt601', 'bt2020'] as const);
  return { format, width, height, data, layout, colour: { matrix, isFullRange: random() < 0.3 } };
}

function makeLut(random: () => number): Lut {
  const size = within(random, 2, 9);
  const words = Array.from({ length: size ** 3 * 3 }, () => pick(random, 65_536));
  const bytes = words.flatMap((word) => [word & 255, word >> 8]);
  return { id: 'made', name: 'Made', category: 'Test', size, values: btoa(String.fromCharCode(...bytes)) };
}
