import { useRef, useState, type KeyboardEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { NO_GUIDES, type Guides } from '../../../../src-shared/domain/broadcast/itemGeometry.ts';
import type { SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';
import { removeItem } from '../../../../src-shared/domain/broadcast/sceneCollection.ts';
import { frontToBack, stepItem } from '../../../../src-shared/domain/broadcast/sceneItems.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { ItemHandles } from './ItemHandles.tsx';
import { keyStep } from './keyStep.ts';
import { itemChosen, selectOwnScene, selectScenes } from './scenesSlice.ts';
import { editItem, editScene } from './sceneThunks.ts';
import { useItemDrag, type EditedProps } from './useItemDrag.ts';
import { useItemName } from './useItemName.ts';

/** The items of a scene of one's own, over its view: to be moved and sized by mouse and by keyboard. */
export function SceneEditor() {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const own = useSelector(selectOwnScene);
  const { itemId } = useSelector(selectScenes);
  const frameRef = useRef<HTMLDivElement>(null);
  const [guides, setGuides] = useState<Guides>(NO_GUIDES);
  if (!own) return null;
  const items = frontToBack(own.scene).filter(({ isVisible }) => isVisible);
  const chosen = items.find(({ id }) => id === itemId);
  return (
    <div
      ref={frameRef}
      role="group"
      aria-label={t('editor.label', own)}
      className="absolute inset-0"
      // Beside all items: none is chosen.
      onPointerDown={({ target, currentTarget }) => target === currentTarget && dispatch(itemChosen(null))}
    >
      {items.toReversed().map((item) => (
        <ItemBox key={item.id} item={item} frameRef={frameRef} onGuides={setGuides} />
      ))}
      {chosen && <ItemHandles item={chosen} frameRef={frameRef} onGuides={setGuides} />}
      <GuideLines guides={guides} />
    </div>
  );
}

function ItemBox({ item, frameRef, onGuides }: EditedProps) {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const name = useItemName()(item);
  const isChosen = useSelector(selectScenes).itemId === item.id;
  const choose = () => !isChosen && dispatch(itemChosen(item.id));
  const drag = useItemDrag(item, null, { frameRef, onGuides });
  const press = usePressedKeys(item);
  return (
    <div
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={name}
      aria-description={t('editor.keys')}
      onFocus={choose}
      onKeyDown={press}
      {...drag}
      onPointerDown={(event) => {
        choose();
        drag.onPointerDown(event);
      }}
      className={classNames(
        'absolute cursor-move touch-none border outline-offset-2',
        isChosen
          ? 'border-accent shadow-[0_0_0_1px_#000a]'
          : 'border-transparent hover:border-dashed hover:border-white',
      )}
      style={placeOf(item)}
    >
      {isChosen && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 left-0 max-w-full truncate bg-accent px-1.5 text-2xs text-on-accent"
        >
          {name}
        </span>
      )}
    </div>
  );
}

/** Arrows move, with Alt they size; Delete removes; Page Up and Page Down change what lies in front. */
function usePressedKeys(item: SceneItem) {
  const dispatch = useAppDispatch();
  const gesture = useRef('');
  return (event: KeyboardEvent) => {
    // All steps of a key that is held are undone together.
    if (!event.repeat) gesture.current = crypto.randomUUID();
    const change = keyStep(event);
    if (change) dispatch(editItem(item.id, change, gesture.current));
    else if (event.key === 'Delete' || event.key === 'Backspace')
      dispatch(editScene((scene) => removeItem(scene, item.id)));
    else if (event.key === 'PageUp' || event.key === 'PageDown')
      dispatch(editScene((scene) => stepItem(scene, item.id, event.key === 'PageUp' ? 1 : -1)));
    else if (event.key === 'Escape') dispatch(itemChosen(null));
    else return;
    event.preventDefault();
  };
}

function GuideLines({ guides: { x, y } }: { guides: Guides }) {
  return (
    <>
      {x !== null && (
        <div className="pointer-events-none absolute inset-y-0 w-px bg-accent" style={{ left: percent(x) }} />
      )}
      {y !== null && (
        <div className="pointer-events-none absolute inset-x-0 h-px bg-accent" style={{ top: percent(y) }} />
      )}
    </>
  );
}

const percent = (part: number) => `${part * 100}%`;
const placeOf = ({ x, y, width, height }: SceneItem) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
});
