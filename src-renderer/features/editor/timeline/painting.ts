import { endFrameOf, mediaOf, type Clip, type Project } from '../../../../src-shared/domain/edit/document.ts';
import { formatTimecode } from '../../../../src-shared/domain/timecode.ts';
import type { Brush } from '../../../lib/canvasPainter.ts';
import { COLOUR_VALUES } from '../../studio/index.ts';
import type { ClipImages } from './clipImages.ts';
import type { PointPlace } from './curves.ts';
import type { DragMarks, Place } from './dragTypes.ts';
import {
  CLIP_INSET_PX,
  clipsBetween,
  envelopeOf,
  heightOf,
  LABEL_PX,
  RULER_PX,
  rulerStepFrames,
  xOf,
  type Row,
  type TimelineSpan,
} from './geometry.ts';
import { paintCurve, paintDissolve, paintFadeHandles, paintLabel, paintLane } from './paintCurves.ts';

/** All that the timeline shows. */
export interface TimelineScene extends DragMarks {
  project: Project;
  rows: readonly Row[];
  span: TimelineSpan;
  selectedIds: ReadonlySet<string>;
  /** The point of a curve that keys change. */
  point: PointPlace | null;
  clipImages: ClipImages;
}

export function paintTimeline(brush: Brush, scene: TimelineScene): void {
  const { context, widthPx, heightPx, colour } = brush;
  const { rows, span } = scene;
  context.fillStyle = colour('inset');
  context.fillRect(0, 0, widthPx, heightPx);
  context.save();
  context.beginPath();
  context.rect(0, RULER_PX, widthPx, heightPx - RULER_PX);
  context.clip();
  context.translate(0, RULER_PX - span.scrollPx);
  for (const row of rows) paintRow(brush, scene, row);
  context.fillStyle = colour('line2');
  context.fillRect(0, heightOf(rows), widthPx, 1);
  context.restore();
  paintRange(brush, scene);
  paintRuler(brush, scene);
  paintMarkers(brush, scene);
  if (scene.lasso) paintLasso(brush, scene.lasso);
  if (scene.guideFrame !== null) paintLine(brush, xOf(span, scene.guideFrame), 'amb');
  if (scene.label) paintLabel(brush, scene.label);
}

function paintRow(brush: Brush, scene: TimelineScene, row: Row): void {
  const { track, topPx, heightPx } = row;
  const { context, widthPx, colour } = brush;
  const { span } = scene;
  context.fillStyle = colour('line');
  context.fillRect(0, topPx, widthPx, 1);
  context.globalAlpha = track.isHidden || track.isMuted ? 0.45 : 1;
  const toFrame = span.fromFrame + widthPx * span.framesPerPx;
  let paintedToPx = -Infinity;
  const narrow: NarrowClip[] = [];
  for (const clip of clipsBetween(track.clips, span.fromFrame, toFrame)) {
    const [left, right] = [xOf(span, clip.startFrame), xOf(span, endFrameOf(clip))];
    if (right - left > SLIVER_PX) {
      if (right - left <= NARROW_PX && isPlain(clip, scene)) {
        narrow.push({ clip, left: Math.round(left), right: Math.round(right) - 1 });
        continue;
      }
      paintNarrow(brush, row, narrow.splice(0));
      paintClip(brush, scene, row, clip);
    }
    // Thousands of clips in sight cost what its columns cost.
    else if (right > paintedToPx) paintedToPx = paintSliver(brush, scene, row, clip);
  }
  paintNarrow(brush, row, narrow);
  context.globalAlpha = 1;
  for (const lane of row.lanes) paintLane(brush, scene, lane);
  if (track.isLocked) paintLocked(brush, topPx, heightPx);
}

/** Narrower clips have nothing but their colour. */
const SLIVER_PX = 4;

/** Narrower clips have no name, no corners and no image inside. */
const NARROW_PX = 24;

interface NarrowClip {
  clip: Clip;
  left: number;
  right: number;
}

/** Nothing is drawn on it but its colour. */
const isPlain = (
  { id, fadeInFrames, fadeOutFrames, dissolveInFrames, envelope }: Clip,
  scene: TimelineScene,
) =>
  fadeInFrames + fadeOutFrames + dissolveInFrames === 0 &&
  envelope.length === 0 &&
  !scene.selectedIds.has(id);

