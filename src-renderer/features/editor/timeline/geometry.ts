import {
  endFrameOf,
  type Clip,
  type Project,
  type Track,
} from '../../../../src-shared/domain/edit/document.ts';
import { curveValueAt, curveY, ENVELOPE, pointsOf, type Curve, type CurvePoint } from './curves.ts';

/** Which part of the project the timeline shows. */
export interface TimelineSpan {
  /** At the left edge; may lie between two frames. */
  fromFrame: number;
  framesPerPx: number;
  /** How far down it is scrolled. */
  scrollPx: number;
}

export const RULER_PX = 28;
const ROW_PX = { video: 64, audio: 60 } as const;
/** Around a clip's edge, for a mouse; fingers are wider. */
const EDGE_PX = 6;
/** Narrower clips are moved, and trimmed by keys or when they are shown larger. */
const LEAST_TRIMMED_PX = 3 * EDGE_PX;
/** Between a row's edge and its clips. */
export const CLIP_INSET_PX = 3;
/** Of a clip, for its name and the handles of its fades. */
export const LABEL_PX = 16;
/** Narrower clips have no handles for their fades. */
const LEAST_FADED_PX = 48;
/** So far inside the clip that the edge is still there to be trimmed. */
const FADE_INSET_PX = 7;
const LANE_PX = 44;
const NEAR_POINT_PX = 7;
const NEAR_LINE_PX = 4;

export interface Row {
  track: Track;
  /** From the top of the first row. */
  topPx: number;
  /** Of the clips alone. */
  heightPx: number;
  /** Below them: the keyframes of the clip that is open. */
  lanes: readonly Curve[];
}

/** The tracks from top to bottom: the topmost video first, then sound. */
export function rowsOf({ tracks }: Pick<Project, 'tracks'>, openClip: Clip | null | undefined = null): Row[] {
  let topPx = 0;
  const isVideo = ({ kind }: Track) => kind === 'video';
  const ordered = [...tracks.filter(isVideo).reverse(), ...tracks.filter((track) => !isVideo(track))];
  return ordered.map((track) => {
    const heightPx = ROW_PX[track.kind];
    const clip = openClip && track.clips.includes(openClip) ? openClip : null;
    const lanes = clip ? lanesOf(clip, topPx + heightPx) : [];
    const row = { track, topPx, heightPx, lanes };
    topPx += fullHeightOf(row);
    return row;
  });
}

const lanesOf = (clip: Clip, topPx: number): Curve[] =>
  Object.keys(clip.keyframes).map((parameter, index) => ({
    clip,
    parameter,
    topPx: topPx + index * LANE_PX,
    heightPx: LANE_PX,
  }));

/** With the lanes. */
export const fullHeightOf = ({ heightPx, lanes }: Pick<Row, 'heightPx' | 'lanes'>): number =>
  heightPx + lanes.length * LANE_PX;

export const heightOf = (rows: readonly Row[]): number => {
  const last = rows.at(-1);
  return last ? last.topPx + fullHeightOf(last) : 0;
};

/** The gain along a clip on a track of sound, where it is drawn; null: the track has none. */
export function envelopeOf({ track, topPx, heightPx }: Row, clip: Clip): Curve | null {
  if (track.kind !== 'audio') return null;
  const top = topPx + CLIP_INSET_PX + LABEL_PX;
  return {
    clip,
    parameter: ENVELOPE,
    topPx: top,
    heightPx: heightPx - 2 * CLIP_INSET_PX - LABEL_PX,
  };
}

/** Where the handles of a clip's fades are; null: it is shown too small. */
export function fadeHandles(clip: Clip, span: TimelineSpan): { in: number; out: number } | null {
  const [from, to] = [xOf(span, clip.startFrame), xOf(span, endFrameOf(clip))];
  if (to - from < LEAST_FADED_PX) return null;
  const last = xOf(span, endFrameOf(clip) - clip.fadeOutFrames);
  return {
    in: Math.max(from + FADE_INSET_PX, xOf(span, clip.startFrame + clip.fadeInFrames)),
    out: Math.min(to - FADE_INSET_PX, last),
  };
}

export const xOf = ({ fromFrame, framesPerPx }: TimelineSpan, frame: number): number =>
  (frame - fromFrame) / framesPerPx;

export const frameAt = ({ fromFrame, framesPerPx }: TimelineSpan, x: number): number =>
  Math.max(0, Math.round(fromFrame + x * framesPerPx));

/** The clips of a track between two frames, found without looking at the others. */
export function clipsBetween(clips: readonly Clip[], fromFrame: number, toFrame: number): readonly Clip[] {
  const first = firstIndex(clips, (clip) => endFrameOf(clip) > fromFrame);
  const after = firstIndex(clips, (clip) => clip.startFrame >= toFrame);
  return clips.slice(first, Math.max(first, after));
}

