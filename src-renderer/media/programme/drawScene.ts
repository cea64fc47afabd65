import {
  placeInBox,
  toPixels,
  type Rect,
  type Size,
} from '../../../src-shared/domain/broadcast/placement.ts';
import {
  itemsToDraw,
  type ImageData64,
  type ImageItem,
  type Scene,
  type SceneItem,
  type SourceItem,
} from '../../../src-shared/domain/broadcast/scene.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** What the worker knows of the things that a scene names. */
export interface Drawables {
  /** null: there is none of that id. */
  source(id: string): { label: string; image: OffscreenCanvas | null; isLost: boolean } | null;
  image(data: ImageData64): ImageBitmap | null;
}

/** The system's own letters: a worker has no style sheets. */
const FONT = 'system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif';
const SLATE = { background: '#1f2937', color: '#9ca3af' };
/** Of the height of a box: letters with room above and below. */
const LETTER_HEIGHT = 0.62;
const PADDING = 0.18;

/** Draws a whole scene. `nowMs`: since 1970, for countdowns. */
export function drawScene(
  context: Context,
  frame: Size,
  scene: Scene,
  drawables: Drawables,
  nowMs: number,
): void {
  context.globalAlpha = 1;
  context.fillStyle = scene.background;
  context.fillRect(0, 0, frame.width, frame.height);
  for (const item of itemsToDraw(scene)) {
    context.globalAlpha = item.opacity;
    drawItem(context, item, toPixels(item, frame), drawables, nowMs);
  }
  context.globalAlpha = 1;
}

function drawItem(context: Context, item: SceneItem, box: Rect, drawables: Drawables, nowMs: number): void {
  switch (item.kind) {
    case 'source': {
      const source = drawables.source(item.sourceId);
      if (source?.image) drawFitted(context, source.image, item, box);
      // Until its first frame a source is only not there yet.
      else if (source?.isLost) drawSlate(context, source.label, box);
      return;
    }
    case 'image': {
      const image = drawables.image(item.image);
      if (image) drawFitted(context, image, item, box);
      return;
    }
    case 'color':
      return fill(context, item.color, box);
    case 'text':
      return drawLettered(context, item, item.text, item.align, box);
    case 'countdown':
      return drawLettered(context, item, remaining(item, nowMs), 'center', box);
    case 'lowerThird':
      return drawLowerThird(context, item, box);
  }
}

function drawFitted(
  context: Context,
  image: OffscreenCanvas | ImageBitmap,
  { crop, fit }: SourceItem | ImageItem,
  box: Rect,
): void {
  const { from, to } = placeInBox(image, crop, fit, box);
  const isCopied = from.width === to.width && from.height === to.height;
  context.imageSmoothingEnabled = !isCopied;
  context.drawImage(image, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
}

function drawSlate(context: Context, label: string, box: Rect): void {
  fill(context, SLATE.background, box);
  const line = { ...box, y: box.y + box.height * 0.44, height: box.height * 0.12 };
  drawLine(context, label, { color: SLATE.color, align: 'center' }, line);
}

function drawLettered(
  context: Context,
  { color, background }: { color: string; background: string | null },
  text: string,
  align: Letters['align'],
  box: Rect,
): void {
  fill(context, background, box);
  const lines = text.split('\n');
  const height = box.height / lines.length;
  lines.forEach((line, at) =>
    drawLine(context, line, { color, align }, { ...box, y: box.y + at * height, height }),
  );
}

function drawLowerThird(context: Context, item: Extract<SceneItem, { kind: 'lowerThird' }>, box: Rect): void {
  const { title, subtitle, color, accent, background } = item;
  const bar = Math.max(2, Math.round(box.width * 0.015));
  fill(context, background, box);
  fill(context, accent, { ...box, width: bar });
  // Both lines begin below each other.
  const padding = box.height * 0.12;
  const inner = { ...box, x: box.x + bar, width: box.width - bar };
  const part = subtitle === '' ? 1 : 0.58;
  const above = { ...inner, height: box.height * part };
  drawLine(context, title, { color, align: 'left', padding, weight: 600 }, above);
  const below = { ...inner, y: box.y + box.height * part, height: box.height * (1 - part) };
  if (part < 1) drawLine(context, subtitle, { color, align: 'left', padding }, below);
}

function fill(context: Context, color: string | null, { x, y, width, height }: Rect): void {
  if (color === null) return;
  context.fillStyle = color;
  context.fillRect(x, y, width, height);
}

interface Letters {
  color: string;
  align: 'left' | 'center' | 'right';
  weight?: number;
  /** At both sides, in pixels. */
  padding?: number;
}

/** One line, as large as the box allows: smaller where it is too long for it. */
function drawLine(context: Context, text: string, letters: Letters, box: Rect): void {
  const { color, align, weight = 500, padding = box.height * PADDING } = letters;
  const room = Math.max(1, box.width - 2 * padding);
  const size = Math.max(1, box.height * LETTER_HEIGHT);
  context.font = `${weight} ${size}px ${FONT}`;
  const { width } = context.measureText(text);
  if (width > room) context.font = `${weight} ${(size * room) / width}px ${FONT}`;
  context.fillStyle = color;
  context.textBaseline = 'middle';
  context.textAlign = align;
  const x = { left: box.x + padding, center: box.x + box.width / 2, right: box.x + box.width - padding };
  context.fillText(text, x[align], box.y + box.height / 2, room);
}

/** `4:05`, `1:02:00`; the text for afterwards once nothing is left. */
function remaining({ endsAtMs, doneText }: { endsAtMs: number; doneText: string }, nowMs: number): string {
  const seconds = Math.ceil((endsAtMs - nowMs) / 1000);
  if (seconds <= 0) return doneText;
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const start = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${start}:${two(seconds % 60)}`;
}
