import type { TimelineSpan } from './geometry.ts';

/** Closer than this a frame is wider than a word. */
const LEAST_FRAMES_PER_PX = 1 / 24;
/** Behind the last clip there is room to lay others. */
const ROOM_BEHIND = 1.15;

/** What of the project is in sight: outside React, since it changes with every turn of a wheel. */
export interface TimelineView {
  subscribe: (listener: () => void) => () => void;
  read: () => TimelineSpan;
  /** Set by anyone who draws. */
  setSize: (widthPx: number, lengthFrames: number) => void;
  /** By a factor above 1 less is shown; the frame at `x` stays where it is. */
  zoom: (factor: number, x: number) => void;
  pan: (byPx: number) => void;
  scroll: (toPx: number) => void;
  showAll: () => void;
  /** Turns a page where this frame is not in sight. */
  follow: (frame: number) => void;
}

export function createTimelineView(): TimelineView {
  const listeners = new Set<() => void>();
  let span: TimelineSpan = { fromFrame: 0, framesPerPx: 1, scrollPx: 0 };
  let size = { widthPx: 0, lengthFrames: 0 };
  const show = (changes: Partial<TimelineSpan>) => {
    const framesPerPx = Math.min(
      allFramesPerPx(),
      Math.max(LEAST_FRAMES_PER_PX, changes.framesPerPx ?? span.framesPerPx),
    );
    const most = Math.max(0, ROOM_BEHIND * size.lengthFrames - size.widthPx * framesPerPx);
    const fromFrame = Math.min(most, Math.max(0, changes.fromFrame ?? span.fromFrame));
    const scrollPx = Math.max(0, changes.scrollPx ?? span.scrollPx);
    if (fromFrame === span.fromFrame && framesPerPx === span.framesPerPx && scrollPx === span.scrollPx)
      return;
    span = { fromFrame, framesPerPx, scrollPx };
    listeners.forEach((listener) => listener());
  };
  const allFramesPerPx = () =>
    Math.max(LEAST_FRAMES_PER_PX, (ROOM_BEHIND * size.lengthFrames) / Math.max(1, size.widthPx));
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => span,
    setSize(widthPx, lengthFrames) {
      const isFirst = size.widthPx === 0;
      if (size.widthPx === widthPx && size.lengthFrames === lengthFrames) return;
      size = { widthPx, lengthFrames };
      show(isFirst ? { framesPerPx: allFramesPerPx() } : {});
    },
    zoom(factor, x) {
      const framesPerPx = Math.min(
        allFramesPerPx(),
        Math.max(LEAST_FRAMES_PER_PX, span.framesPerPx / factor),
      );
      show({ framesPerPx, fromFrame: span.fromFrame + x * (span.framesPerPx - framesPerPx) });
    },
    pan: (byPx) => show({ fromFrame: span.fromFrame + byPx * span.framesPerPx }),
    scroll: (toPx) => show({ scrollPx: toPx }),
    showAll: () => show({ framesPerPx: allFramesPerPx(), fromFrame: 0 }),
    follow(frame) {
      const toFrame = span.fromFrame + size.widthPx * span.framesPerPx;
      if (frame >= span.fromFrame && frame <= toFrame) return;
      show({ fromFrame: frame });
    },
  };
}
