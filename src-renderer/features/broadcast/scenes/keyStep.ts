import { moveBox, resizeBox } from '../../../../src-shared/domain/broadcast/itemGeometry.ts';
import type { SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';

/** Parts of the frame: about six pixels of 1280, and with Shift ten times as many. */
const STEP = 0.005;
const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What an arrow key does to an item: it moves it, or with Alt its right or lower edge; null: another key. */
export function keyStep(event: {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
}): ((item: SceneItem) => SceneItem) | null {
  const arrow = ARROWS[event.key];
  if (!arrow) return null;
  const step = event.shiftKey ? STEP * 10 : STEP;
  const [dx, dy] = [arrow[0] * step, arrow[1] * step];
  return (item) => {
    const { x, y, width, height } = item;
    const box = { x, y, width, height };
    const placed = event.altKey
      ? resizeBox(box, 'se', dx, dy, { snaps: false, keepsShape: false })
      : moveBox(box, dx, dy, false);
    return { ...item, ...placed.box };
  };
}
