import type { Clip, Media, Size } from './document.ts';
import { clipValueAt } from './keyframes.ts';

/** Where a layer is drawn, in whole pixels of the frame; it is turned around its own centre. */
export interface Placement {
  x: number;
  y: number;
  width: number;
  height: number;
  /** 1/100 degree, clockwise. */
  rotationCentiDeg: number;
}

/** What is cut off of each side of the source, in 1/65536 of that side. */
export interface Crop {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const CROP_UNIT = 65_536;

/**
 * A clip in a frame of `size`: fitted into it, scaled, moved, cut and turned by the clip's values `offset` frames after
 * its start. Media that were recorded lying on their side are turned upright; null: nothing of it is left.
 */
export function placeClip(
  clip: Clip,
  offset: number,
  { media, canvas, size }: { media: Media | null; canvas: Size; size: Size },
): { placement: Placement; crop: Crop } | null {
  const value = (name: Parameters<typeof clipValueAt>[1]) => clipValueAt(clip, name, offset);
  const part = (name: 'left' | 'top' | 'right' | 'bottom') => value(`crop.${name}`) / 100;
  const seen = { left: part('left'), top: part('top'), right: part('right'), bottom: part('bottom') };
  const unit = Math.min(size.width / canvas.width, size.height / canvas.height);
  const upright = uprightSize(media, canvas);
  const fit = Math.min(size.width / upright.width, size.height / upright.height) * (value('scale') / 100);
  const full = { width: upright.width * fit, height: upright.height * fit };
  const width = Math.round(full.width * (1 - seen.left - seen.right));
  const height = Math.round(full.height * (1 - seen.top - seen.bottom));
  if (width < 1 || height < 1) return null;

  const degrees = value('rotationDeg');
  const radians = (degrees * Math.PI) / 180;
  // Where the centre of what is seen lies from the centre that the clip is turned around.
  const across = ((seen.left - seen.right) / 2) * full.width;
  const down = ((seen.top - seen.bottom) / 2) * full.height;
  const centreX = size.width / 2 + value('x') * unit + across * Math.cos(radians) - down * Math.sin(radians);
  const centreY = size.height / 2 + value('y') * unit + across * Math.sin(radians) + down * Math.cos(radians);

  const turn = media?.video?.rotation ?? 0;
  const isOnSide = turn % 180 !== 0;
  const [drawnWidth, drawnHeight] = isOnSide ? [height, width] : [width, height];
  return {
    placement: {
      x: Math.round(centreX - drawnWidth / 2),
      y: Math.round(centreY - drawnHeight / 2),
      width: drawnWidth,
      height: drawnHeight,
      rotationCentiDeg: (((Math.round(degrees * 100) + turn * 100) % 36_000) + 36_000) % 36_000,
    },
    crop: cropOfSource(seen, turn),
  };
}

function uprightSize(media: Media | null, canvas: Size): Size {
  if (!media?.video) return canvas;
  const { width, height, rotation } = media.video;
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The sides as they lie in the source: the upright image is the source turned clockwise by `turn`. */
function cropOfSource({ left, top, right, bottom }: Crop, turn: number): Crop {
  const units = (part: number) => Math.round(part * CROP_UNIT);
  const clockwise = [left, top, right, bottom].map(units);
  const side = (index: number) => clockwise[(index + turn / 90) % 4] ?? 0;
  return { left: side(0), top: side(1), right: side(2), bottom: side(3) };
}
