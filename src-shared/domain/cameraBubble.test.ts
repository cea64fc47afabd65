import { describe, expect, it } from 'vitest';
import { BUBBLE_CORNERS, bubbleSquare, cornerOf, placeAt, placeOfCorner } from './cameraBubble.ts';

const HD = { width: 1920, height: 1080 };

describe('the camera bubble', () => {
  it('lies in its corner with the same margin everywhere, on even pixels', () => {
    const squares = BUBBLE_CORNERS.map((corner) =>
      bubbleSquare(HD, { ...placeOfCorner(corner), size: 'medium' }),
    );
    expect(squares.map(({ diameter }) => diameter)).toEqual([302, 302, 302, 302]);
    const [first, , , last] = squares;
    expect(first).toMatchObject({ left: 32, top: 32 });
    expect(HD.width - (last?.left ?? 0) - 302).toBeCloseTo(32, -1);
    expect(HD.height - (last?.top ?? 0) - 302).toBeCloseTo(32, -1);
  });

  it('stays inside a frame of any shape, wherever it is laid', () => {
    for (const frame of [HD, { width: 320, height: 900 }, { width: 40, height: 40 }])
      for (const size of ['small', 'medium', 'large'] as const)
        for (const at of [-500, 10, 5000]) {
          const { left, top, diameter } = bubbleSquare(frame, {
            ...placeAt(frame, size, { x: at, y: at }),
            size,
          });
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(left + diameter).toBeLessThanOrEqual(frame.width);
          expect(top + diameter).toBeLessThanOrEqual(frame.height);
        }
  });

  it('is where it was laid, and in the corner where it was laid near it', () => {
    const place = placeAt(HD, 'small', { x: 960, y: 540 });
    expect(place.x).toBeCloseTo(0.5);
    expect(place.y).toBeCloseTo(0.5);
    expect(cornerOf(place)).toBeNull();
    expect(cornerOf(placeAt(HD, 'small', { x: 1900, y: 20 }))).toBe('topRight');
  });
});
