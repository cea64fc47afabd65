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

function drawWaveform(
  { context, widthPx, heightPx, colour }: Brush,
  { rgba, width, height }: DrawnFrame,
): void {
  context.fillStyle = colour('grn');
  context.globalAlpha = 0.12;
  for (let x = 0; x < width; x += STEP) {
    for (let y = 0; y < height; y += STEP) {
      const luma = lumaAt(rgba, 4 * (y * width + x));
      context.fillRect((x / width) * widthPx, heightPx - (luma / 255) * heightPx, 1, 1);
    }
  }
  context.globalAlpha = 1;
}

function drawVectorscope(
  { context, widthPx, heightPx, colour }: Brush,
  { rgba, width, height }: DrawnFrame,
): void {
  const radius = Math.min(widthPx, heightPx) / 2 - 2;
  const [centreX, centreY] = [widthPx / 2, heightPx / 2];
  context.strokeStyle = colour('line2');
  context.beginPath();
  context.arc(centreX, centreY, radius, 0, 2 * Math.PI);
  context.stroke();
  context.fillStyle = colour('accent');
  context.globalAlpha = 0.15;
  for (let y = 0; y < height; y += STEP) {
    for (let x = 0; x < width; x += STEP) {
      const at = 4 * (y * width + x);
      const luma = lumaAt(rgba, at);
      // BT.709: how far blue and red lie from the brightness, each ±1.
      const blue = ((rgba[at + 2] ?? 0) - luma) / (255 * 0.9278);
      const red = ((rgba[at] ?? 0) - luma) / (255 * 0.7874);
      context.fillRect(centreX + blue * radius, centreY - red * radius, 1.5, 1.5);
    }
  }
  context.globalAlpha = 1;
}

const lumaAt = (rgba: Uint8ClampedArray, at: number): number =>
  0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
