import {
  endFrameOf,
  mediaOf,
  type Clip,
  type Media,
  type Project,
  type Size,
  type TextStyle,
  type Track,
} from './document.ts';
import {
  clipEffectFields,
  COLOUR_KEYS,
  type ClipEffectKind,
  type ColourValues,
  type GreenScreen,
} from './effects.ts';
import { clipValueAt, valueAt } from './keyframes.ts';
import { placeClip, type Crop, type Placement } from './placement.ts';

export type { Crop, Placement };

/** One frame of a project as the kernel draws it: whole numbers alone, so that every host draws the same. */
export interface DrawList {
  width: number;
  height: number;
  /** The lowest first. */
  layers: DrawLayer[];
}

export type Rgb = [red: number, green: number, blue: number];

export type LayerSource =
  /** The last frame of the media that is not later than `sourceTimeUs`. */
  | { kind: 'media'; mediaId: string; sourceTimeUs: number }
  | { kind: 'text'; text: string; style: TextStyle }
  | { kind: 'colour'; rgb: Rgb };

export interface ResolvedEffect {
  kind: ClipEffectKind;
  values: Record<string, number>;
}

export interface DrawLayer {
  clipId: string;
  source: LayerSource;
  placement: Placement;
  crop: Crop;
  /** 256 hides what is below. */
  opacity: number;
  /** Colour sliders and LUT, to be baked into one table; equal keys are equal tables; null: colours stay. */
  table: { key: string; colour: ColourValues; lutId: string | null } | null;
  effects: ResolvedEffect[];
  greenScreen: (Omit<GreenScreen, 'isOn' | 'keyColour'> & { keyColour: Rgb }) | null;
  /** Of the clip, from its start: grain is of this frame. */
  frame: number;
}

const FULL_OPACITY = 256;

/** What is seen at `frame`, in a frame of `size`. The only reader of the document for preview and export. */
export function resolve(project: Project, frame: number, size: Size = project.canvas): DrawList {
  const layers = project.tracks
    .filter(({ kind, isHidden }) => kind === 'video' && !isHidden)
    .flatMap((track) => layersOfTrack(project, track, frame, size));
  return { width: size.width, height: size.height, layers };
}

/** The clips of a track at a frame: none, one, or the two of a dissolve. */
export function clipsAt({ clips }: Pick<Track, 'clips'>, frame: number): Clip[] {
  let [low, high] = [0, clips.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((clips[middle] as Clip).startFrame <= frame) low = middle + 1;
    else high = middle;
  }
  return clips.slice(Math.max(0, low - 2), low).filter((clip) => endFrameOf(clip) > frame);
}

function layersOfTrack(project: Project, track: Track, frame: number, size: Size): DrawLayer[] {
  const layers = clipsAt(track, frame).flatMap((clip) => layerOf(project, clip, frame, size) ?? []);
  const [below, above] = layers;
  if (!below || !above || covers(above, below)) return layers;
  // What the coming clip does not cover would vanish at once where the dissolve ends.
  return [
    { ...below, opacity: Math.round((below.opacity * (FULL_OPACITY - above.opacity)) / FULL_OPACITY) },
    above,
  ];
}

function covers(above: DrawLayer, { placement: below }: DrawLayer): boolean {
  const { x, y, width, height, rotationCentiDeg } = above.placement;
  if (above.greenScreen || above.source.kind === 'text' || rotationCentiDeg !== 0) return false;
  if (below.rotationCentiDeg !== 0) return false;
  const isWide = x <= below.x && x + width >= below.x + below.width;
  return isWide && y <= below.y && y + height >= below.y + below.height;
}

function layerOf(project: Project, clip: Clip, frame: number, size: Size): DrawLayer | null {
  const offset = frame - clip.startFrame;
  const opacity = Math.round(
    FULL_OPACITY * (clipValueAt(clip, 'opacity', offset) / 100) * fadeAt(clip, offset),
  );
  const source = sourceOf(project, clip, offset);
  if (!source || opacity < 1) return null;
  const media = mediaOf(project, clip);
  const placed = placeClip(clip, offset, { media, canvas: project.canvas, size });
  if (!placed) return null;
  return {
    clipId: clip.id,
    source,
    ...placed,
    opacity,
    table: tableOf(project, clip, offset),
    effects: clip.effects.filter(({ isOn }) => isOn).map((effect) => resolveEffect(clip, effect, offset)),
    greenScreen: resolveGreenScreen(clip, offset),
    frame: offset,
  };
}

