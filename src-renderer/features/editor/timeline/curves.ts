import type { Clip, EnvelopePoint, Keyframe } from '../../../../src-shared/domain/edit/document.ts';
import { ownValue, parameterRange, valueAt } from '../../../../src-shared/domain/edit/keyframes.ts';
import type { OperationArgs } from '../../../../src-shared/domain/edit/operations/index.ts';
import { gainDbAt } from '../../../../src-shared/domain/edit/points.ts';

/** The gain of a clip's sound along it: drawn on the clip itself, beside the parameters that have lanes. */
export const ENVELOPE = 'envelope';
/** Lower is as good as silent, and would leave no room for what is heard. */
const ENVELOPE_RANGE = { min: -48, max: 12 } as const;

/** What sliders and lanes show of a parameter whose own range is far wider. */
export const PLACEMENT_RANGES = {
  scale: { min: 1, max: 400 },
  x: { min: -1920, max: 1920 },
  y: { min: -1080, max: 1080 },
  rotationDeg: { min: -180, max: 180 },
} as const;

/** One point of a parameter of a clip; `frame` is from the clip's start. */
export interface PointPlace {
  clipId: string;
  parameter: string;
  frame: number;
}

export interface CurvePoint {
  frame: number;
  value: number;
}

/** A curve as it lies on the timeline; its top is from that of the first row. */
export interface Curve {
  clip: Clip;
  parameter: string;
  topPx: number;
  heightPx: number;
}

export function curveRange({ clip, parameter }: Pick<Curve, 'clip' | 'parameter'>): {
  min: number;
  max: number;
} {
  if (parameter === ENVELOPE) return ENVELOPE_RANGE;
  if (Object.hasOwn(PLACEMENT_RANGES, parameter))
    return PLACEMENT_RANGES[parameter as keyof typeof PLACEMENT_RANGES];
  return parameterRange(clip, parameter) ?? { min: 0, max: 100 };
}

export function pointsOf({ clip, parameter }: Pick<Curve, 'clip' | 'parameter'>): CurvePoint[] {
  if (parameter === ENVELOPE) return clip.envelope.map(({ frame, gainDb }) => ({ frame, value: gainDb }));
  return (keyframesOf(clip, parameter) ?? []).map(({ frame, value }) => ({ frame, value }));
}

const keyframesOf = ({ keyframes }: Clip, parameter: string): readonly Keyframe[] | undefined =>
  Object.hasOwn(keyframes, parameter) ? keyframes[parameter] : undefined;

export function curveValueAt({ clip, parameter }: Pick<Curve, 'clip' | 'parameter'>, frame: number): number {
  if (parameter === ENVELOPE) return gainDbAt(clip.envelope, frame, (point) => point.frame);
  return valueAt(clip, parameter, frame, ownValue(clip, parameter) ?? 0);
}

/** How far below its top a value lies. */
export function curveY(curve: Curve, value: number): number {
  const { min, max } = curveRange(curve);
  const part = (Math.max(min, Math.min(max, value)) - min) / (max - min);
  return PAD_PX + (1 - part) * (curve.heightPx - 2 * PAD_PX);
}

/** By how much the value changes for so many pixels down. */
export function valueOfPx(curve: Curve, byPx: number): number {
  const { min, max } = curveRange(curve);
  return (-byPx / (curve.heightPx - 2 * PAD_PX)) * (max - min);
}

const PAD_PX = 4;

/** What is done to the points of a curve, whichever kind it is of. */
export type CurveEdit =
  | { name: 'setKeyframe'; args: OperationArgs<'setKeyframe'> }
  | { name: 'moveKeyframe'; args: OperationArgs<'moveKeyframe'> }
  | { name: 'deleteKeyframe'; args: OperationArgs<'deleteKeyframe'> }
  | { name: 'setClips'; args: OperationArgs<'setClips'> };

/** A new point, or another value of one that is there. It leads to the next one as its neighbour before it does. */
export function setPoint(clip: Clip, parameter: string, { frame, value }: CurvePoint): CurveEdit {
  if (parameter === ENVELOPE) return withEnvelope(clip, [...without(clip, frame), gainPoint(frame, value)]);
  const keyframes = keyframesOf(clip, parameter) ?? [];
  const ease = (keyframes.findLast((one) => one.frame <= frame) ?? keyframes[0])?.ease ?? 'linear';
  return { name: 'setKeyframe', args: { clipId: clip.id, parameter, frame, value: tidy(value), ease } };
}

/** Moves a point, never past another one. */
export function movePoint(clip: Clip, parameter: string, frame: number, to: CurvePoint): CurveEdit {
  const toFrame = between(pointsOf({ clip, parameter }), frame, to.frame);
  if (parameter === ENVELOPE)
    return withEnvelope(clip, [...without(clip, frame), gainPoint(toFrame, to.value)]);
  const value = tidy(to.value);
  return { name: 'moveKeyframe', args: { clipId: clip.id, parameter, frame, toFrame, value } };
}

export function deletePoint(clip: Clip, parameter: string, frame: number): CurveEdit {
  if (parameter === ENVELOPE) return withEnvelope(clip, without(clip, frame));
  return { name: 'deleteKeyframe', args: { clipId: clip.id, parameter, frame } };
}

/** Where a moved point ends up: one frame before the next one at most. */
export function between(points: readonly CurvePoint[], frame: number, toFrame: number): number {
  const at = points.findIndex((point) => point.frame === frame);
  const before = points[at - 1]?.frame ?? -Infinity;
  const after = points[at + 1]?.frame ?? Infinity;
  return Math.max(before + 1, Math.min(after - 1, toFrame));
}

const tidy = (value: number): number => Math.round(value * 10) / 10;
const gainPoint = (frame: number, value: number): EnvelopePoint => ({
  frame,
  gainDb: Math.max(-120, Math.min(24, tidy(value))),
});
const without = ({ envelope }: Clip, frame: number) => envelope.filter((point) => point.frame !== frame);
const withEnvelope = ({ id }: Clip, envelope: EnvelopePoint[]): CurveEdit => ({
  name: 'setClips',
  args: {
    clipIds: [id],
    values: { envelope: envelope.toSorted((one, other) => one.frame - other.frame) },
  },
});
