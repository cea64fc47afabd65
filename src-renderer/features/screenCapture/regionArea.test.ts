import { describe, expect, it } from 'vitest';
import { fitRegion, regionBetween } from './regionArea.ts';

const SCREEN = { width: 1281, height: 721 };

describe('a region of a screen', () => {
  it('is drawn from any corner to any other', () => {
    const corners = [
      { x: 100, y: 40 },
      { x: 420, y: 240 },
    ] as const;
    const drawn = { x: 100, y: 40, width: 320, height: 200 };
    expect(regionBetween(corners[0], corners[1], SCREEN)).toEqual(drawn);
    expect(regionBetween(corners[1], corners[0], SCREEN)).toEqual(drawn);
  });

  it('lies on even pixels, inside the frame, and is never too small', () => {
    expect(fitRegion({ x: 3.2, y: 5, width: 99.4, height: 101 }, SCREEN)).toEqual({
      x: 4,
      y: 6,
      width: 100,
      height: 102,
    });
    expect(fitRegion({ x: -50, y: 9000, width: 0, height: 90_000 }, SCREEN)).toEqual({
      x: 0,
      y: 0,
      width: 32,
      height: 720,
    });
    expect(fitRegion({ x: 1280, y: 0, width: 64, height: 64 }, SCREEN)).toMatchObject({ x: 1216 });
  });
});
