import type { Clip, Project } from '../../../../src-shared/domain/edit/document.ts';
import type { OperationArgs, OperationName } from '../../../../src-shared/domain/edit/operations/index.ts';
import type { Tool } from '../editorState.ts';
import type { PointPlace } from './curves.ts';
import { frameAt, type Row, type TimelineSpan } from './geometry.ts';
import { snapBy } from './snapping.ts';

export interface Place {
  x: number;
  y: number;
}

/** What a pointer on the timeline needs to know, and can do. */
export interface DragContext {
  project: () => Project;
  rows: () => readonly Row[];
  span: () => TimelineSpan;
  tool: () => Tool;
  isSnapping: () => boolean;
  selectedIds: () => readonly string[];
  playhead: () => number;
  seek: (frame: number) => void;
  select: (ids: readonly string[]) => void;
  selectPoint: (point: PointPlace | null) => void;
  /** Shows what an edit would make of the project, and gives it. */
  show: <N extends OperationName>(name: N, args: OperationArgs<N>) => Project;
  keep: <N extends OperationName>(name: N, args: OperationArgs<N>) => void;
  giveUp: () => void;
}

/** What is drawn beside the project while something is dragged. */
export interface DragMarks {
  lasso: { from: Place; to: Place } | null;
  guideFrame: number | null;
  /** What is changed by how much, beside the pointer. */
  label: { text: string; at: Place } | null;
}

export interface Drag {
  move: (place: Place) => DragMarks;
  end: (place: Place) => void;
  cancel: () => void;
}

export interface Modifiers {
  /** Ctrl, or Command on a Mac. */
  isMod: boolean;
  isShift: boolean;
  /** Alt: only what was picked, not what is linked to it. */
  isAlone: boolean;
}

export const NO_MARKS: DragMarks = { lasso: null, guideFrame: null, label: null };
/** A click that moves less moves nothing. */
const LEAST_DRAG_PX = 3;

export const isMoved = (start: Place, { x, y }: Place): boolean =>
  Math.abs(x - start.x) >= LEAST_DRAG_PX || Math.abs(y - start.y) >= LEAST_DRAG_PX;

interface EditDrag<N extends OperationName> {
  context: DragContext;
  start: Place;
  name: N;
  /** What it is at a place, and where it has snapped to. */
  argsAt: (place: Place) => { args: OperationArgs<N>; guideFrame: number | null };
  labelOf: (shown: Project, args: OperationArgs<N>) => string | null;
  /** It was a click. */
  onClick?: () => void;
}

/** One edit that follows the pointer: shown while it moves, done once where it is let go. */
export function editDrag<N extends OperationName>(drag: EditDrag<N>): Drag {
  const { context, start, name, argsAt, labelOf, onClick } = drag;
  let args: OperationArgs<N> | null = null;
  return {
    move(place) {
      if (!args && !isMoved(start, place)) return NO_MARKS;
      const wanted = argsAt(place);
      args = wanted.args;
      const text = labelOf(context.show(name, args), args);
      return {
        lasso: null,
        guideFrame: wanted.guideFrame,
        label: text === null ? null : { text, at: place },
      };
    },
    end: () => (args ? context.keep(name, args) : onClick?.()),
    cancel: context.giveUp,
  };
}

/** How many frames a place lies from where a drag began, also where the timeline was scrolled meanwhile. */
export function framesSince(context: DragContext, start: Place): (place: Place) => number {
  const { fromFrame } = context.span();
  return ({ x }) => {
    const span = context.span();
    return Math.round((x - start.x) * span.framesPerPx + span.fromFrame - fromFrame);
  };
}

/** The frame at a place, drawn to what is near; and where that is. */
export function snappedFrame(
  context: DragContext,
  { x }: Place,
  targets: readonly number[],
): { frame: number; guideFrame: number | null } {
  const frame = frameAt(context.span(), x);
  const snap = context.isSnapping() ? snapBy([frame], targets, context.span().framesPerPx) : null;
  return { frame: snap?.atFrame ?? frame, guideFrame: snap?.atFrame ?? null };
}

export function findShown(project: Project, clipId: string): Clip | undefined {
  for (const { clips } of project.tracks) {
    const clip = clips.find(({ id }) => id === clipId);
    if (clip) return clip;
  }
  return undefined;
}
