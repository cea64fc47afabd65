/**
 * Draws the icons as PNG, so that no image that a build makes is kept in the repository and no
 * tool is needed to make it: the SVGs are of rounded rectangles alone.
 *
 *     node build/icons.mjs      writes out/icons/*.png for electron-builder
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/** Each pixel is the mean of so many points a side. */
const SAMPLES = 4;
const ICON_SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

/** A drawing of `build/`, e.g. `icon`, as a square PNG of so many pixels a side. */
export function drawIcon(name, sizePx) {
  const file = path.join(import.meta.dirname, `${name}.svg`);
  return encodePng(rasterize(parseRectangles(readFileSync(file, 'utf8'), file), sizePx), sizePx);
}

function parseRectangles(svg, file) {
  const other = /<(?!\/?(?:svg|rect)[\s>]|!--)[^>]*>/.exec(svg);
  if (other) throw new Error(`${file}: ${other[0]} can't be drawn. Use <rect> alone.`);
  const viewSize = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  if (!viewSize) throw new Error(`${file}: the viewBox must be a square that starts at 0 0.`);
  return [...svg.matchAll(/<rect\s([^>]*)\/>/g)].map(([, text]) => {
    const attributes = Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map((m) => [m[1], m[2]]));
    const at = (key) => Number(attributes[key] ?? 0) / viewSize;
    const color = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(attributes.fill ?? '');
    if (!color) throw new Error(`${file}: the fill '${attributes.fill}' is not of the form #rrggbb.`);
    return {
      x: at('x'),
      y: at('y'),
      width: at('width'),
      height: at('height'),
      radius: at('rx'),
      rgb: color.slice(1).map((hex) => Number.parseInt(hex, 16)),
      opacity: Number(attributes.opacity ?? 1),
    };
  });
}

/** Bytes r, g, b, a of each pixel. */
function rasterize(rectangles, sizePx) {
  const pixels = Buffer.alloc(sizePx * sizePx * 4);
  for (let row = 0; row < sizePx; row++) {
    for (let column = 0; column < sizePx; column++) {
      // Premultiplied, so that the colour of an edge is not mixed with that of nothing.
      const pixel = [0, 0, 0, 0];
      for (const rectangle of rectangles) {
        const alpha = rectangle.opacity * coverage(rectangle, column, row, sizePx);
        for (let i = 0; i < 3; i++) pixel[i] = rectangle.rgb[i] * alpha + pixel[i] * (1 - alpha);
        pixel[3] = alpha + pixel[3] * (1 - alpha);
      }
      const offset = (row * sizePx + column) * 4;
      for (let i = 0; i < 3; i++) pixels[offset + i] = pixel[3] > 0 ? Math.round(pixel[i] / pixel[3]) : 0;
      pixels[offset + 3] = Math.round(pixel[3] * 255);
    }
  }
  return pixels;
}

/** Part of a pixel that lies inside the rectangle, 0-1. */
function coverage(rectangle, column, row, sizePx) {
  let inside = 0;
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const x = (column + ((i % SAMPLES) + 0.5) / SAMPLES) / sizePx;
    const y = (row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES) / sizePx;
    if (isInside(rectangle, x, y)) inside += 1;
  }
  return inside / (SAMPLES * SAMPLES);
}

/** The distance to the rectangle without its rounded rim is at most the rim's radius. */
function isInside({ x: left, y: top, width, height, radius }, x, y) {
  const dx = Math.max(left + radius - x, x - (left + width - radius), 0);
  const dy = Math.max(top + radius - y, y - (top + height - radius), 0);
  return (
    dx * dx + dy * dy <= radius * radius && x >= left && x < left + width && y >= top && y < top + height
  );
}

/** 8-bit RGBA, by the PNG specification, third edition, sections 5 and 9 (filter 0 on every row). */
function encodePng(pixels, sizePx) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc(sizePx * (sizePx * 4 + 1));
  for (let row = 0; row < sizePx; row++) {
    pixels.copy(rows, row * (sizePx * 4 + 1) + 1, row * sizePx * 4, (row + 1) * sizePx * 4);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

if (import.meta.main) {
  const folder = path.join(import.meta.dirname, '../out/icons');
  mkdirSync(folder, { recursive: true });
  for (const size of ICON_SIZES) {
    writeFileSync(path.join(folder, `${size}x${size}.png`), drawIcon('icon', size));
  }
}
