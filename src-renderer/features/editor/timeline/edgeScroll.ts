import type { Place } from './dragTypes.ts';

/** So near to an edge, or beyond it, a drag scrolls. */
const EDGE_PX = 32;
const MOST_PX_A_SEC = 1500;
/** After a pause of the page it does not jump. */
const LONGEST_STEP_SEC = 0.1;

/** How fast the timeline moves along below a pointer: nothing in its middle, faster the farther out. */
export function edgeSpeed(x: number, widthPx: number): number {
  const edge = Math.min(EDGE_PX, widthPx / 4);
  const beyond = x < edge ? x - edge : Math.max(0, x - (widthPx - edge));
  return Math.max(-1, Math.min(1, beyond / (2 * EDGE_PX))) * MOST_PX_A_SEC;
}

interface EdgeScrollOptions {
  pan: (byPx: number) => void;
  /** The drag is where it was, and what lies below it is not. */
  onScrolled: (place: Place) => unknown;
  nextFrame: (run: (nowMs: number) => void) => () => void;
}

/** Scrolls as long as a drag is held at an edge of the timeline, also where the hand rests. */
export function createEdgeScroll({ pan, onScrolled, nextFrame }: EdgeScrollOptions) {
  let held: { place: Place; widthPx: number } | null = null;
  let lastMs: number | null = null;
  let cancel: (() => void) | null = null;
  const step = (nowMs: number) => {
    cancel = null;
    const speed = held ? edgeSpeed(held.place.x, held.widthPx) : 0;
    if (!held || speed === 0) {
      lastMs = null;
      return;
    }
    const passedSec = lastMs === null ? 0 : Math.min(LONGEST_STEP_SEC, (nowMs - lastMs) / 1000);
    lastMs = nowMs;
    if (passedSec > 0) {
      pan(speed * passedSec);
      onScrolled(held.place);
    }
    cancel = nextFrame(step);
  };
  return {
    hold(place: Place, widthPx: number): void {
      held = { place, widthPx };
      cancel ??= nextFrame(step);
    },
    end(): void {
      held = null;
      lastMs = null;
      cancel?.();
      cancel = null;
    },
  };
}
