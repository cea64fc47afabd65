import { describe, expect, it } from 'vitest';
import { moveBox, NO_GUIDES, resizeBox } from './itemGeometry.ts';
import { sceneItemSchema } from './scene.ts';
import { createItem } from './sceneItems.ts';

const BOX = { x: 0.2, y: 0.2, width: 0.4, height: 0.2 };
const FREE = { snaps: false, keepsShape: false };

describe('an item that is moved', () => {
  it('goes where the mouse goes', () => {
    const { box, guides } = moveBox(BOX, 0.11, -0.03, false);
    expect(box.x).toBeCloseTo(0.31);
    expect(box.y).toBeCloseTo(0.17);
    expect(guides).toEqual(NO_GUIDES);
  });

  it.each([
    ['the left edge', -0.195, { x: 0 }],
    ['the right edge', 0.405, { x: 0.6 }],
    ['the middle', 0.104, { x: 0.3 }],
    ['a safe area', -0.148, { x: 0.05 }],
  ])('snaps to %s, and shows the line', (_, dx, wanted) => {
    const { box, guides } = moveBox(BOX, dx, 0.01, true);
    expect(box.x).toBeCloseTo(wanted.x);
    expect(guides.x).not.toBeNull();
    expect(guides.y).toBeNull();
    expect(moveBox(BOX, dx, 0.01, false).box.x).toBeCloseTo(BOX.x + dx);
  });

  it('stays what a scene can have, however far it is dragged', () => {
    const item = createItem('a', { kind: 'color' });
    for (const far of [-9, 9]) {
      const moved = moveBox(BOX, far, far, true).box;
      const sized = resizeBox(BOX, 'nw', far, far, FREE).box;
      const grown = resizeBox(BOX, 'se', far, far, { snaps: true, keepsShape: true }).box;
      for (const box of [moved, sized, grown])
        expect(sceneItemSchema.safeParse({ ...item, ...box }).success).toBe(true);
    }
  });
});

describe('an item that is sized', () => {
  it('keeps the edges that are not moved', () => {
    const { box } = resizeBox(BOX, 'w', 0.1, 0.5, FREE);
    expect(box).toEqual({
      x: expect.closeTo(0.3) as number,
      y: 0.2,
      width: expect.closeTo(0.3) as number,
      height: 0.2,
    });
    const lower = resizeBox(BOX, 's', 0.5, 0.1, FREE).box;
    expect(lower).toEqual({ ...BOX, height: expect.closeTo(0.3) as number });
  });

  it('keeps its shape at a corner where that is wanted, and the corner across', () => {
    const { box } = resizeBox(BOX, 'nw', 0.2, 0, { snaps: false, keepsShape: true });
    expect(box.width / box.height).toBeCloseTo(2);
    expect(box.x + box.width).toBeCloseTo(0.6);
    expect(box.y + box.height).toBeCloseTo(0.4);
  });

  it('snaps with the edge that is moved', () => {
    const { box, guides } = resizeBox(BOX, 'e', -0.104, 0, { snaps: true, keepsShape: false });
    expect(box.width).toBeCloseTo(0.3);
    expect(guides.x).toBe(0.5);
  });
});
