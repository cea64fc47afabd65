import { Listeners, type Channel } from '../../src-shared/rpc/index.ts';

/** Frames on their way to a page above which events are held back of which only the latest counts. */
const MAX_FRAMES_AWAY = 32;

/** The main process's end of a connection to a page. */
export interface PageChannel extends Channel {
  receive(frame: unknown): void;
  /** The page reports that so many more frames arrived. */
  taken(frames: number): void;
}

/** A channel over whatever sends to the page; the receiving side is reported by `receive` and `taken`. */
export function createPageChannel(
  send: (...message: [kind: 'frame', frame: unknown] | [kind: 'close']) => void,
): PageChannel {
  const frames = new Listeners<unknown>();
  const drains = new Listeners<void>();
  const closes = new Listeners<void>();
  let isClosed = false;
  let framesAway = 0;
  const isCongested = () => framesAway >= MAX_FRAMES_AWAY;
  return {
    send(frame) {
      if (isClosed) return;
      framesAway += 1;
      send('frame', frame);
    },
    isCongested,
    onDrain: (listener) => drains.add(listener),
    onFrame: (listener) => frames.add(listener),
    onClose(listener) {
      if (!isClosed) return closes.add(listener);
      listener();
      return () => undefined;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      send('close');
      closes.notify();
      closes.clear();
      frames.clear();
      drains.clear();
    },
    receive(frame) {
      if (!isClosed) frames.notify(frame);
    },
    taken(count) {
      const wasCongested = isCongested();
      // A page that reports too much harms only itself: it is then never thought congested.
      framesAway = Math.max(0, framesAway - count);
      if (wasCongested && !isCongested()) drains.notify();
    },
  };
}
