import {
  ChevronDown,
  ChevronUp,
  Copy,
  LayoutTemplate,
  MoreHorizontal,
  PencilLine,
  Plus,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { EMPTY_SCENE } from '../../../../src-shared/domain/broadcast/scene.ts';
import {
  LAYOUT_SCENE,
  MAX_SCENES,
  moveScene,
  removeScene,
  renameScene,
  type NamedScene,
} from '../../../../src-shared/domain/broadcast/sceneCollection.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { sceneChosen, selectCollection, selectIsStudioMode, selectScenes } from './scenesSlice.ts';
import { addNewScene, edit } from './sceneThunks.ts';
import { selectShown } from './shownScene.ts';
import { useSceneKeys } from './useSceneKeys.ts';

/** The layout, and after it the scenes of one's own, in the order of their keys. */
export function SceneList() {
  const { t } = useTranslation('scenes');
  const { scenes } = useSelector(selectCollection);
  const rows = [{ id: LAYOUT_SCENE, name: t('layout') }, ...scenes];
  useSceneKeys(rows.map(({ id }) => id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul aria-label={t('title')} className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {rows.map(({ id, name }, index) => (
          <SceneRow
            key={id}
            {...{ id, name, index }}
            scene={scenes.find((scene) => scene.id === id) ?? null}
            isLast={index === rows.length - 1}
          />
        ))}
      </ul>
      <AddScene />
    </div>
  );
}

interface RowProps {
  id: string;
  name: string;
  /** In the list. */
  index: number;
  /** null: the layout. */
  scene: NamedScene | null;
  isLast: boolean;
}

function SceneRow({ id, name, index, scene, isLast }: RowProps) {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const { sceneId, sent } = useSelector(selectScenes);
  const isStudioMode = useSelector(selectIsStudioMode);
  const [isRenaming, setRenaming] = useState(false);
  const isChosen = sceneId === id;
  const isOnAir = isStudioMode ? sent?.sceneId === id : isChosen;
  const rename = (to: string) => {
    setRenaming(false);
    dispatch(edit((collection) => renameScene(collection, id, to)));
  };
  return (
    <li
      className={classNames(
        'flex min-w-0 items-center gap-1 rounded-lg border bg-inset pr-1',
        isChosen ? 'border-accent bg-accbg' : 'border-transparent',
      )}
    >
      {isRenaming ? (
        <Input
          autoFocus
          aria-label={t('list.newName')}
          defaultValue={name}
          maxLength={100}
          className="m-0.5"
          onBlur={({ target }) => rename(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') rename(event.currentTarget.value);
            if (event.key === 'Escape') setRenaming(false);
          }}
        />
      ) : (
        <button
          type="button"
          aria-current={isChosen ? 'true' : undefined}
          onClick={() => dispatch(sceneChosen(id))}
          onDoubleClick={() => scene && setRenaming(true)}
          className="flex h-9 min-w-0 grow items-center gap-2 rounded-lg px-2.5 text-left text-t1"
        >
          {index < 9 && <Kbd>{index + 1}</Kbd>}
          <span className="min-w-0 truncate">{name}</span>
          {isOnAir && (
            <span className="ml-auto flex shrink-0 items-center gap-1.5 text-2xs text-t2">
              <span aria-hidden="true" className="size-1.5 rounded-full bg-rec" />
              {t('list.inProgramme')}
            </span>
          )}
        </button>
      )}
      <RowMenu {...{ id, name, index, scene, isLast }} onRename={() => setRenaming(true)} />
    </li>
  );
}

function RowMenu({ id, name, index, scene, isLast, onRename }: RowProps & { onRename: () => void }) {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const shown = useSelector(selectShown);
  // The layout has no scene of its own: what it makes of the sources now.
  const copied = scene?.scene ?? (shown.sceneId === LAYOUT_SCENE ? shown.scene : null);
  // The layout is the first row.
  const move = (to: number) => dispatch(edit((collection) => moveScene(collection, id, to - 1)));
  const own = [
    { id: 'rename', label: t('list.rename'), icon: <PencilLine aria-hidden="true" />, onSelect: onRename },
    {
      id: 'up',
      label: t('list.up'),
      icon: <ChevronUp aria-hidden="true" />,
      disabled: index <= 1,
      onSelect: () => move(index - 1),
    },
    {
      id: 'down',
      label: t('list.down'),
      icon: <ChevronDown aria-hidden="true" />,
      disabled: isLast,
      onSelect: () => move(index + 1),
    },
  ];
  const copy = {
    id: 'copy',
    label: t('list.duplicate'),
    icon: <Copy aria-hidden="true" />,
    disabled: copied === null,
    onSelect: () => copied && dispatch(addNewScene(t('list.copyOf', { name }).slice(0, 100), copied)),
  };
  const remove = {
    id: 'remove',
    label: t('list.remove'),
    icon: <Trash2 aria-hidden="true" />,
    isDestructive: true,
    onSelect: () => dispatch(edit((collection) => removeScene(collection, id))),
  };
  return (
    <DropdownMenu
      groups={scene ? [[...own, copy], [remove]] : [[copy]]}
      trigger={
        <IconButton
          label={t('list.actions', { name })}
          icon={<MoreHorizontal aria-hidden="true" />}
          hasBorder={false}
        />
      }
    />
  );
}

function AddScene() {
  const { t } = useTranslation('scenes');
  const dispatch = useAppDispatch();
  const { scenes } = useSelector(selectCollection);
  const shown = useSelector(selectShown);
  const name = t('list.numbered', { number: scenes.length + 1 });
  return (
    <DropdownMenu
      groups={[
        [
          {
            id: 'empty',
            label: t('list.empty'),
            icon: <Plus aria-hidden="true" />,
            onSelect: () => dispatch(addNewScene(name, EMPTY_SCENE)),
          },
          {
            id: 'copy',
            label: t('list.fromShown'),
            icon: <LayoutTemplate aria-hidden="true" />,
            onSelect: () => dispatch(addNewScene(name, shown.scene)),
          },
        ],
      ]}
      trigger={
        <Button size="sm" className="justify-self-start" disabled={scenes.length >= MAX_SCENES}>
          <Plus aria-hidden="true" className="size-3.5" />
          {t('list.add')}
        </Button>
      }
    />
  );
}
