import { z } from 'zod';
import { CAPTURE_CONTROL_SIZE } from '../../../src-shared/domain/screenCapture.ts';
import type { Rectangle } from './windowBounds.ts';

/** Above the task bar of desktops that do not report where it is. */
const BOTTOM_GAP = 48;

export interface ControlledCapture {
  /** Of what is captured now; null where nothing is. */
  takeId: string | null;
  /** The setting. */
  isOn: boolean;
  /** For which its user has closed the control. */
  closedForTakeId: string | null;
}

/** Whether the small control is to be seen. Anyone who has closed it does not want it for this capture. */
export function isControlShown({ takeId, isOn, closedForTakeId }: ControlledCapture): boolean {
  return isOn && takeId !== null && takeId !== closedForTakeId;
}

const placeSchema = z.object({ x: z.int(), y: z.int() });

/**
 * Where the control is: where it was left, if all of it is still on a display; else in the middle of the main display's
 * lower edge. `saved` comes from disk and may be anything.
 *
 * @param workAreas the displays without their task bars, the main one first
 */
export function placeControl(saved: unknown, workAreas: readonly Rectangle[]): Rectangle {
  const { width, height } = CAPTURE_CONTROL_SIZE;
  const parsed = placeSchema.safeParse(saved);
  if (parsed.success && workAreas.some((area) => isInside({ ...parsed.data, width, height }, area)))
    return { ...parsed.data, width, height };
  const main = workAreas[0] ?? { x: 0, y: 0, width, height: height + BOTTOM_GAP };
  return {
    x: Math.round(main.x + (main.width - width) / 2),
    y: Math.max(main.y, main.y + main.height - height - BOTTOM_GAP),
    width,
    height,
  };
}

function isInside(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
