import { describe, expect, it } from 'vitest';
import type { Place } from './dragTypes.ts';
import { createEdgeScroll, edgeSpeed } from './edgeScroll.ts';

function scroller() {
  const waiting: ((nowMs: number) => void)[] = [];
  const seen = { px: 0, places: [] as Place[] };
  const scroll = createEdgeScroll({
    pan: (byPx) => (seen.px += byPx),
    onScrolled: (place) => seen.places.push(place),
    nextFrame(run) {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
  });
  const frame = (nowMs: number) => waiting.shift()?.(nowMs);
  return { scroll, seen, frame, isWaiting: () => waiting.length > 0 };
}

describe('a drag at an edge of the timeline', () => {
  it('scrolls faster the farther out it is held, and not at all in the middle', () => {
    expect(edgeSpeed(400, 800)).toBe(0);
    expect(edgeSpeed(32, 800)).toBe(0);
    expect(edgeSpeed(10, 800)).toBeLessThan(0);
    expect(edgeSpeed(790, 800)).toBeGreaterThan(0);
    expect(edgeSpeed(820, 800)).toBeGreaterThan(edgeSpeed(790, 800));
    expect(edgeSpeed(10_000, 800)).toBe(edgeSpeed(2000, 800));
  });

  it('scrolls by the time that passes, also where the hand rests, until it is let go', () => {
    const { scroll, seen, frame, isWaiting } = scroller();
    scroll.hold({ x: 799, y: 5 }, 800);
    frame(1000);
    frame(1010);
    const after10 = seen.px;
    frame(1030);
    expect(after10).toBeGreaterThan(0);
    expect(seen.px).toBeCloseTo(3 * after10);
    expect(seen.places).toEqual([
      { x: 799, y: 5 },
      { x: 799, y: 5 },
    ]);
    scroll.end();
    expect(isWaiting()).toBe(false);
  });

  it('stops in the middle, and does not jump after a pause of the page', () => {
    const { scroll, seen, frame, isWaiting } = scroller();
    scroll.hold({ x: 799, y: 5 }, 800);
    frame(0);
    frame(60_000);
    expect(seen.px).toBeLessThan(200);
    scroll.hold({ x: 400, y: 5 }, 800);
    frame(60_010);
    expect(isWaiting()).toBe(false);
  });
});
