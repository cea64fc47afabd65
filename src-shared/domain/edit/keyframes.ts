import type { Clip, Keyframe } from './document.ts';
import {
  CLIP_EFFECTS,
  clipEffectFields,
  COLOUR_FIELDS,
  GREEN_SCREEN_FIELDS,
  type ColourKey,
} from './effects.ts';
import { betweenPoints } from './points.ts';

/** What of a clip's own values a keyframe can move, with its range. */
const CLIP_PARAMETERS = {
  opacity: { min: 0, max: 100 },
  x: { min: -32_768, max: 32_768 },
  y: { min: -32_768, max: 32_768 },
  scale: { min: 0, max: 10_000 },
  rotationDeg: { min: -3600, max: 3600 },
  'crop.left': { min: 0, max: 100 },
  'crop.top': { min: 0, max: 100 },
  'crop.right': { min: 0, max: 100 },
  'crop.bottom': { min: 0, max: 100 },
} as const;
type ClipParameter = keyof typeof CLIP_PARAMETERS;

const byName = (prefix: string, fields: Readonly<Record<string, { min: number; max: number }>>) =>
  Object.entries(fields).map(([key, { min, max }]) => [`${prefix}.${key}`, { min, max }] as const);

const FIXED: ReadonlyMap<string, { min: number; max: number }> = new Map<
  string,
  { min: number; max: number }
>([
  ...Object.entries(CLIP_PARAMETERS),
  ...byName('colour', COLOUR_FIELDS),
  ...byName('greenScreen', GREEN_SCREEN_FIELDS),
]);

/**
 * The range of a parameter by its name: `opacity`, `crop.left`, `colour.exposure`, `greenScreen.softness`, or
 * `effect.<id>.<value>`; null: this clip has no such parameter.
 */
export function parameterRange(clip: Clip, parameter: string): { min: number; max: number } | null {
  const known = FIXED.get(parameter);
  if (known) return known;
  const [area, id, key] = parameter.split('.');
  const effect = area === 'effect' ? clip.effects.find((one) => one.id === id) : undefined;
  if (!effect || key === undefined) return null;
  return Object.hasOwn(CLIP_EFFECTS[effect.kind].fields, key)
    ? (clipEffectFields(effect.kind)[key] ?? null)
    : null;
}

/** A parameter where no keyframe says another; null: this clip has no such parameter. */
export function ownValue(clip: Clip, parameter: string): number | null {
  if (Object.hasOwn(CLIP_PARAMETERS, parameter)) return fixedValue(clip, parameter as ClipParameter);
  if (!parameterRange(clip, parameter)) return null;
  const [area, key = '', ofEffect = ''] = parameter.split('.');
  if (area === 'colour') return clip.colour[key as ColourKey];
  if (area === 'greenScreen') return clip.greenScreen[key as keyof typeof GREEN_SCREEN_FIELDS];
  return clip.effects.find(({ id }) => id === key)?.values[ofEffect] ?? null;
}

/** A parameter `frame` frames after the clip's start: as its keyframes say, else `fixed`. */
export function valueAt(
  clip: Pick<Clip, 'keyframes'>,
  parameter: string,
  frame: number,
  fixed: number,
): number {
  const keyframes = Object.hasOwn(clip.keyframes, parameter) ? clip.keyframes[parameter] : undefined;
  return keyframes ? interpolate(keyframes, frame) : fixed;
}

export const clipValueAt = (clip: Clip, parameter: ClipParameter, frame: number): number =>
  valueAt(clip, parameter, frame, fixedValue(clip, parameter));

function fixedValue({ opacity, transform }: Clip, parameter: ClipParameter): number {
  switch (parameter) {
    case 'opacity':
      return opacity;
    case 'crop.left':
      return transform.crop.left;
    case 'crop.top':
      return transform.crop.top;
    case 'crop.right':
      return transform.crop.right;
    case 'crop.bottom':
      return transform.crop.bottom;
    case 'x':
    case 'y':
    case 'scale':
    case 'rotationDeg':
      return transform[parameter];
  }
}

function interpolate(keyframes: readonly Keyframe[], frame: number): number {
  const between = betweenPoints(keyframes, frame, (keyframe) => keyframe.frame);
  if (!between) return 0;
  const { left, right, part } = between;
  if (left.ease === 'hold') return left.value;
  const eased = left.ease === 'smooth' ? part * part * (3 - 2 * part) : part;
  return left.value + (right.value - left.value) * eased;
}
