import type { Brush } from '../../../lib/canvasPainter.ts';
import type { DrawnFrame } from '../../../media/editor/preview.ts';

export const SCOPES = ['histogram', 'waveform', 'vectorscope'] as const;
export type ScopeKind = (typeof SCOPES)[number];

/** Every fourth pixel each way: a scope of a 4K frame costs what one of a small frame costs. */
const STEP = 4;

export function drawScope(kind: ScopeKind, brush: Brush, frame: DrawnFrame): void {
  if (kind === 'histogram') return drawHistogram(brush, frame);
  if (kind === 'waveform') return drawWaveform(brush, frame);
  drawVectorscope(brush, frame);
}

/** How many of the pixels have each of 256 values, red, green and blue. */
export function histogramOf({ rgba, width, height }: DrawnFrame): Uint32Array[] {
  const counts = [0, 1, 2].map(() => new Uint32Array(256));
  for (let y = 0; y < height; y += STEP) {
    for (let x = 0; x < width; x += STEP) {
      const at = 4 * (y * width + x);
      counts.forEach((count, channel) => (count[rgba[at + channel] ?? 0]! += 1));
    }
  }
  return counts;
}

function drawHistogram({ context, widthPx, heightPx }: Brush, frame: DrawnFrame): void {
  const counts = histogramOf(frame);
  // One bar that is far above all others, as of a black frame, must not flatten them.
  const most = Math.max(1, ...counts.map((count) => Math.max(...count.subarray(1, 255))));
  context.globalCompositeOperation = 'lighter';
  counts.forEach((count, channel) => {
    context.fillStyle = ['#d03030', '#30a050', '#4060e0'][channel] ?? '#888';
    count.forEach((value, level) => {
      const height = Math.min(1, value / most) * heightPx;
      context.fillRect((level / 256) * widthPx, heightPx - height, widthPx / 256 + 0.5, height);
    });
  });
  context.globalCompositeOperation = 'source-over';
}

function drawWaveform(brush: Brush, { rgba, width, height }: DrawnFrame): void {
  const columns = Math.ceil(width / STEP);
  const hits = new Uint32Array(columns * LEVELS);
  for (let y = 0; y < height; y += STEP) {
    for (let column = 0; column < columns; column += 1) {
      const luma = lumaAt(rgba, 4 * (y * width + column * STEP));
      hits[(LEVELS - 1 - Math.round(luma)) * columns + column]! += 1;
    }
  }
  const { widthPx, heightPx } = brush;
  drawHits(brush, hits, columns, { token: 'grn', share: 0.12, box: [0, 0, widthPx, heightPx] });
}

function drawVectorscope(brush: Brush, { rgba, width, height }: DrawnFrame): void {
  const { context, widthPx, heightPx, colour } = brush;
  const radius = Math.min(widthPx, heightPx) / 2 - 2;
  const [centreX, centreY] = [widthPx / 2, heightPx / 2];
  context.strokeStyle = colour('line2');
  context.beginPath();
  context.arc(centreX, centreY, radius, 0, 2 * Math.PI);
  context.stroke();
  const hits = new Uint32Array(LEVELS * LEVELS);
  const levelOf = (value: number) => Math.round(((1 + value) / 2) * (LEVELS - 1));
  for (let y = 0; y < height; y += STEP) {
    for (let x = 0; x < width; x += STEP) {
      const at = 4 * (y * width + x);
      const luma = lumaAt(rgba, at);
      // BT.709: how far blue and red lie from the brightness, each ±1.
      const blue = ((rgba[at + 2] ?? 0) - luma) / (255 * 0.9278);
      const red = ((rgba[at] ?? 0) - luma) / (255 * 0.7874);
      hits[levelOf(-red) * LEVELS + levelOf(blue)]! += 1;
    }
  }
  const box = [centreX - radius, centreY - radius, 2 * radius, 2 * radius] as const;
  drawHits(brush, hits, LEVELS, { token: 'accent', share: 0.15, box });
}

const LEVELS = 256;

interface HitsLook {
  token: string;
  /** Each hit covers so much of what is below it. */
  share: number;
  box: readonly [x: number, y: number, widthPx: number, heightPx: number];
}

/** An image whose places are the stronger the more often they were hit: a rectangle for each hit would cost more than the frame. */
function drawHits(
  { context, colour }: Brush,
  hits: Uint32Array,
  width: number,
  { token, share, box }: HitsLook,
): void {
  const image = new ImageData(width, hits.length / width);
  hits.forEach((count, at) => {
    if (count > 0) image.data[4 * at + 3] = 255 * (1 - (1 - share) ** count);
  });
  const canvas = new OffscreenCanvas(image.width, image.height);
  const layer = canvas.getContext('2d');
  if (!layer) return;
  layer.putImageData(image, 0, 0);
  layer.globalCompositeOperation = 'source-in';
  layer.fillStyle = colour(token);
  layer.fillRect(0, 0, image.width, image.height);
  context.drawImage(canvas, ...box);
}

const lumaAt = (rgba: Uint8ClampedArray, at: number): number =>
  0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
