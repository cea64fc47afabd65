import { SAFE_AREAS } from './layouts.ts';
import type { Rect } from './placement.ts';

export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
/** An edge or a corner of a box, by the points of a compass. */
export type Handle = (typeof HANDLES)[number];

/** Lines that a box has snapped to, in parts of the frame; null: none. */
export interface Guides {
  x: number | null;
  y: number | null;
}

export interface Placed {
  box: Rect;
  guides: Guides;
}

export const NO_GUIDES: Guides = { x: null, y: null };
/** A box is not made smaller. */
const SMALLEST = 0.02;
/** So near to a line a box snaps to it: about 13 pixels of 1280. */
const SNAP_WITHIN = 0.01;
const { action, graphics } = SAFE_AREAS;
/** Edges, safe areas and the middle. */
const LINES = [0, action, graphics, 0.5, 1 - graphics, 1 - action, 1];

/** Moves a box by parts of the frame. */
export function moveBox(box: Rect, dx: number, dy: number, snaps: boolean): Placed {
  const across = snapSpan(box.x + dx, box.width, snaps);
  const down = snapSpan(box.y + dy, box.height, snaps);
  return {
    box: { ...box, x: clamp(across.start, -1, 1), y: clamp(down.start, -1, 1) },
    guides: { x: across.line, y: down.line },
  };
}

/** Moves an edge or corner; a corner keeps the shape of the box where that is wanted. */
export function resizeBox(
  box: Rect,
  handle: Handle,
  dx: number,
  dy: number,
  { snaps, keepsShape }: { snaps: boolean; keepsShape: boolean },
): Placed {
  const across = resizeSpan(box.x, box.width, sideOf(handle, 'w', 'e'), dx, snaps);
  const down = resizeSpan(box.y, box.height, sideOf(handle, 'n', 's'), dy, snaps);
  const isCorner = handle.length === 2;
  const height = isCorner && keepsShape ? (across.size * box.height) / box.width : down.size;
  const y = handle.includes('n') ? box.y + box.height - height : down.start;
  return {
    box: {
      x: clamp(across.start, -1, 1),
      y: clamp(y, -1, 1),
      width: clamp(across.size, SMALLEST, 2),
      height: clamp(height, SMALLEST, 2),
    },
    guides: { x: across.line, y: isCorner && keepsShape ? null : down.line },
  };
}

type Side = 'start' | 'end' | null;

function sideOf(handle: Handle, start: string, end: string): Side {
  if (handle.includes(start)) return 'start';
  return handle.includes(end) ? 'end' : null;
}

function snapSpan(start: number, size: number, snaps: boolean): { start: number; line: number | null } {
  if (!snaps) return { start, line: null };
  const found = [
    ...LINES.flatMap((line) => [
      { line, shift: line - start },
      { line, shift: line - start - size },
    ]),
    { line: 0.5, shift: 0.5 - start - size / 2 },
  ].toSorted((a, b) => Math.abs(a.shift) - Math.abs(b.shift))[0];
  if (!found || Math.abs(found.shift) > SNAP_WITHIN) return { start, line: null };
  return { start: start + found.shift, line: found.line };
}

function resizeSpan(start: number, size: number, side: Side, by: number, snaps: boolean) {
  if (side === null) return { start, size, line: null };
  const end = start + size;
  const wanted = (side === 'start' ? start : end) + by;
  const line = snaps ? (LINES.find((known) => Math.abs(known - wanted) <= SNAP_WITHIN) ?? null) : null;
  const moved = line ?? wanted;
  if (side === 'end') return { start, size: Math.max(SMALLEST, moved - start), line };
  const from = Math.min(moved, end - SMALLEST);
  return { start: from, size: end - from, line };
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
