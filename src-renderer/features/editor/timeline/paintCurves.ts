import { endFrameOf, type Clip } from '../../../../src-shared/domain/edit/document.ts';
import type { Brush } from '../../../lib/canvasPainter.ts';
import { curveValueAt, curveY, pointsOf, type Curve, type PointPlace } from './curves.ts';
import { CLIP_INSET_PX, fadeHandles, xOf, type TimelineSpan } from './geometry.ts';

interface CurveScene {
  span: TimelineSpan;
  point: PointPlace | null;
}

/** Between two samples of a curve. */
const STEP_PX = 3;
const DIAMOND_PX = 5;

/** A lane with the keyframes of one parameter: nothing is changed outside its clip. */
export function paintLane(brush: Brush, scene: CurveScene, lane: Curve): void {
  const { context, widthPx, colour } = brush;
  const { clip, topPx, heightPx } = lane;
  const [from, to] = [xOf(scene.span, clip.startFrame), xOf(scene.span, endFrameOf(clip))];
  context.fillStyle = colour('panel');
  context.fillRect(0, topPx, widthPx, heightPx);
  context.fillStyle = colour('accbg');
  context.fillRect(Math.max(0, from), topPx, Math.min(widthPx, to) - Math.max(0, from), heightPx);
  context.fillStyle = colour('line');
  context.fillRect(0, topPx, widthPx, 1);
  paintCurve(brush, scene, lane, { hasPoints: true, isBold: true });
}

interface CurveLook {
  hasPoints: boolean;
  isBold: boolean;
}

/** The line of a curve across its clip, and its points. */
export function paintCurve(
  { context, widthPx, colour }: Brush,
  { span, point }: CurveScene,
  curve: Curve,
  { hasPoints, isBold }: CurveLook,
): void {
  const { clip, parameter, topPx } = curve;
  const from = Math.max(0, xOf(span, clip.startFrame));
  const to = Math.min(widthPx, xOf(span, endFrameOf(clip)));
  const points = pointsOf(curve);
  const yAt = (x: number) =>
    topPx + curveY(curve, curveValueAt(curve, span.fromFrame + x * span.framesPerPx - clip.startFrame));
  context.strokeStyle = colour(isBold ? 'accent-text' : 't2');
  context.lineWidth = isBold ? 1.5 : 1;
  context.beginPath();
  context.moveTo(from, yAt(from));
  // Without points it is level: one line, however long.
  if (points.length > 0) for (let x = from + STEP_PX; x < to; x += STEP_PX) context.lineTo(x, yAt(x));
  context.lineTo(to, yAt(to));
  context.stroke();
  if (!hasPoints) return;
  for (const one of points) {
    const x = xOf(span, clip.startFrame + one.frame);
    if (x < from - DIAMOND_PX || x > to + DIAMOND_PX) continue;
    const isChosen = point?.clipId === clip.id && point.parameter === parameter && point.frame === one.frame;
    context.fillStyle = colour(isChosen ? 'amb' : 'accent');
    context.strokeStyle = colour('bg');
    context.lineWidth = 1;
    diamond(context, x, topPx + curveY(curve, one.value), isChosen ? DIAMOND_PX + 1 : DIAMOND_PX);
    context.fill();
    context.stroke();
  }
}

function diamond(context: Brush['context'], x: number, y: number, radius: number): void {
  context.beginPath();
  context.moveTo(x, y - radius);
  context.lineTo(x + radius, y);
  context.lineTo(x, y + radius);
  context.lineTo(x - radius, y);
  context.closePath();
}

/** Where a selected clip's fades are held, in its line of the name. */
export function paintFadeHandles(
  { context, colour }: Brush,
  span: TimelineSpan,
  clip: Clip,
  topPx: number,
): void {
  const handles = fadeHandles(clip, span);
  if (!handles) return;
  context.fillStyle = colour('panel');
  context.strokeStyle = colour('accent');
  context.lineWidth = 1.5;
  for (const x of [handles.in, handles.out]) {
    context.beginPath();
    context.arc(x, topPx + CLIP_INSET_PX + 5, 4, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Two clips that overlap: the later one comes in from corner to corner. */
export function paintDissolve(
  { context, colour }: Brush,
  span: TimelineSpan,
  clip: Clip,
  { topPx, heightPx }: Pick<Curve, 'topPx' | 'heightPx'>,
): void {
  const [from, to] = [xOf(span, clip.startFrame), xOf(span, clip.startFrame + clip.dissolveInFrames)];
  context.fillStyle = colour('bg');
  context.globalAlpha *= 0.55;
  context.fillRect(from, topPx, to - from, heightPx);
  context.globalAlpha /= 0.55;
  context.strokeStyle = colour('t1');
  context.lineWidth = 1;
  context.beginPath();
  context.rect(from + 0.5, topPx + 0.5, to - from - 1, heightPx - 1);
  context.moveTo(from, topPx + heightPx);
  context.lineTo(to, topPx);
  context.moveTo(from, topPx);
  context.lineTo(to, topPx + heightPx);
  context.stroke();
}

/** What a drag changes, beside the pointer and always in sight. */
export function paintLabel(
  { context, widthPx, heightPx, colour }: Brush,
  { text, at }: { text: string; at: { x: number; y: number } },
): void {
  context.font = '11px "JetBrains Mono Variable", monospace';
  const width = context.measureText(text).width + 12;
  const x = Math.max(4, Math.min(widthPx - width - 4, at.x + 12));
  const y = Math.max(4, Math.min(heightPx - 26, at.y - 30));
  context.fillStyle = colour('bg');
  context.strokeStyle = colour('edge');
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, width, 22, 5);
  context.fill();
  context.stroke();
  context.fillStyle = colour('t1');
  context.textBaseline = 'middle';
  context.fillText(text, x + 6, y + 11.5);
}
