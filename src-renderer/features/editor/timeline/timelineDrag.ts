import { endFrameOf, type Clip } from '../../../../src-shared/domain/edit/document.ts';
import { signedTimecode, timecodeOf } from '../preview/timecode.ts';
import { curveDrag } from './curveDrag.ts';
import {
  editDrag,
  findShown,
  framesSince,
  isMoved,
  NO_MARKS,
  type Drag,
  type DragContext,
  type Modifiers,
  type Place,
} from './dragTypes.ts';
import { clipsIn, frameAt, hitAt, rowAt, type Hit } from './geometry.ts';
import { snapBy, snapFrames } from './snapping.ts';
import { edgeDrag, fadeDrag, slideDrag, slipDrag, type ClipHit } from './trimDrags.ts';

const IDLE: Drag = { move: () => NO_MARKS, end: () => undefined, cancel: () => undefined };

/** What lies at a place, as the timeline is at the moment. */
export const hitOf = (context: DragContext, place: Place): Hit =>
  hitAt(context.rows(), context.span(), place, new Set(context.selectedIds()));

/** What a press at a place begins; a press alone acts at once. */
export function beginDrag(context: DragContext, place: Place, modifiers: Modifiers): Drag {
  const hit = hitOf(context, place);
  if (hit.kind === 'ruler') return scrub(context);
  if (hit.kind === 'clip') return beginOnClip(context, hit, place, modifiers);
  if (hit.kind === 'fade') return fadeDrag(context, hit, place);
  if (hit.kind === 'curve') return curveDrag(context, hit, place, modifiers.isShift);
  return lasso(context, place, modifiers);
}

function beginOnClip(context: DragContext, hit: ClipHit, place: Place, modifiers: Modifiers): Drag {
  const { clip } = hit;
  const tool = context.tool();
  if (tool === 'razor') {
    context.keep('splitClips', { frame: hit.frame, clipIds: [clip.id], alone: modifiers.isAlone });
    return IDLE;
  }
  if (hit.part !== 'body') {
    if (!context.selectedIds().includes(clip.id)) context.select([clip.id]);
    return edgeDrag(context, hit, place, modifiers);
  }
  const onClick = pick(context, clip, modifiers);
  if (tool === 'slip') return slipDrag(context, hit, place, modifiers.isAlone);
  if (tool === 'slide') return slideDrag(context, hit, place, modifiers.isAlone);
  return moveDrag(context, hit, place, { modifiers, onClick });
}

/** Selects what is pressed. With a key held a clip that is selected already is left out, if it is not moved. */
function pick(context: DragContext, { id }: Clip, { isMod, isShift }: Modifiers): () => void {
  const selected = context.selectedIds();
  const isSelected = selected.includes(id);
  const isAdding = isMod || isShift;
  if (!isSelected) context.select(isAdding ? [...selected, id] : [id]);
  return () => {
    if (isSelected && isAdding) context.select(selected.filter((one) => one !== id));
  };
}

function scrub(context: DragContext): Drag {
  // The playhead itself is no target here, and what is there does not change while it is moved.
  const targets = snapFrames(context.project(), new Set(), null);
  const go = ({ x }: Place) => {
    const frame = frameAt(context.span(), x);
    const snap = context.isSnapping() ? snapBy([frame], targets, context.span().framesPerPx / 2) : null;
    context.seek(snap?.atFrame ?? frame);
    return NO_MARKS;
  };
  return { move: go, end: (place) => void go(place), cancel: () => undefined };
}

function lasso(context: DragContext, start: Place, { isMod, isShift }: Modifiers): Drag {
  const before = isMod || isShift ? context.selectedIds() : [];
  context.select(before);
  const rows = context.rows();
  const { fromFrame } = context.span();
  return {
    move(to) {
      if (!isMoved(start, to)) return NO_MARKS;
      const span = context.span();
      const from = { x: start.x - (span.fromFrame - fromFrame) / span.framesPerPx, y: start.y };
      const ids = clipsIn(rows, span, from, to);
      context.select([...new Set([...before, ...ids])]);
      return { ...NO_MARKS, lasso: { from, to } };
    },
    end: () => undefined,
    cancel: () => context.select(before),
  };
}

interface MoveOptions {
  modifiers: Modifiers;
  onClick: () => void;
}

/** Moves what is selected; with Ctrl it makes room for itself instead of taking it. */
function moveDrag(
  context: DragContext,
  hit: ClipHit,
  start: Place,
  { modifiers, onClick }: MoveOptions,
): Drag {
  const project = context.project();
  const rows = context.rows();
  const clipIds = [...new Set([...context.selectedIds(), hit.clip.id])];
  const moved = new Set(clipIds);
  const chosen = project.tracks.flatMap(({ clips }) => clips.filter(({ id }) => moved.has(id)));
  const edges = chosen.flatMap((clip) => [clip.startFrame, endFrameOf(clip)]);
  const targets = snapFrames(project, moved, context.playhead());
  const fromIndex = project.tracks.findIndex(({ id }) => id === hit.trackId);
  const movedBy = framesSince(context, start);
  return editDrag({
    context,
    start,
    name: 'moveClips',
    onClick,
    argsAt(place) {
      const by = movedBy(place);
      const wanted = edges.map((edge) => edge + by);
      const snap = context.isSnapping() ? snapBy(wanted, targets, context.span().framesPerPx) : null;
      const row = rowAt(rows, context.span(), place.y);
      const toIndex = row ? project.tracks.findIndex(({ id }) => id === row.track.id) : fromIndex;
      const isSameKind = row?.track.kind === project.tracks[fromIndex]?.kind;
      return {
        args: {
          clipIds,
          byFrames: by + (snap?.by ?? 0),
          byTracks: isSameKind ? toIndex - fromIndex : 0,
          alone: modifiers.isAlone,
          ...(modifiers.isMod ? { place: 'insert' as const } : {}),
        },
        guideFrame: snap?.atFrame ?? null,
      };
    },
    labelOf(shown) {
      const after = findShown(shown, hit.clip.id);
      if (!after) return null;
      const by = signedTimecode(project, after.startFrame - hit.clip.startFrame);
      return `${by} · ${timecodeOf(project, after.startFrame)}`;
    },
  });
}
