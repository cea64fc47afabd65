import { ChevronDown, ChevronUp, Eye, EyeOff, Trash2 } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { SceneItem } from '../../../../src-shared/domain/broadcast/scene.ts';
import { removeItem, type NamedScene } from '../../../../src-shared/domain/broadcast/sceneCollection.ts';
import { frontToBack, stepItem } from '../../../../src-shared/domain/broadcast/sceneItems.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { AddItem } from './AddItem.tsx';
import { itemChosen, selectScenes } from './scenesSlice.ts';
import { editItem, editScene } from './sceneThunks.ts';
import { useItemName } from './useItemName.ts';

/** What is in a scene, the nearest first. */
export function ItemList({ own }: { own: NamedScene }) {
  const { t } = useTranslation('scenes');
  const items = frontToBack(own.scene);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {items.length === 0 ? (
        <p className="rounded-lg bg-inset px-3 py-2.5 text-xs text-t3">{t('items.empty')}</p>
      ) : (
        <ul aria-label={t('items.label', own)} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {items.map((item, index) => (
            <ItemRow key={item.id} item={item} isFirst={index === 0} isLast={index === items.length - 1} />
          ))}
        </ul>
      )}
      <AddItem />
    </div>
  );
}

function ItemRow({ item, isFirst, isLast }: { item: SceneItem; isFirst: boolean; isLast: boolean }) {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const name = useItemName()(item);
  const isChosen = useSelector(selectScenes).itemId === item.id;
  const { id, isVisible } = item;
  return (
    <li
      className={classNames(
        'flex min-w-0 items-center rounded-lg border bg-inset pr-1',
        isChosen ? 'border-accent bg-accbg' : 'border-transparent',
      )}
    >
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => dispatch(itemChosen(id))}
        className="flex h-9 min-w-0 grow items-center rounded-lg px-2.5 text-left text-t1"
      >
        <span className={classNames('min-w-0 truncate', !isVisible && 'text-t3')}>{name}</span>
      </button>
      <IconButton
        label={t(isVisible ? 'items.hide' : 'items.show', { name })}
        icon={isVisible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
        hasBorder={false}
        onClick={() => dispatch(editItem(id, (known) => ({ ...known, isVisible: !isVisible })))}
      />
      <IconButton
        label={t('items.forward', { name })}
        icon={<ChevronUp aria-hidden="true" />}
        hasBorder={false}
        disabled={isFirst}
        onClick={() => dispatch(editScene((scene) => stepItem(scene, id, 1)))}
      />
      <IconButton
        label={t('items.backward', { name })}
        icon={<ChevronDown aria-hidden="true" />}
        hasBorder={false}
        disabled={isLast}
        onClick={() => dispatch(editScene((scene) => stepItem(scene, id, -1)))}
      />
      <IconButton
        label={t('items.remove', { name })}
        icon={<Trash2 aria-hidden="true" />}
        hasBorder={false}
        onClick={() => dispatch(editScene((scene) => removeItem(scene, id)))}
      />
    </li>
  );
}
