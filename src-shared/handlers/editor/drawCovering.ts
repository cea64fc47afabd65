import type { Project, Size } from '../../domain/edit/document.ts';
import { resolve, type DrawLayer, type DrawList } from '../../domain/edit/resolve.ts';

/** A clip that fills less of the frame is a mark, not what is looked at. */
const LEAST_SHARE = 0.03;
/** Of a side: what is left beside a clip that fills the frame. */
const FILLED_SHARE = 0.98;

/**
 * A frame of another shape, filled: the part of the project's frame where its layout has what is looked at, the middle where one clip
 * fills it. Texts are fitted in whole.
 */
export function drawCovering(project: Project, frame: number, size: Size): DrawList {
  const { canvas } = project;
  const scale = Math.max(size.width / canvas.width, size.height / canvas.height);
  const full = { width: Math.round(canvas.width * scale), height: Math.round(canvas.height * scale) };
  const { layers } = resolve(project, frame, full);
  const centre = centreOf(layers, full);
  const left = within(centre.x - size.width / 2, full.width - size.width);
  const top = within(centre.y - size.height / 2, full.height - size.height);
  // Of the same clips, in the same order.
  const fitted = resolve(project, frame, size).layers;
  return {
    ...size,
    layers: layers.map((layer, index) => {
      const whole = fitted[index];
      if (layer.source.kind === 'text' && whole?.clipId === layer.clipId) return whole;
      const { x, y } = layer.placement;
      return { ...layer, placement: { ...layer.placement, x: x - left, y: y - top } };
    }),
  };
}

const within = (start: number, most: number): number => Math.round(Math.min(Math.max(start, 0), most));

/** Of the largest image that leaves room beside it, the front one of several; else of the frame. */
function centreOf(layers: readonly DrawLayer[], full: Size): { x: number; y: number } {
  let best = { area: full.width * full.height * LEAST_SHARE, x: full.width / 2, y: full.height / 2 };
  for (const { source, placement } of layers) {
    const { x, y, width, height } = placement;
    const fills = width >= full.width * FILLED_SHARE && height >= full.height * FILLED_SHARE;
    if (source.kind !== 'media' || fills || width * height < best.area) continue;
    best = { area: width * height, x: x + width / 2, y: y + height / 2 };
  }
  return best;
}