/** A thousand are in sight at once: on whole pixels, with as few changes of colour as there are colours. */
function paintNarrow({ context, colour }: Brush, row: Row, clips: readonly NarrowClip[]): void {
  const [topPx, heightPx] = [row.topPx + CLIP_INSET_PX, row.heightPx - 2 * CLIP_INSET_PX];
  context.fillStyle = colour('panel');
  for (const { left, right } of clips) context.fillRect(left, topPx, right - left, heightPx);
  const { globalAlpha } = context;
  for (const [color, ofColor] of Map.groupBy(clips, ({ clip }) => clip.color)) {
    context.fillStyle = COLOUR_VALUES[color];
    context.globalAlpha = 0.3 * globalAlpha;
    for (const { left, right } of ofColor) context.fillRect(left, topPx, right - left, heightPx);
    context.globalAlpha = globalAlpha;
    for (const { left, right } of ofColor) context.fillRect(left, topPx, right - left, 2);
  }
}

/** A clip of a few pixels. Gives the column up to which it was painted. */
function paintSliver({ context, colour }: Brush, scene: TimelineScene, row: Row, clip: Clip): number {
  const left = Math.floor(xOf(scene.span, clip.startFrame));
  const right = Math.max(left + 1, Math.floor(xOf(scene.span, endFrameOf(clip))));
  context.fillStyle = scene.selectedIds.has(clip.id) ? colour('accent') : COLOUR_VALUES[clip.color];
  context.globalAlpha *= 0.6;
  context.fillRect(left, row.topPx + CLIP_INSET_PX, right - left, row.heightPx - 2 * CLIP_INSET_PX);
  context.globalAlpha /= 0.6;
  return right;
}

interface Box {
  topPx: number;
  heightPx: number;
}

function paintClip(brush: Brush, scene: TimelineScene, row: Row, clip: Clip): void {
  const [topPx, heightPx] = [row.topPx + CLIP_INSET_PX, row.heightPx - 2 * CLIP_INSET_PX];
  const { context, widthPx, colour } = brush;
  const [left, right] = [xOf(scene.span, clip.startFrame), xOf(scene.span, endFrameOf(clip))];
  const width = Math.max(2, right - left - 1);
  const [from, to] = [Math.max(-4, left), Math.min(widthPx + 4, left + width)];
  const tint = COLOUR_VALUES[clip.color];
  const isSelected = scene.selectedIds.has(clip.id);
  context.save();
  context.beginPath();
  context.roundRect(from, topPx, Math.max(1, to - from), heightPx, 4);
  context.fillStyle = colour('panel');
  context.fill();
  context.clip();
  context.globalAlpha *= 0.3;
  context.fillStyle = tint;
  context.fillRect(from, topPx, to - from, heightPx);
  context.globalAlpha /= 0.3;
  if (width > NARROW_PX)
    paintInside(brush, scene, clip, { left, topPx: topPx + LABEL_PX, heightPx: heightPx - LABEL_PX });
  context.fillStyle = tint;
  context.fillRect(from, topPx, to - from, 2);
  paintFades(brush, clip, { left, width, topPx, heightPx });
  const envelope = width > NARROW_PX ? envelopeOf(row, clip) : null;
  if (envelope) paintCurve(brush, scene, envelope, { hasPoints: isSelected, isBold: isSelected });
  if (clip.dissolveInFrames > 0) paintDissolve(brush, scene.span, clip, { topPx, heightPx });
  if (width > NARROW_PX) {
    context.fillStyle = colour('t1');
    context.font = '11px "Inter Variable", sans-serif';
    context.textBaseline = 'middle';
    // Beside the handle of the fade.
    const nameX = Math.max(left, 0) + (isSelected ? 18 : 6);
    context.fillText(clip.name, nameX, topPx + 9);
  }
  context.restore();
  if (!isSelected) return;
  if (!row.track.isLocked) paintFadeHandles(brush, scene.span, clip, row.topPx);
  context.strokeStyle = colour('accent');
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(from + 1, topPx + 1, Math.max(1, to - from - 2), heightPx - 2, 4);
  context.stroke();
}

function paintInside(
  { context, widthPx }: Brush,
  { project, span, clipImages }: TimelineScene,
  clip: Clip,
  { left, topPx, heightPx }: Box & { left: number },
): void {
  const media = mediaOf(project, clip);
  if (!media) return;
  if (media.video) {
    const tilePx = Math.max(24, Math.round((heightPx * media.video.width) / media.video.height));
    const right = xOf(span, endFrameOf(clip));
    const first = Math.max(0, Math.floor(-left / tilePx));
    for (let x = left + first * tilePx; x < Math.min(right, widthPx); x += tilePx) {
      const image = clipImages.thumbnail(project, clip, (x - left) * span.framesPerPx, heightPx);
      if (image) context.drawImage(image, x, topPx, tilePx, heightPx);
    }
    return;
  }
  const middle = topPx + heightPx / 2;
  context.fillStyle = COLOUR_VALUES[clip.color];
  const to = Math.min(widthPx, xOf(span, endFrameOf(clip)));
  for (let x = Math.max(0, Math.floor(left)); x < to; x += 1) {
    const fromFrame = span.fromFrame + x * span.framesPerPx - clip.startFrame;
    const peak = clipImages.peak(project, clip, fromFrame, fromFrame + span.framesPerPx);
    const half = Math.max(0.5, (peak * heightPx) / 2 - 1);
    context.fillRect(x, middle - half, 1, 2 * half);
  }
}

