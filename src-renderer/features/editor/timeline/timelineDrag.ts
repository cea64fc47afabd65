import { endFrameOf, type Clip, type Project } from '../../../../src-shared/domain/edit/document.ts';
import type { OperationArgs } from '../../../../src-shared/domain/edit/operations/index.ts';
import type { Tool } from '../editorState.ts';
import { clipsIn, frameAt, hitAt, rowAt, rowsOf, type Hit, type TimelineSpan } from './geometry.ts';
import type { Place } from './painting.ts';
import { snapBy, snapFrames } from './snapping.ts';

/** What a pointer on the timeline needs to know, and can do. */
export interface TimelineDesk {
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
export function beginDrag(desk: TimelineDesk, place: Place, modifiers: Modifiers): Drag {
  const hit = hitAt(rowsOf(desk.project()), desk.span(), place);
  if (hit.kind === 'ruler') return scrub(desk);
  if (hit.kind !== 'clip') return lasso(desk, place, modifiers);
  if (desk.tool() === 'razor') {
    desk.split({ frame: hit.frame, clipIds: [hit.clip.id], alone: modifiers.isAlone });
    return IDLE;
  }
  pick(desk, hit.clip, modifiers);
  return hit.part === 'body'
    ? moveClips(desk, hit, place, modifiers)
    : trimClip(desk, hit, hit.part, modifiers);
}

const IDLE: Drag = { move: () => NOTHING, end: () => undefined, cancel: () => undefined };

function pick(desk: TimelineDesk, { id }: Clip, { isAdding }: Modifiers): void {
  const selected = desk.selectedIds();
  if (isAdding) desk.select(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  else if (!selected.includes(id)) desk.select([id]);
}

function scrub(desk: TimelineDesk): Drag {
  const go = ({ x }: Place) => {
    const frame = frameAt(desk.span(), x);
    const targets = desk.isSnapping() ? snapFrames(desk.project(), new Set(), frame) : [];
    const edges = targets.filter((target) => target !== frame);
    desk.seek(snapBy([frame], edges, desk.span().framesPerPx / 2)?.atFrame ?? frame);
    return NOTHING;
  };
  return { move: go, end: (place) => void go(place), cancel: () => undefined };
}

function lasso(desk: TimelineDesk, from: Place, { isAdding }: Modifiers): Drag {
  const before = isAdding ? desk.selectedIds() : [];
  desk.select(before);
  return {
    move(to) {
      const ids = clipsIn(rowsOf(desk.project()), desk.span(), from, to);
      desk.select([...new Set([...before, ...ids])]);
      return { lasso: { from, to }, guideFrame: null };
    },
    end: () => undefined,
    cancel: () => desk.select(before),
  };
}

type ClipHit = Extract<Hit, { kind: 'clip' }>;

function moveClips(desk: TimelineDesk, hit: ClipHit, start: Place, { isAlone }: Modifiers): Drag {
  const project = desk.project();
  const clipIds = [...new Set([...desk.selectedIds(), hit.clip.id])];
  const moved = new Set(clipIds);
  const chosen = project.tracks.flatMap(({ clips }) => clips.filter(({ id }) => moved.has(id)));
  const edges = chosen.flatMap((clip) => [clip.startFrame, endFrameOf(clip)]);
  const targets = snapFrames(project, moved, desk.playhead());
  const fromIndex = project.tracks.findIndex(({ id }) => id === hit.trackId);
  let args: OperationArgs<'moveClips'> | null = null;
  const drag = ({ x, y }: Place): DragMarks => {
    if (Math.abs(x - start.x) < LEAST_DRAG_PX && Math.abs(y - start.y) < LEAST_DRAG_PX && !args)
      return NOTHING;
    const { framesPerPx } = desk.span();
    const by = Math.round((x - start.x) * framesPerPx);
    const snap = desk.isSnapping()
      ? snapBy(
          edges.map((edge) => edge + by),
          targets,
          framesPerPx,
        )
      : null;
    const row = rowAt(rowsOf(project), desk.span(), y);
    const toIndex = row ? project.tracks.indexOf(row.track) : fromIndex;
    const isSameKind = row?.track.kind === project.tracks[fromIndex]?.kind;
    args = {
      clipIds,
      byFrames: by + (snap?.by ?? 0),
      byTracks: isSameKind ? toIndex - fromIndex : 0,
      alone: isAlone,
    };
    desk.move(args, false);
    return { lasso: null, guideFrame: snap?.atFrame ?? null };
  };
  return {
    move: drag,
    end: () => (args ? desk.move(args, true) : undefined),
    cancel: desk.giveUp,
  };
}

function trimClip(desk: TimelineDesk, hit: ClipHit, edge: 'start' | 'end', { isAlone }: Modifiers): Drag {
  const { clip } = hit;
  const targets = snapFrames(desk.project(), new Set([clip.id]), desk.playhead());
  let args: OperationArgs<'trimClip'> | null = null;
  return {
    move({ x }) {
      const { framesPerPx } = desk.span();
      const frame = frameAt(desk.span(), x);
      const snap = desk.isSnapping() ? snapBy([frame], targets, framesPerPx) : null;
      args = { clipId: clip.id, edge, toFrame: snap?.atFrame ?? frame, alone: isAlone };
      desk.trim(args, false);
      return { lasso: null, guideFrame: snap?.atFrame ?? null };
    },
    end: () => (args ? desk.trim(args, true) : undefined),
    cancel: desk.giveUp,
  };
}
