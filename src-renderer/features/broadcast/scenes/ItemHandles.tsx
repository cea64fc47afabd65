import { HANDLES, type Handle } from '../../../../src-shared/domain/broadcast/itemGeometry.ts';
import { useItemDrag, type EditedProps } from './useItemDrag.ts';

/** What the chosen item is sized by with a mouse; Alt and arrows do it by keyboard. */
export function ItemHandles(props: EditedProps) {
  return HANDLES.map((handle) => <HandleDot key={handle} handle={handle} {...props} />);
}

function HandleDot({ handle, item, frameRef, onGuides }: EditedProps & { handle: Handle }) {
  const drag = useItemDrag(item, handle, { frameRef, onGuides });
  const across = handle.includes('w') ? 0 : handle.includes('e') ? 1 : 0.5;
  const down = handle.includes('n') ? 0 : handle.includes('s') ? 1 : 0.5;
  return (
    <div
      aria-hidden="true"
      data-handle={handle}
      {...drag}
      className="absolute size-4 -translate-1/2 touch-none before:absolute before:inset-1 before:rounded-xs before:border before:border-accent before:bg-white"
      style={{
        left: `${(item.x + item.width * across) * 100}%`,
        top: `${(item.y + item.height * down) * 100}%`,
        cursor: `${handle}-resize`,
      }}
    />
  );
}
