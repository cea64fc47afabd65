import { COLOUR_KEYS, type ClipEffectKind, type ColourValues } from '../domain/edit/effects.ts';
import type { DrawLayer, ResolvedEffect } from '../domain/edit/resolve.ts';

/** The words of a layer, in the order of `struct Layer` in native/video/kernel.hpp. */
export const MAX_EFFECTS = 20;
export const LAYER_WORDS = 21 + MAX_EFFECTS * 3;

/** Percentages and sizes go in as 1/256. */
export const fine = (value: number): number => Math.round(value * 256);

/** Of an effect: its number for the kernel, and which of its values are its amount and its size. */
const EFFECT_ROWS = {
  blur: { number: 0, amount: 'amount', size: null },
  sharpen: { number: 1, amount: 'amount', size: 'radius' },
  glow: { number: 2, amount: 'intensity', size: 'radius' },
  vignette: { number: 3, amount: 'amount', size: 'size' },
  filmGrain: { number: 4, amount: 'amount', size: 'size' },
  chromaticAberration: { number: 5, amount: 'amount', size: null },
} as const satisfies Record<ClipEffectKind, { number: number; amount: string; size: string | null }>;

/** Its number for the kernel, its amount and its size. */
export function effectWords({ kind, values }: ResolvedEffect): [number, number, number] {
  const { number, amount, size } = EFFECT_ROWS[kind];
  return [number, fine(values[amount] ?? 0), size === null ? 0 : fine(values[size] ?? 0)];
}

/** `image` and `table` are the kernel's numbers; -1: none. */
export function layerWords(layer: DrawLayer, image: number, table: number): number[] {
  const { source, placement, crop, greenScreen: key } = layer;
  const rgb = ([red, green, blue]: readonly [number, number, number]) => (red << 16) | (green << 8) | blue;
  const effects = layer.effects.slice(0, MAX_EFFECTS);
  const words = [
    image,
    source.kind === 'colour' ? rgb(source.rgb) : 0,
    placement.x,
    placement.y,
    placement.width,
    placement.height,
    placement.rotationCentiDeg * 10,
    crop.left,
    crop.top,
    crop.right,
    crop.bottom,
    layer.opacity,
    table,
    layer.frame,
    key ? 1 : 0,
    key ? rgb(key.keyColour) : 0,
    fine(key?.tolerance ?? 0),
    fine(key?.softness ?? 0),
    fine(key?.spillSuppression ?? 0),
    fine(key?.edgeFeather ?? 0),
    effects.length,
    ...effects.flatMap(effectWords),
  ];
  return [...words, ...Array<number>(LAYER_WORDS - words.length).fill(0)];
}

/** The ten sliders, in the order of `struct Sliders` in native/video/table.hpp. */
export const sliderWords = (colour: ColourValues): number[] => COLOUR_KEYS.map((key) => fine(colour[key]));
