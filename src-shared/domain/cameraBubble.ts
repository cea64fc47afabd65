import type { Size } from './broadcast/placement.ts';
import { z } from 'zod';

/** A camera's round bubble on the screen. */
export const BUBBLE_SIZES = ['small', 'medium', 'large'] as const;
export type BubbleSize = (typeof BUBBLE_SIZES)[number];

export const BUBBLE_CORNERS = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const;
export type BubbleCorner = (typeof BUBBLE_CORNERS)[number];

/** Where a camera's bubble lies on the screen. */
export const bubblePlaceSchema = z.object({
  /** Of the room that is left beside the bubble: 0 is at the left edge, 1 at the right one. */
  x: z.number().min(0).max(1),
  /** The same from the upper edge to the lower one. */
  y: z.number().min(0).max(1),
  size: z.enum(BUBBLE_SIZES),
  /** As in a mirror, which is how people know themselves. */
  isMirrored: z.boolean(),
});
export type BubblePlace = z.infer<typeof bubblePlaceSchema>;

export const DEFAULT_BUBBLE_PLACE: BubblePlace = { x: 1, y: 1, size: 'medium', isMirrored: true };

const CORNER_PLACES: Readonly<Record<BubbleCorner, { x: number; y: number }>> = {
  topLeft: { x: 0, y: 0 },
  topRight: { x: 1, y: 0 },
  bottomLeft: { x: 0, y: 1 },
  bottomRight: { x: 1, y: 1 },
};

/** Of the shorter side of the frame that it lies on. */
const DIAMETERS: Readonly<Record<BubbleSize, number>> = { small: 0.2, medium: 0.28, large: 0.4 };
/** Between the bubble and the edge, of the same side. */
const MARGIN = 0.03;

export const placeOfCorner = (corner: BubbleCorner): { x: number; y: number } => CORNER_PLACES[corner];

/** null: it lies elsewhere. */
export function cornerOf({ x, y }: Pick<BubblePlace, 'x' | 'y'>): BubbleCorner | null {
  return (
    BUBBLE_CORNERS.find((corner) => CORNER_PLACES[corner].x === x && CORNER_PLACES[corner].y === y) ?? null
  );
}

/** The square around the bubble, in whole even pixels. */
export function bubbleSquare(
  frame: Size,
  { x, y, size }: Omit<BubblePlace, 'isMirrored'>,
): { left: number; top: number; diameter: number } {
  const { diameter, margin, room } = measure(frame, size);
  return {
    left: toEven(margin + clamp(x) * room.width),
    top: toEven(margin + clamp(y) * room.height),
    diameter: toEven(diameter),
  };
}

/** Where a bubble is whose middle was laid there; near an edge it is at the edge. */
export function placeAt(
  frame: Size,
  size: BubbleSize,
  middle: { x: number; y: number },
): { x: number; y: number } {
  const { diameter, margin, room } = measure(frame, size);
  const part = (at: number, whole: number) => snap(clamp((at - diameter / 2 - margin) / Math.max(1, whole)));
  return { x: part(middle.x, room.width), y: part(middle.y, room.height) };
}

/** Nearer to an edge than this it was meant to be there. */
const SNAP = 0.04;

const snap = (part: number) => (part < SNAP ? 0 : part > 1 - SNAP ? 1 : part);
const clamp = (part: number) => Math.min(1, Math.max(0, part));
const toEven = (pixels: number) => Math.max(0, 2 * Math.round(pixels / 2));

function measure({ width, height }: Size, size: BubbleSize) {
  const side = Math.min(width, height);
  const diameter = side * DIAMETERS[size];
  const margin = side * MARGIN;
  const room = { width: width - diameter - 2 * margin, height: height - diameter - 2 * margin };
  return { diameter, margin, room };
}
