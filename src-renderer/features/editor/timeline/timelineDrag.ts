import { endFrameOf, type Clip, type Project } from '../../../../src-shared/domain/edit/document.ts';
import type { OperationArgs } from '../../../../src-shared/domain/edit/operations/index.ts';
import type { Tool } from '../editorState.ts';
import { clipsIn, frameAt, hitAt, rowAt, rowsOf, type Hit, type TimelineSpan } from './geometry.ts';
import type { Place } from './painting.ts';
import { snapBy, snapFrames } from './snapping.ts';

/** What a pointer on the timeline needs to know, and can do. */
export interface DragContext {
  project: () => Project;
  span: () => TimelineSpan;
  tool: () => Tool;
  isSnapping: () => boolean;
  selectedIds: () => readonly string[];
  playhead: () => number;
  seek: (frame: number) => void;
  select: (ids: readonly string[]) => void;
  split: (args: OperationArgs<'splitClips'>) => void;
  /** Shows it; at the end it is kept. */
  move: (args: OperationArgs<'moveClips'>, isEnd: boolean) => void;
  trim: (args: OperationArgs<'trimClip'>, isEnd: boolean) => void;
  giveUp: () => void;
}

/** What is drawn beside the project while something is dragged. */
export interface DragMarks {
  lasso: { from: Place; to: Place } | null;
  guideFrame: number | null;
}

export interface Drag {
  move: (place: Place) => DragMarks;
  end: (place: Place) => void;
  cancel: () => void;
}

export interface Modifiers {
  isAdding: boolean;
  /** Only what was picked, not what is linked to it. */
  isAlone: boolean;
}

/** A click that moves less moves nothing. */
const LEAST_DRAG_PX = 3;
const NOTHING: DragMarks = { lasso: null, guideFrame: null };

/** What a press at a place begins; a press alone acts at once. */
export function beginDrag(context: DragContext, place: Place, modifiers: Modifiers): Drag {
  const hit = hitAt(rowsOf(context.project()), context.span(), place);
  if (hit.kind === 'ruler') return scrub(context);
  if (hit.kind !== 'clip') return lasso(context, place, modifiers);
  if (context.tool() === 'razor') {
    context.split({ frame: hit.frame, clipIds: [hit.clip.id], alone: modifiers.isAlone });
    return IDLE;
  }
  pick(context, hit.clip, modifiers);
  return hit.part === 'body'
    ? moveClips(context, hit, place, modifiers)
    : trimClip(context, hit, hit.part, modifiers);
}

const IDLE: Drag = { move: () => NOTHING, end: () => undefined, cancel: () => undefined };

function pick(context: DragContext, { id }: Clip, { isAdding }: Modifiers): void {
  const selected = context.selectedIds();
  if (isAdding)
    context.select(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  else if (!selected.includes(id)) context.select([id]);
}

function scrub(context: DragContext): Drag {
  const go = ({ x }: Place) => {
    const frame = frameAt(context.span(), x);
    const targets = context.isSnapping() ? snapFrames(context.project(), new Set(), frame) : [];
    const edges = targets.filter((target) => target !== frame);
    context.seek(snapBy([frame], edges, context.span().framesPerPx / 2)?.atFrame ?? frame);
    return NOTHING;
  };
  return { move: go, end: (place) => void go(place), cancel: () => undefined };
}

function lasso(context: DragContext, from: Place, { isAdding }: Modifiers): Drag {
  const before = isAdding ? context.selectedIds() : [];
  context.select(before);
  return {
    move(to) {
      const ids = clipsIn(rowsOf(context.project()), context.span(), from, to);
      context.select([...new Set([...before, ...ids])]);
      return { lasso: { from, to }, guideFrame: null };
    },
    end: () => undefined,
    cancel: () => context.select(before),
  };
}

type ClipHit = Extract<Hit, { kind: 'clip' }>;

function moveClips(context: DragContext, hit: ClipHit, start: Place, { isAlone }: Modifiers): Drag {
  const project = context.project();
  const clipIds = [...new Set([...context.selectedIds(), hit.clip.id])];
  const moved = new Set(clipIds);
  const chosen = project.tracks.flatMap(({ clips }) => clips.filter(({ id }) => moved.has(id)));
  const edges = chosen.flatMap((clip) => [clip.startFrame, endFrameOf(clip)]);
  const targets = snapFrames(project, moved, context.playhead());
  const fromIndex = project.tracks.findIndex(({ id }) => id === hit.trackId);
  let args: OperationArgs<'moveClips'> | null = null;
  const drag = ({ x, y }: Place): DragMarks => {
    if (Math.abs(x - start.x) < LEAST_DRAG_PX && Math.abs(y - start.y) < LEAST_DRAG_PX && !args)
      return NOTHING;
    const { framesPerPx } = context.span();
    const by = Math.round((x - start.x) * framesPerPx);
    const snap = context.isSnapping()
      ? snapBy(
          edges.map((edge) => edge + by),
          targets,
          framesPerPx,
        )
      : null;
    const row = rowAt(rowsOf(project), context.span(), y);
    const toIndex = row ? project.tracks.indexOf(row.track) : fromIndex;
    const isSameKind = row?.track.kind === project.tracks[fromIndex]?.kind;
    args = {
      clipIds,
      byFrames: by + (snap?.by ?? 0),
      byTracks: isSameKind ? toIndex - fromIndex : 0,
      alone: isAlone,
    };
    context.move(args, false);
    return { lasso: null, guideFrame: snap?.atFrame ?? null };
  };
  return {
    move: drag,
    end: () => (args ? context.move(args, true) : undefined),
    cancel: context.giveUp,
  };
}

function trimClip(context: DragContext, hit: ClipHit, edge: 'start' | 'end', { isAlone }: Modifiers): Drag {
  const { clip } = hit;
  const targets = snapFrames(context.project(), new Set([clip.id]), context.playhead());
  let args: OperationArgs<'trimClip'> | null = null;
  return {
    move({ x }) {
      const { framesPerPx } = context.span();
      const frame = frameAt(context.span(), x);
      const snap = context.isSnapping() ? snapBy([frame], targets, framesPerPx) : null;
      args = { clipId: clip.id, edge, toFrame: snap?.atFrame ?? frame, alone: isAlone };
      context.trim(args, false);
      return { lasso: null, guideFrame: snap?.atFrame ?? null };
    },
    end: () => (args ? context.trim(args, true) : undefined),
    cancel: context.giveUp,
  };
}
