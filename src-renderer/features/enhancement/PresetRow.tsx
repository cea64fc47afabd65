import {
  ArrowDown,
  ArrowUp,
  Building2,
  Coffee,
  Copy,
  EllipsisVertical,
  Gamepad2,
  House,
  Save,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Preset } from '../../../src-shared/domain/presets.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { DropdownMenu, type MenuItem } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showNotice } from '../../ui/notice.ts';
import { selectActivePresetId } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { applyPreset, duplicatePreset, updatePreset } from './enhancementThunks.ts';

const ICONS: Record<Preset['environment'], LucideIcon> = {
  Home: House,
  Office: Building2,
  Public: Coffee,
  Entertainment: Gamepad2,
};

interface PresetRowProps {
  preset: Preset;
  index: number;
  count: number;
  isDragged: boolean;
  isDropTarget: boolean;
  onPlace: (index: number) => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDragOver: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
}

/** One preset: a click makes it active; it is dragged, or moved with Alt and the arrow keys. */
export function PresetRow(props: PresetRowProps) {
  const { preset, isDragged, isDropTarget } = props;
  const { t } = useTranslation('enhancement');
  const isActive = useSelector(selectActivePresetId) === preset.id;
  const isConnected = useSelector(selectIsConnected);
  return (
    <li
      draggable={isConnected}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', preset.name);
        props.onDragStart();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        props.onDragOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
      onDragEnd={props.onDragEnd}
      className={classNames(
        'group flex items-center rounded-lg pr-1 transition-colors',
        isActive ? 'bg-accbg' : 'hover:bg-raise',
        isDragged && 'opacity-50',
        isDropTarget && 'outline-2 outline-accent',
      )}
    >
      <ChooseButton {...props} isActive={isActive} isConnected={isConnected} />
      <DropdownMenu
        trigger={
          <IconButton
            label={t('presets.actions', { name: preset.name })}
            icon={<EllipsisVertical aria-hidden="true" />}
            hasBorder={false}
            disabled={!isConnected}
            className="!size-7"
          />
        }
        groups={useActions(props)}
      />
    </li>
  );
}

function ChooseButton({
  preset,
  index,
  onPlace,
  isActive,
  isConnected,
}: Pick<PresetRowProps, 'preset' | 'index' | 'onPlace'> & { isActive: boolean; isConnected: boolean }) {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const { name, description, sensitivity, noiseReduction } = preset;
  const Icon = ICONS[preset.environment];
  return (
    <button
      type="button"
      aria-pressed={isActive}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      disabled={!isConnected}
      title={description === '' ? undefined : description}
      onClick={() => void dispatch(applyPreset({ preset, label: t('steps.preset', { name }) }))}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!event.altKey || step === undefined) return;
        event.preventDefault();
        onPlace(index + step);
      }}
      className={classNames(
        'flex h-9 min-w-0 grow items-center gap-2.5 rounded-lg px-2.5 text-left disabled:opacity-60 [&>svg]:size-4 [&>svg]:shrink-0',
        isActive ? 'font-medium text-t1 [&>svg]:text-accent' : 'text-t2 group-hover:text-t1',
      )}
    >
      <Icon aria-hidden="true" />
      <span className="grow truncate">{name}</span>
      <span className="sr-only">{t('presets.values', { sensitivity, reduction: noiseReduction })}</span>
      <span
        aria-hidden="true"
        className={classNames(
          'shrink-0 text-xs whitespace-nowrap tabular-nums',
          isActive ? 'text-t2' : 'text-t3',
        )}
      >
        {sensitivity} / {noiseReduction}
      </span>
    </button>
  );
}

function useActions({ preset, index, count, onPlace, onRemove }: PresetRowProps): MenuItem[][] {
  const { t } = useTranslation('enhancement');
  const dispatch = useAppDispatch();
  const { id, name, isDefault } = preset;
  const refuse = () => showNotice({ id: 'preset-default', tone: 'warning', title: t('presets.isDefault') });
  const update: MenuItem = {
    id: 'update',
    label: t('presets.update'),
    icon: <Save aria-hidden="true" />,
    onSelect: () => void dispatch(updatePreset({ preset, label: t('steps.update', { name }) })),
  };
  return [
    [
      ...(isDefault ? [] : [update]),
      {
        id: 'duplicate',
        label: t('presets.duplicate'),
        icon: <Copy aria-hidden="true" />,
        onSelect: () => void dispatch(duplicatePreset({ id, label: t('steps.duplicate', { name }) })),
      },
    ],
    [
      {
        id: 'up',
        label: t('presets.up'),
        icon: <ArrowUp aria-hidden="true" />,
        disabled: index === 0,
        onSelect: () => onPlace(index - 1),
      },
      {
        id: 'down',
        label: t('presets.down'),
        icon: <ArrowDown aria-hidden="true" />,
        disabled: index === count - 1,
        onSelect: () => onPlace(index + 1),
      },
    ],
    [
      {
        id: 'remove',
        label: t('presets.remove'),
        icon: <Trash2 aria-hidden="true" />,
        isDestructive: !isDefault,
        onSelect: isDefault ? refuse : onRemove,
      },
    ],
  ];
}
