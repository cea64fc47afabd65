import { ContextMenu as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { EditorKeyAction } from '../../../../src-shared/domain/editorKeys.ts';
import { CHANNEL_COLOURS } from '../../../../src-shared/domain/videoChannels.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { COLOUR_VALUES } from '../../studio/index.ts';
import { edit } from '../edits.ts';
import { selectSelected } from '../editorSlice.ts';
import { useActions } from '../useActions.ts';
import { useKeyText } from '../useEditorKeys.ts';

/** What can be done with the selected clips, where they are. */
export function ClipMenu({
  children,
  onRename,
}: {
  children: ReactElement;
  onRename: (clipId: string) => void;
}) {
  const { t } = useTranslation(['editor', 'editing']);
  const dispatch = useAppDispatch();
  const keys = useKeyText();
  const chosen = useSelector(selectSelected);
  const actions = useActions();
  const [first] = chosen;
  const clipIds = chosen.map(({ clip }) => clip.id);
  const items: readonly { id: string; label: string; key?: EditorKeyAction; run: () => unknown }[] = [
    { id: 'split', label: t('timeline.menu.split'), key: 'split', run: actions.split },
    { id: 'rename', label: t('timeline.menu.rename'), run: () => first && onRename(first.clip.id) },
    { id: 'duplicate', label: t('timeline.menu.duplicate'), key: 'duplicate', run: actions.duplicate },
    { id: 'cut', label: t('editing:menu.cut'), key: 'cut', run: actions.cut },
    { id: 'copy', label: t('timeline.menu.copy'), key: 'copy', run: actions.copy },
    { id: 'paste', label: t('editing:menu.paste'), key: 'paste', run: actions.paste },
    { id: 'speed', label: t('editing:menu.speed'), key: 'speed', run: actions.speed },
    { id: 'dissolve', label: t('editing:menu.dissolve'), key: 'dissolve', run: actions.dissolve },
    { id: 'freeze', label: t('timeline.menu.freeze'), key: 'freeze', run: actions.freeze },
    { id: 'detachSound', label: t('editing:menu.detachSound'), key: 'detachSound', run: actions.detachSound },
    { id: 'link', label: t('editing:menu.link'), key: 'link', run: actions.link },
    { id: 'unlink', label: t('editing:menu.unlink'), key: 'unlink', run: actions.unlink },
    { id: 'remove', label: t('timeline.menu.remove'), key: 'remove', run: actions.remove },
    { id: 'ripple', label: t('timeline.menu.ripple'), key: 'ripple', run: actions.ripple },
  ];
  return (
    <Radix.Root>
      <Radix.Trigger asChild disabled={!first}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={t('timeline.menu.label')}
          collisionPadding={8}
          className="z-50 max-h-(--radix-context-menu-content-available-height) min-w-48 overflow-y-auto rounded-lg bg-panel p-1 shadow-pop animate-pop-in"
        >
          {items.map(({ id, label, key, run }) => (
            <Radix.Item
              key={id}
              onSelect={() => void run()}
              className={classNames(
                'flex min-h-8 cursor-default items-center rounded-md px-2.5 outline-none select-none data-highlighted:bg-raise',
                (id === 'remove' || id === 'ripple') && 'text-red-text',
              )}
            >
              <span className="grow">{label}</span>
              {key && keys(key) !== '' && <span className="pl-6 text-xs text-t3">{keys(key)}</span>}
            </Radix.Item>
          ))}
          <Radix.Separator className="mx-1 my-1 h-px bg-line2" />
          <Radix.Group aria-label={t('timeline.menu.color')} className="flex gap-1 p-1">
            {CHANNEL_COLOURS.map((color) => (
              <Radix.Item
                key={color}
                aria-label={t(`editing:colours.${color}`)}
                onSelect={() => dispatch(edit('setClips', { clipIds, values: { color } }))}
                className="size-6 rounded-full border-2 border-transparent outline-none data-highlighted:border-t1"
              >
                <svg aria-hidden="true" viewBox="0 0 10 10">
                  <circle cx="5" cy="5" r="5" fill={COLOUR_VALUES[color]} />
                </svg>
              </Radix.Item>
            ))}
          </Radix.Group>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
