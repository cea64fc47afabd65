import { endFrameOf } from '../../../../src-shared/domain/edit/document.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { timecodeOf } from '../preview/timecode.ts';
import {
  between,
  curveRange,
  curveValueAt,
  ENVELOPE,
  movePoint,
  pointsOf,
  setPoint,
  valueOfPx,
  type CurveEdit,
  type CurvePoint,
} from './curves.ts';
import {
  isMoved,
  NO_MARKS,
  snappedFrame,
  type Drag,
  type DragContext,
  type DragMarks,
  type Place,
} from './dragTypes.ts';
import type { Hit } from './geometry.ts';
import { snapFrames } from './snapping.ts';

/** With Shift held a value changes by a tenth of it. */
const FINE = 0.1;

/** Moves a point of a curve; pressed on the line, a new one. */
export function curveDrag(
  context: DragContext,
  hit: Extract<Hit, { kind: 'curve' }>,
  start: Place,
  isFine: boolean,
): Drag {
  const { curve } = hit;
  const { clip, parameter } = curve;
  const project = context.project();
  const targets = snapFrames(project, new Set(), context.playhead());
  const isNew = hit.point === null;
  const frame = hit.frame - clip.startFrame;
  const point: CurvePoint = hit.point ?? { frame, value: curveValueAt(curve, frame) };
  const range = curveRange(curve);
  let wanted: CurveEdit | null = isNew ? setPoint(clip, parameter, point) : null;
  let at = point.frame;
  const pointAt = (place: Place): { to: CurvePoint; guideFrame: number | null } => {
    const changed = point.value + valueOfPx(curve, place.y - start.y) * (isFine ? FINE : 1);
    // Along a line that is level a hand that trembles changes nothing.
    const isLevel = Math.abs(place.y - start.y) < 3;
    const value = isLevel ? point.value : Math.max(range.min, Math.min(range.max, roundFor(changed, isFine)));
    if (Math.abs(place.x - start.x) < 3) return { to: { frame: point.frame, value }, guideFrame: null };
    const snapped = snappedFrame(context, place, targets);
    const inClip = Math.max(clip.startFrame, Math.min(endFrameOf(clip) - 1, snapped.frame));
    return { to: { frame: inClip - clip.startFrame, value }, guideFrame: snapped.guideFrame };
  };
  const move = (place: Place): DragMarks => {
    if (!isNew && !wanted && !isMoved(start, place)) return NO_MARKS;
    const { to, guideFrame } = pointAt(place);
    at = isNew ? to.frame : between(pointsOf(curve), point.frame, to.frame);
    wanted = isNew ? setPoint(clip, parameter, to) : movePoint(clip, parameter, point.frame, to);
    context.show(wanted.name, wanted.args);
    const text = `${figureOf(parameter, to.value)} · ${timecodeOf(project, clip.startFrame + at)}`;
    return { lasso: null, guideFrame, label: { text, at: place } };
  };
  return {
    move,
    end() {
      if (wanted) context.keep(wanted.name, wanted.args);
      context.selectPoint({ clipId: clip.id, parameter, frame: at });
    },
    cancel: context.giveUp,
  };
}

const roundFor = (value: number, isFine: boolean) =>
  isFine ? Math.round(value * 10) / 10 : Math.round(value);

/** A value as it is written beside the pointer. */
function figureOf(parameter: string, value: number): string {
  const figure = formatFigure(value, Number.isInteger(value) ? 0 : 1);
  return parameter === ENVELOPE ? `${figure} dB` : figure;
}