/** Taken in the middle of each frame, so that a fade of n frames has n different steps. */
function fadeAt(
  { lengthFrames, fadeInFrames, fadeOutFrames, dissolveInFrames }: Clip,
  offset: number,
): number {
  const rising = (frames: number, at: number) => (at < frames ? (at + 0.5) / frames : 1);
  return (
    rising(fadeInFrames, offset) *
    rising(dissolveInFrames, offset) *
    rising(fadeOutFrames, lengthFrames - 1 - offset)
  );
}

function sourceOf(project: Project, clip: Clip, offset: number): LayerSource | null {
  const { generator } = clip;
  if (generator?.kind === 'text') return { kind: 'text', text: generator.text, style: generator.style };
  if (generator) return { kind: 'colour', rgb: rgbOf(generator.rgb) };
  const media = mediaOf(project, clip);
  if (!media?.video) return null;
  // An image is the same at any time: one name for it, so that it is drawn from one copy.
  const timeUs = media.kind === 'image' ? 0 : sourceTimeUs(project, clip, offset, media);
  return { kind: 'media', mediaId: media.id, sourceTimeUs: timeUs };
}

/**
 * Microseconds in the time of the source, `offset` frames after the clip's start, and a quarter of a frame: a file's times are
 * rounded, some to whole milliseconds, and the frame that is meant must not depend on that.
 */
export function sourceTimeUs(
  { rate }: Pick<Project, 'rate'>,
  clip: Clip,
  offset: number,
  { originSec = 0 }: Pick<Media, 'originSec'>,
): number {
  const { sourceStartTicks, sourceTicksPerSec, speed } = clip;
  const frameUs = (1e6 * rate.den) / rate.num;
  const playedUs = offset * frameUs * (speed.num / speed.den);
  const startUs = originSec * 1e6 + (sourceStartTicks * 1e6) / sourceTicksPerSec;
  return Math.floor(startUs + playedUs + frameUs / 4);
}

function tableOf(project: Project, clip: Clip, offset: number): DrawLayer['table'] {
  const lutId = clip.lutId !== null && Object.hasOwn(project.luts, clip.lutId) ? clip.lutId : null;
  const values = COLOUR_KEYS.map((key) =>
    Math.round(valueAt(clip, `colour.${key}`, offset, clip.colour[key])),
  );
  if (lutId === null && values.every((value) => value === 0)) return null;
  const colour = Object.fromEntries(COLOUR_KEYS.map((key, index) => [key, values[index]])) as ColourValues;
  return { key: `${values.join(' ')} ${lutId ?? ''}`.trim(), colour, lutId };
}

function resolveEffect(
  clip: Clip,
  { id, kind, values }: Clip['effects'][number],
  offset: number,
): ResolvedEffect {
  const rounded = Object.keys(clipEffectFields(kind)).map((key) => [
    key,
    Math.round(valueAt(clip, `effect.${id}.${key}`, offset, values[key] ?? 0)),
  ]);
  return { kind, values: Object.fromEntries(rounded) as Record<string, number> };
}

function resolveGreenScreen(clip: Clip, offset: number): DrawLayer['greenScreen'] {
  const { isOn, keyColour, ...ranges } = clip.greenScreen;
  if (!isOn) return null;
  const rounded = (key: keyof typeof ranges) =>
    Math.round(valueAt(clip, `greenScreen.${key}`, offset, ranges[key]));
  return {
    keyColour: rgbOf(keyColour),
    tolerance: rounded('tolerance'),
    softness: rounded('softness'),
    spillSuppression: rounded('spillSuppression'),
    edgeFeather: rounded('edgeFeather'),
  };
}

const rgbOf = (colour: string): Rgb => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];
