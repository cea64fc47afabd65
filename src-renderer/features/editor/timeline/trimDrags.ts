import { endFrameOf, type Clip, type Project } from '../../../../src-shared/domain/edit/document.ts';
import { dissolveRoom } from '../../../../src-shared/domain/edit/operations/trims.ts';
import { sourceStartSec } from '../../../../src-shared/domain/edit/time.ts';
import { signedTimecode, timecodeOf } from '../preview/timecode.ts';
import {
  editDrag,
  findShown,
  framesSince,
  snappedFrame,
  type Drag,
  type DragContext,
  type Modifiers,
  type Place,
} from './dragTypes.ts';
import { type Hit } from './geometry.ts';
import { snapBy, snapFrames } from './snapping.ts';

export type ClipHit = Extract<Hit, { kind: 'clip' }>;

/** An edge of a clip: trimmed, or with what is behind (ripple), or with its neighbour (roll). */
export function edgeDrag(context: DragContext, hit: ClipHit, start: Place, modifiers: Modifiers): Drag {
  const { clip, part } = hit;
  const edge = part === 'end' ? 'end' : 'start';
  const tool = context.tool();
  const isPlain = tool === 'select' && !modifiers.isMod && !modifiers.isShift;
  if (isPlain && edge === 'start' && clip.dissolveInFrames > 0) return dissolveDrag(context, clip, start);
  const right = tool === 'roll' || modifiers.isShift ? rightOfCut(context.project(), hit, edge) : null;
  if (right) return rollDrag(context, right, start, modifiers.isAlone);
  const ripple = tool === 'ripple' || modifiers.isMod;
  const project = context.project();
  const targets = snapFrames(project, new Set([clip.id]), context.playhead());
  return editDrag({
    context,
    start,
    name: 'trimClip',
    argsAt(place) {
      const { frame, guideFrame } = snappedFrame(context, place, targets);
      return {
        args: {
          clipId: clip.id,
          edge,
          toFrame: frame,
          alone: modifiers.isAlone,
          ...(ripple ? { ripple } : {}),
        },
        guideFrame,
      };
    },
    labelOf(shown) {
      const after = findShown(shown, clip.id);
      if (!after) return null;
      const longer = after.lengthFrames - clip.lengthFrames;
      return withLength(project, edge === 'end' ? longer : -longer, after);
    },
  });
}

/** The clip that begins at the cut; null: the edge is not one. */
function rightOfCut(project: Project, { trackId, clip }: ClipHit, edge: 'start' | 'end'): Clip | null {
  const clips = project.tracks.find(({ id }) => id === trackId)?.clips ?? [];
  const at = clips.indexOf(clip);
  const [left, right] = edge === 'end' ? [clip, clips[at + 1]] : [clips[at - 1], clip];
  return left && right && endFrameOf(left) >= right.startFrame ? right : null;
}

function rollDrag(context: DragContext, right: Clip, start: Place, alone: boolean): Drag {
  const project = context.project();
  const targets = snapFrames(project, new Set(), context.playhead()).filter(
    (frame) => frame !== right.startFrame,
  );
  return editDrag({
    context,
    start,
    name: 'rollCut',
    argsAt(place) {
      const { frame, guideFrame } = snappedFrame(context, place, targets);
      return { args: { clipId: right.id, toFrame: frame, alone }, guideFrame };
    },
    labelOf(shown) {
      const after = findShown(shown, right.id);
      return after ? withPlace(project, after.startFrame - right.startFrame, after.startFrame) : null;
    },
  });
}

/** Another part of the source in the same place. */
export function slipDrag(context: DragContext, { clip }: ClipHit, start: Place, alone: boolean): Drag {
  const project = context.project();
  const { rate } = project;
  const movedBy = framesSince(context, start);
  return editDrag({
    context,
    start,
    name: 'slipClip',
    argsAt: (place) => ({
      // The source is drawn along: what lies to the left comes into sight when it is moved to the right.
      args: {
        clipId: clip.id,
        byFrames: -movedBy(place),
        alone,
      },
      guideFrame: null,
    }),
    labelOf(shown) {
      const after = findShown(shown, clip.id);
      if (!after) return null;
      const sec = (sourceStartSec(after) - sourceStartSec(clip)) / (clip.speed.num / clip.speed.den || 1);
      return signedTimecode(project, Math.round((sec * rate.num) / rate.den));
    },
  });
}

/** Between its neighbours, which become longer and shorter. */
export function slideDrag(context: DragContext, { clip }: ClipHit, start: Place, alone: boolean): Drag {
  const project = context.project();
  const targets = snapFrames(project, new Set([clip.id]), context.playhead());
  const movedBy = framesSince(context, start);
  return editDrag({
    context,
    start,
    name: 'slideClip',
    argsAt(place) {
      const by = movedBy(place);
      const edges = [clip.startFrame + by, endFrameOf(clip) + by];
      const snap = context.isSnapping() ? snapBy(edges, targets, context.span().framesPerPx) : null;
      return {
        args: { clipId: clip.id, byFrames: by + (snap?.by ?? 0), alone },
        guideFrame: snap?.atFrame ?? null,
      };
    },
    labelOf(shown) {
      const after = findShown(shown, clip.id);
      return after ? withPlace(project, after.startFrame - clip.startFrame, after.startFrame) : null;
    },
  });
}

/** How long a dissolve is, by its beginning; at the cut there is none. */
function dissolveDrag(context: DragContext, clip: Clip, start: Place): Drag {
  const project = context.project();
  const cutFrame = clip.startFrame + clip.dissolveInFrames;
  const most = dissolveRoom(project, clip.id);
  return editDrag({
    context,
    start,
    name: 'setDissolve',
    argsAt(place) {
      const { frame, guideFrame } = snappedFrame(context, place, [context.playhead(), cutFrame]);
      return {
        args: { clipId: clip.id, frames: Math.max(0, Math.min(most, cutFrame - frame)) },
        guideFrame,
      };
    },
    labelOf: (_, { frames }) => timecodeOf(project, frames),
  });
}

/** A fade, by its handle. */
export function fadeDrag(context: DragContext, hit: Extract<Hit, { kind: 'fade' }>, start: Place): Drag {
  const { clip, side } = hit;
  const project = context.project();
  const targets = snapFrames(project, new Set(), context.playhead());
  const framesAt = (frame: number) => {
    const { lengthFrames, fadeInFrames, fadeOutFrames } = clip;
    const free = lengthFrames - (side === 'in' ? fadeOutFrames : fadeInFrames);
    const wanted = side === 'in' ? frame - clip.startFrame : endFrameOf(clip) - frame;
    return Math.max(0, Math.min(free, wanted));
  };
  return editDrag({
    context,
    start,
    name: 'setClips',
    argsAt(place) {
      const { frame, guideFrame } = snappedFrame(context, place, targets);
      const frames = framesAt(frame);
      const values = side === 'in' ? { fadeInFrames: frames } : { fadeOutFrames: frames };
      return { args: { clipIds: [clip.id], values }, guideFrame };
    },
    labelOf: (_, { values }) => timecodeOf(project, values.fadeInFrames ?? values.fadeOutFrames ?? 0),
  });
}

const withLength = (project: Project, byFrames: number, { lengthFrames }: Clip): string =>
  `${signedTimecode(project, byFrames)} · ${timecodeOf(project, lengthFrames)}`;
const withPlace = (project: Project, byFrames: number, atFrame: number): string =>
  `${signedTimecode(project, byFrames)} · ${timecodeOf(project, atFrame)}`;