/** Of a list that is ordered by what is asked; its length where none is so. */
function firstIndex(clips: readonly Clip[], isSo: (clip: Clip) => boolean): number {
  let [low, high] = [0, clips.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const clip = clips[middle];
    if (clip && isSo(clip)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export type Hit =
  | { kind: 'ruler'; frame: number }
  | { kind: 'clip'; part: 'body' | 'start' | 'end'; trackId: string; clip: Clip; frame: number }
  | { kind: 'fade'; side: 'in' | 'out'; trackId: string; clip: Clip; frame: number }
  /** On a point of a curve, or on the line where a new one would be. */
  | { kind: 'curve'; curve: Curve; point: CurvePoint | null; frame: number }
  | { kind: 'track'; trackId: string; frame: number }
  | { kind: 'nothing'; frame: number };

interface XY {
  x: number;
  y: number;
}
const NONE: ReadonlySet<string> = new Set();

/** What lies at a place of the canvas. Fades and gain are those of selected clips alone: they lie on what is moved. */
export function hitAt(
  rows: readonly Row[],
  span: TimelineSpan,
  place: XY,
  selectedIds: ReadonlySet<string> = NONE,
): Hit {
  const frame = frameAt(span, place.x);
  if (place.y < RULER_PX) return { kind: 'ruler', frame };
  const inRows = { x: place.x, y: place.y - RULER_PX + span.scrollPx };
  const lane = rows.flatMap(({ lanes }) => lanes).find((one) => isWithin(one, inRows.y));
  if (lane) return curveHit(lane, span, inRows) ?? { kind: 'nothing', frame };
  const row = rowAt(rows, span, place.y);
  if (!row) return { kind: 'nothing', frame };
  const { track } = row;
  const clip = clipAt(row, span, place.x);
  if (!clip) return { kind: 'track', trackId: track.id, frame };
  if (selectedIds.has(clip.id)) {
    const special = fadeHit(row, clip, span, inRows) ?? envelopeHit(row, clip, span, inRows);
    if (special) return special;
  }
  return { kind: 'clip', part: partAt(clip, span, place.x), trackId: track.id, clip, frame };
}

function clipAt({ track }: Row, span: TimelineSpan, x: number): Clip | undefined {
  const slackFrames = EDGE_PX * span.framesPerPx;
  const exact = span.fromFrame + x * span.framesPerPx;
  const near = clipsBetween(track.clips, exact - slackFrames, exact + slackFrames);
  const isNear = (frame: number) => Math.abs(frame - exact) <= slackFrames;
  return (
    // The edge of a dissolve lies on the clip in front.
    near.find((one) => one.dissolveInFrames > 0 && isNear(one.startFrame)) ??
    // Between two clips that touch, the one under the pointer.
    near.findLast((one) => one.startFrame <= exact && exact < endFrameOf(one)) ??
    near.find((one) => isNear(one.startFrame) || isNear(endFrameOf(one)))
  );
}

const isWithin = ({ topPx, heightPx }: Pick<Curve, 'topPx' | 'heightPx'>, y: number): boolean =>
  y >= topPx && y < topPx + heightPx;

function fadeHit({ track, topPx }: Row, clip: Clip, span: TimelineSpan, { x, y }: XY): Hit | null {
  const handles = fadeHandles(clip, span);
  if (!handles || track.isLocked || y > topPx + CLIP_INSET_PX + LABEL_PX - 2) return null;
  const side = (['in', 'out'] as const).find((one) => Math.abs(handles[one] - x) <= NEAR_POINT_PX);
  return side ? { kind: 'fade', side, trackId: track.id, clip, frame: frameAt(span, x) } : null;
}

function envelopeHit(row: Row, clip: Clip, span: TimelineSpan, place: XY): Hit | null {
  const curve = envelopeOf(row, clip);
  if (!curve || row.track.isLocked || partAt(clip, span, place.x) !== 'body') return null;
  return isWithin(curve, place.y) ? curveHit(curve, span, place) : null;
}

function curveHit(curve: Curve, span: TimelineSpan, { x, y }: XY): Hit | null {
  const { clip, topPx } = curve;
  const frame = frameAt(span, x);
  const point = pointsOf(curve).find(
    (one) =>
      Math.abs(xOf(span, clip.startFrame + one.frame) - x) <= NEAR_POINT_PX &&
      Math.abs(topPx + curveY(curve, one.value) - y) <= NEAR_POINT_PX,
  );
  if (point) return { kind: 'curve', curve, point, frame };
  if (frame < clip.startFrame || frame >= endFrameOf(clip)) return null;
  const lineY = topPx + curveY(curve, curveValueAt(curve, frame - clip.startFrame));
  return Math.abs(lineY - y) <= NEAR_LINE_PX ? { kind: 'curve', curve, point: null, frame } : null;
}

export function rowAt(rows: readonly Row[], { scrollPx }: TimelineSpan, y: number): Row | null {
  const inRows = y - RULER_PX + scrollPx;
  return rows.find(({ topPx, heightPx }) => inRows >= topPx && inRows < topPx + heightPx) ?? null;
}

function partAt(clip: Clip, span: TimelineSpan, x: number): 'body' | 'start' | 'end' {
  const [from, to] = [xOf(span, clip.startFrame), xOf(span, endFrameOf(clip))];
  if (to - from < LEAST_TRIMMED_PX) return 'body';
  if (x - from <= EDGE_PX) return 'start';
  return to - x <= EDGE_PX ? 'end' : 'body';
}

/** The clips that a rectangle touches. */
export function clipsIn(
  rows: readonly Row[],
  span: TimelineSpan,
  from: { x: number; y: number },
  to: { x: number; y: number },
): string[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)].map(
    (y) => y - RULER_PX + span.scrollPx,
  ) as [number, number];
  return rows
    .filter(({ topPx, heightPx }) => topPx < bottom && topPx + heightPx > top)
    .flatMap(({ track }) =>
      clipsBetween(
        track.clips,
        span.fromFrame + left * span.framesPerPx,
        span.fromFrame + right * span.framesPerPx,
      ),
    )
    .map(({ id }) => id);
}

/** Steps of the ruler in frames at a rate: whole frames, seconds, minutes. */
export function rulerStepFrames(framesPerPx: number, fps: number): number {
  const least = 90 * framesPerPx;
  const steps = [
    1,
    2,
    5,
    10,
    ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].map((sec) => sec * fps),
  ];
  return Math.round(steps.find((step) => step >= least) ?? 7200 * fps);
}
