import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { TakePlayer } from '../../media/takePlayer.ts';
import type { PlayerWindow } from './playerWindow.ts';

type Pointer = PointerEvent<HTMLElement>;

/** A click that moves less selects nothing. */
const LEAST_DRAG_PX = 4;
/** Of a wheel, for one doubling. */
const PIXELS_A_DOUBLING = 240;

/** A click goes there, a drag selects, Shift extends; two fingers zoom. */
export function useLanePointer(player: TakePlayer, window: PlayerWindow) {
  const drag = useRef<{ startX: number; startSec: number; isSelecting: boolean } | null>(null);
  const fingers = useRef(new Map<number, number>());
  const secAt = ({ clientX, currentTarget }: Pointer) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const { fromSec, toSec } = window.read();
    return fromSec + (Math.min(width, Math.max(0, clientX - left)) / width) * (toSec - fromSec);
  };
  const distance = () => {
    const [one, other] = [...fingers.current.values()];
    return one === undefined || other === undefined ? null : Math.abs(one - other);
  };
  const end = ({ pointerId }: Pointer) => {
    fingers.current.delete(pointerId);
    drag.current = null;
  };
  return {
    onPointerDown(event: Pointer) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, event.clientX);
      const startSec = event.shiftKey ? anchorOf(player) : secAt(event);
      drag.current = { startX: event.clientX, startSec, isSelecting: event.shiftKey };
      if (event.shiftKey) player.select({ fromSec: startSec, toSec: secAt(event) });
    },
    onPointerMove(event: Pointer) {
      if (fingers.current.has(event.pointerId) && fingers.current.size > 1) {
        const before = distance();
        fingers.current.set(event.pointerId, event.clientX);
        const now = distance();
        if (before && now) window.zoom(now / before, secAt(event));
        drag.current = null;
        return;
      }
      const { current } = drag;
      if (!current) return;
      current.isSelecting ||= Math.abs(event.clientX - current.startX) >= LEAST_DRAG_PX;
      if (current.isSelecting) player.select({ fromSec: current.startSec, toSec: secAt(event) });
    },
    onPointerUp(event: Pointer) {
      const { current } = drag;
      end(event);
      if (current && !current.isSelecting) player.seek(secAt(event));
    },
    onPointerCancel: end,
  };
}

/** Where a selection is extended from: its farther edge, else the playhead. */
function anchorOf(player: TakePlayer): number {
  return player.read().selection?.fromSec ?? player.positionSec();
}

/** A click or drag goes there, and shows that part. */
export function useOverviewPointer(player: TakePlayer, window: PlayerWindow) {
  const goTo = (event: Pointer) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const sec = ((event.clientX - left) / width) * player.durationSec;
    player.seek(sec);
    const { fromSec, toSec } = window.read();
    if (sec < fromSec || sec > toSec) window.pan(sec - (fromSec + toSec) / 2);
  };
  return { onPointerDown: goTo, onPointerMove: goTo };
}

/** Ctrl and the wheel, which is also what pinching a touchpad sends, zoom; sideways pans. */
export function useWheel(ref: RefObject<HTMLElement | null>, player: TakePlayer, window: PlayerWindow): void {
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!(event.target instanceof HTMLCanvasElement)) return;
      const { left, width } = event.target.getBoundingClientRect();
      const { fromSec, toSec } = window.read();
      const length = toSec - fromSec;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        window.zoom(
          2 ** (-event.deltaY / PIXELS_A_DOUBLING),
          fromSec + ((event.clientX - left) / width) * length,
        );
        return;
      }
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (sideways === 0 || length >= player.durationSec) return;
      event.preventDefault();
      window.pan((sideways / width) * length);
    };
    // React's own are passive: the page would scroll as well.
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => box.removeEventListener('wheel', onWheel);
  }, [ref, player, window]);
}
