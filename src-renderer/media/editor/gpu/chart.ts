import type { DrawLayer, DrawList, ResolvedEffect } from '../../../../src-shared/domain/edit/resolve.ts';
import { DEFAULT_COLOUR } from '../../../../src-shared/domain/edit/effects.ts';
import { imageKey, planesOf, type SourceImage } from '../../../../src-shared/video/image.ts';
import type { FrameSources } from './gpuKernel.ts';

const STYLE = {
  font: 'Inter',
  size: 40,
  isBold: false,
  align: 'left',
  place: 'title',
  colour: '#ffffff',
  background: null,
} as const;
const COLOUR = { ...DEFAULT_COLOUR, exposure: 20, contrast: 30, saturation: -40, temperature: 25 };

/** Frames that have every operation, with odd sizes and values beyond black and white: a card must draw each as the kernel does. */
export function testChart(): FrameSources[] {
  return [
    frameOf(97, 61, [layerOf('yuv'), layerOf('nv12', { x: 11, width: 70, height: 41, opacity: 130 })]),
    frameOf(96, 64, [
      layerOf('nv12', { width: 96, height: 64, table: true }),
      layerOf('drawing', { opacity: 200 }),
    ]),
    frameOf(120, 90, [
      layerOf('yuv', { x: -9, width: 150, height: 90, effects: [effect('blur', 60), effect('sharpen', 80)] }),
      layerOf('drawing', { table: true, effects: [effect('glow', 50), effect('chromaticAberration', 9)] }),
    ]),
    frameOf(61, 97, [
      layerOf('yuv', { effects: [effect('vignette', 70), effect('filmGrain', 60)] }),
      layerOf('nv12', { key: 12, rotation: 3_700 }),
    ]),
    frameOf(80, 45, [
      layerOf('drawing', { key: 0, rotation: 9_000 }),
      layerOf('yuv', { key: 60, crop: 9_000 }),
    ]),
  ];
}

/** As a preview has it while it plays: what is quicker here is quicker there. */
export const timedFrame = (): FrameSources =>
  frameOf(640, 360, [
    layerOf('camera', { table: true, effects: [effect('blur', 5)] }),
    layerOf('camera', { opacity: 128 }),
  ]);

interface LayerValues {
  x: number;
  width: number;
  height: number;
  opacity: number;
  crop: number;
  rotation: number;
  table: boolean;
  key: number | null;
  effects: ResolvedEffect[];
}

function layerOf(
  name: keyof typeof IMAGES,
  values: Partial<LayerValues> = {},
): DrawLayer & { name: typeof name } {
  const { x = 0, width = IMAGES[name][1], height = IMAGES[name][2], opacity = 256, key = null } = values;
  const { crop = 0, rotation = 0, table = false, effects = [] } = values;
  const source: DrawLayer['source'] =
    name === 'drawing'
      ? { kind: 'text', text: 'chart', style: STYLE }
      : { kind: 'media', mediaId: name, sourceTimeUs: 0 };
  return {
    name,
    clipId: name,
    source,
    placement: { x, y: x >> 1, width, height, rotationCentiDeg: rotation },
    crop: { left: crop, top: crop >> 1, right: 0, bottom: crop },
    opacity,
    table: table ? { key: 'chart', colour: COLOUR, lutId: null } : null,
    effects,
    greenScreen:
      key === null
        ? null
        : { keyColour: [40, 220, 60], tolerance: 20, softness: 40, spillSuppression: 70, edgeFeather: key },
    frame: 7,
  };
}

const effect = (kind: ResolvedEffect['kind'], amount: number): ResolvedEffect => ({
  kind,
  values: { amount, intensity: amount, radius: 9, size: kind === 'vignette' ? 60 : 2 },
});

const IMAGES = {
  yuv: ['yuv420', 97, 61],
  nv12: ['nv12', 131, 77],
  drawing: ['rgba', 64, 48],
  camera: ['yuv420', 1280, 720],
} as const;

function frameOf(
  width: number,
  height: number,
  layers: (DrawLayer & { name: keyof typeof IMAGES })[],
): FrameSources {
  const list: DrawList = { width, height, layers };
  const images = new Map(
    layers.map(({ name, source }) => [imageKey(source, list) ?? '', imageOf(name)] as const),
  );
  return { list, images, luts: {} };
}

/** Slopes with noise on them, the same in every browser. */
function imageOf(name: keyof typeof IMAGES): SourceImage {
  const [format, width, height] = IMAGES[name];
  const shape = { format, width, height } as SourceImage;
  const bytes = planesOf(shape).reduce((sum, { rowBytes, rows }) => sum + rowBytes * rows, 0);
  const data = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 1) data[at] = ((at * 5) >> 3) + (Math.imul(at, 0x9e3779b1) >>> 27);
  if (format === 'rgba') return { format, width, height, data };
  return {
    format,
    width,
    height,
    data,
    colour: { matrix: name === 'nv12' ? 'bt601' : 'bt709', isFullRange: name === 'nv12' },
  };
}
