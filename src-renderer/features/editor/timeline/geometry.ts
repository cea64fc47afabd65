import {
  endFrameOf,
  type Clip,
  type Project,
  type Track,
} from '../../../../src-shared/domain/edit/document.ts';

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

export interface Row {
  track: Track;
  /** From the top of the first row. */
  topPx: number;
  heightPx: number;
}

/** The tracks from top to bottom: the topmost video first, then sound. */
export function rowsOf({ tracks }: Pick<Project, 'tracks'>): Row[] {
  let topPx = 0;
  const isVideo = ({ kind }: Track) => kind === 'video';
  const ordered = [...tracks.filter(isVideo).reverse(), ...tracks.filter((track) => !isVideo(track))];
  return ordered.map((track) => {
    const row = { track, topPx, heightPx: ROW_PX[track.kind] };
    topPx += row.heightPx;
    return row;
  });
}

export const heightOf = (rows: readonly Row[]): number => {
  const last = rows.at(-1);
  return last ? last.topPx + last.heightPx : 0;
};

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
  | { kind: 'track'; trackId: string; frame: number }
  | { kind: 'nothing'; frame: number };

/** What lies at a place of the canvas. */
export function hitAt(rows: readonly Row[], span: TimelineSpan, place: { x: number; y: number }): Hit {
  const frame = frameAt(span, place.x);
  if (place.y < RULER_PX) return { kind: 'ruler', frame };
  const row = rowAt(rows, span, place.y);
  if (!row) return { kind: 'nothing', frame };
  const { track } = row;
  const slackFrames = EDGE_PX * span.framesPerPx;
  const exact = span.fromFrame + place.x * span.framesPerPx;
  const near = clipsBetween(track.clips, exact - slackFrames, exact + slackFrames);
  // Between two clips that touch, the one under the pointer.
  const clip =
    near.find((one) => one.startFrame <= exact && exact < endFrameOf(one)) ??
    near.find(
      (one) => Math.min(Math.abs(one.startFrame - exact), Math.abs(endFrameOf(one) - exact)) <= slackFrames,
    );
  if (!clip) return { kind: 'track', trackId: track.id, frame };
  return { kind: 'clip', part: partAt(clip, span, place.x), trackId: track.id, clip, frame };
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
