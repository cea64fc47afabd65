import { useRef, type PointerEvent, type RefObject } from 'react';
import {
  moveBox,
  NO_GUIDES,
  resizeBox,
  type Guides,
  type Handle,
} from '../../../../src-shared/domain/broadcast/itemGeometry.ts';
import type { Rect } from '../../../../src-shared/domain/broadcast/placement.ts';
import type { SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { editItem } from './sceneThunks.ts';

/** An item over the view, and where guide lines are shown. */
export interface EditedProps {
  item: SceneItem;
  frameRef: RefObject<HTMLElement | null>;
  onGuides: (guides: Guides) => void;
}

interface Drag {
  gesture: string;
  x: number;
  y: number;
  box: Rect;
}

/** Moves an item, or its edge or corner; with Ctrl or ⌘ it does not snap, with Shift a corner keeps the shape. */
export function useItemDrag(
  item: SceneItem,
  handle: Handle | null,
  { frameRef, onGuides }: Omit<EditedProps, 'item'>,
) {
  const dispatch = useAppDispatch();
  const dragRef = useRef<Drag | null>(null);
  const end = () => {
    dragRef.current = null;
    onGuides(NO_GUIDES);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { x, y, width, height } = item;
      dragRef.current = {
        gesture: crypto.randomUUID(),
        x: event.clientX,
        y: event.clientY,
        box: { x, y, width, height },
      };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const [drag, frame] = [dragRef.current, frameRef.current?.getBoundingClientRect()];
      if (!drag || !frame) return;
      const dx = (event.clientX - drag.x) / frame.width;
      const dy = (event.clientY - drag.y) / frame.height;
      const snaps = !event.ctrlKey && !event.metaKey;
      const { box, guides } = handle
        ? resizeBox(drag.box, handle, dx, dy, { snaps, keepsShape: event.shiftKey })
        : moveBox(drag.box, dx, dy, snaps);
      onGuides(guides);
      dispatch(editItem(item.id, (known) => ({ ...known, ...box }), drag.gesture));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
