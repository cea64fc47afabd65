import type { Crop, Fit } from './scene.ts';

export interface Size {
  width: number;
  height: number;
}
export interface Rect extends Size {
  x: number;
  y: number;
}

/**
 * Which part of a source is drawn where, both in pixels: `contain` shows all of it, `cover` fills the box and cuts what
 * is over, `fill` bends it to the box. What the crop takes away is not there for any of them.
 */
export function placeInBox(source: Size, crop: Crop, fit: Fit, box: Rect): { from: Rect; to: Rect } {
  const from: Rect = {
    x: source.width * crop.left,
    y: source.height * crop.top,
    width: source.width * (1 - crop.left - crop.right),
    height: source.height * (1 - crop.top - crop.bottom),
  };
  switch (fit) {
    case 'fill':
      return { from, to: box };
    case 'contain':
      return { from, to: centered(from, box, Math.min(box.width / from.width, box.height / from.height)) };
    case 'cover': {
      const scale = Math.max(box.width / from.width, box.height / from.height);
      const [width, height] = [box.width / scale, box.height / scale];
      const x = from.x + (from.width - width) / 2;
      const y = from.y + (from.height - height) / 2;
      return { from: { x, y, width, height }, to: box };
    }
  }
}

/** A box of a scene in the frame's pixels: whole ones, so that an unscaled source is copied and not drawn again. */
export function toPixels(box: Rect, frame: Size): Rect {
  const x = Math.round(box.x * frame.width);
  const y = Math.round(box.y * frame.height);
  return {
    x,
    y,
    width: Math.max(1, Math.round((box.x + box.width) * frame.width) - x),
    height: Math.max(1, Math.round((box.y + box.height) * frame.height) - y),
  };
}

function centered(from: Size, box: Rect, scale: number): Rect {
  const width = Math.max(1, Math.round(from.width * scale));
  const height = Math.max(1, Math.round(from.height * scale));
  return {
    x: box.x + Math.round((box.width - width) / 2),
    y: box.y + Math.round((box.height - height) / 2),
    width,
    height,
  };
}
