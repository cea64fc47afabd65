import { z } from 'zod';

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const MIN_WINDOW_SIZE = { width: 360, height: 480 };
export const DEFAULT_WINDOW_SIZE = { width: 1280, height: 820 };
/** How much of the title bar must be on a display that it can be caught and dragged. */
const MIN_VISIBLE = { width: 120, height: 32 };

export const windowStateSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  isMaximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

export interface WindowPlacement {
  width: number;
  height: number;
  /** Absent: the system places it. */
  position: { x: number; y: number } | null;
  isMaximized: boolean;
}

/**
 * Where a window opens: where it was, if a display is still there that shows its title bar, and
 * never larger than that display. `saved` comes from disk and may be anything.
 *
 * @param workAreas the displays without their task bars, the main one first
 */
export function restoreWindow(saved: unknown, workAreas: readonly Rectangle[]): WindowPlacement {
  const parsed = windowStateSchema.safeParse(saved);
  const main = workAreas[0] ?? { x: 0, y: 0, ...DEFAULT_WINDOW_SIZE };
  if (!parsed.success) return { ...fitSize(DEFAULT_WINDOW_SIZE, main), position: null, isMaximized: false };
  const { x, y, isMaximized } = parsed.data;
  const area = workAreas.find((candidate) => isTitleBarVisible(parsed.data, candidate));
  if (!area) return { ...fitSize(parsed.data, main), position: null, isMaximized };
  return { ...fitSize(parsed.data, area), position: { x, y }, isMaximized };
}

function fitSize(size: { width: number; height: number }, area: Rectangle) {
  return {
    width: clamp(size.width, MIN_WINDOW_SIZE.width, area.width),
    height: clamp(size.height, MIN_WINDOW_SIZE.height, area.height),
  };
}

/** The upper bound wins: a display smaller than the least size shows all of the window. */
function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

function isTitleBarVisible(window: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const isTopInside = window.y >= area.y && window.y + MIN_VISIBLE.height <= area.y + area.height;
  return visibleWidth >= MIN_VISIBLE.width && isTopInside;
}