function paintFades(
  { context, colour }: Brush,
  { lengthFrames, fadeInFrames, fadeOutFrames }: Clip,
  { left, width, topPx, heightPx }: Box & { left: number; width: number },
): void {
  const px = width / lengthFrames;
  context.fillStyle = colour('bg');
  context.globalAlpha *= 0.5;
  const rising = fadeInFrames * px;
  if (rising > 0) fillTriangle(context, [left, topPx], [left + rising, topPx], [left, topPx + heightPx]);
  const right = left + width;
  const falling = fadeOutFrames * px;
  if (falling > 0) fillTriangle(context, [right, topPx], [right - falling, topPx], [right, topPx + heightPx]);
  context.globalAlpha /= 0.5;
}

type Point = [x: number, y: number];

function fillTriangle(context: Brush['context'], first: Point, second: Point, third: Point): void {
  context.beginPath();
  context.moveTo(...first);
  context.lineTo(...second);
  context.lineTo(...third);
  context.closePath();
  context.fill();
}

function paintLocked({ context, widthPx, colour }: Brush, topPx: number, heightPx: number): void {
  context.save();
  context.beginPath();
  context.rect(0, topPx, widthPx, heightPx);
  context.clip();
  context.strokeStyle = colour('line2');
  context.lineWidth = 1;
  context.beginPath();
  for (let x = -heightPx; x < widthPx; x += 10) {
    context.moveTo(x, topPx + heightPx);
    context.lineTo(x + heightPx, topPx);
  }
  context.stroke();
  context.restore();
}

function paintRuler({ context, widthPx, colour }: Brush, { span, project }: TimelineScene): void {
  context.fillStyle = colour('panel');
  context.fillRect(0, 0, widthPx, RULER_PX);
  context.fillStyle = colour('line2');
  context.fillRect(0, RULER_PX - 1, widthPx, 1);
  const fps = project.rate.num / project.rate.den;
  const step = rulerStepFrames(span.framesPerPx, fps);
  context.font = '10px "JetBrains Mono Variable", monospace';
  context.textBaseline = 'middle';
  const toFrame = span.fromFrame + widthPx * span.framesPerPx;
  for (let frame = Math.floor(span.fromFrame / step) * step; frame <= toFrame; frame += step) {
    const x = Math.round(xOf(span, frame));
    context.fillStyle = colour('edge');
    context.fillRect(x, RULER_PX - 8, 1, 8);
    context.fillStyle = colour('t2');
    context.fillText(formatTimecode(frame / fps, fps), x + 4, 10);
  }
}

function paintRange({ context, heightPx, widthPx, colour }: Brush, { project, span }: TimelineScene): void {
  const { inFrame, outFrame } = project;
  if (inFrame === null && outFrame === null) return;
  const from = inFrame === null ? 0 : xOf(span, inFrame);
  const to = outFrame === null ? widthPx : xOf(span, outFrame);
  context.fillStyle = colour('accent');
  context.globalAlpha = 0.1;
  context.fillRect(from, RULER_PX, to - from, heightPx - RULER_PX);
  context.globalAlpha = 1;
}

function paintMarkers({ context, heightPx }: Brush, { project, span }: TimelineScene): void {
  for (const { frame, color } of project.markers) {
    const x = xOf(span, frame);
    context.fillStyle = COLOUR_VALUES[color];
    fillTriangle(context, [x - 5, RULER_PX - 12], [x + 5, RULER_PX - 12], [x, RULER_PX - 3]);
    context.globalAlpha = 0.5;
    context.fillRect(x, RULER_PX, 1, heightPx);
    context.globalAlpha = 1;
  }
}

function paintLasso({ context, colour }: Brush, { from, to }: { from: Place; to: Place }): void {
  context.fillStyle = colour('accbg');
  context.strokeStyle = colour('accent');
  context.lineWidth = 1;
  context.beginPath();
  context.rect(from.x, from.y, to.x - from.x, to.y - from.y);
  context.fill();
  context.stroke();
}

function paintLine({ context, heightPx, colour }: Brush, x: number, token: string): void {
  context.fillStyle = colour(token);
  context.fillRect(Math.round(x), RULER_PX, 1, heightPx);
}
