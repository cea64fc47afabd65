import { ContextMenu as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { endFrameOf, framesOf } from '../../../../src-shared/domain/edit/document.ts';
import { CHANNEL_COLOURS } from '../../../../src-shared/domain/videoChannels.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { COLOUR_VALUES } from '../../studio/index.ts';
import { edit } from '../edits.ts';
import { selectProject, selectSelected } from '../editorSlice.ts';
import { useActions } from '../useActions.ts';
import { useWorkbench } from '../workbench.ts';

const FREEZE_SEC = 2;

/** What can be done with the selected clips, where they are. */
export function ClipMenu({
  children,
  onRename,
}: {
  children: ReactElement;
  onRename: (clipId: string) => void;
}) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { transport } = useWorkbench();
  const project = useSelector(selectProject);
  const chosen = useSelector(selectSelected);
  const actions = useActions();
  const [first] = chosen;
  const clipIds = chosen.map(({ clip }) => clip.id);
  const freeze = () => {
    if (!first || !project) return;
    const { id: clipId, startFrame } = first.clip;
    const last = endFrameOf(first.clip) - 1;
    // The frame at the playhead; where that is elsewhere, the clip's last one.
    const playhead = transport.frame();
    const frame = playhead >= startFrame && playhead <= last ? playhead : last;
    dispatch(edit('freezeFrame', { clipId, frame, lengthFrames: framesOf(project, FREEZE_SEC) }));
  };
  const items = [
    { id: 'split', run: actions.split },
    { id: 'rename', run: () => first && onRename(first.clip.id) },
    { id: 'duplicate', run: actions.duplicate },
    { id: 'copy', run: actions.copy },
    { id: 'freeze', run: freeze },
    { id: 'remove', run: actions.remove },
    { id: 'ripple', run: actions.ripple },
  ] as const;
  return (
    <Radix.Root>
      <Radix.Trigger asChild disabled={!first}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={t('timeline.menu.label')}
          collisionPadding={8}
          className="z-50 min-w-48 rounded-lg bg-panel p-1 shadow-pop animate-pop-in"
        >
          {items.map(({ id, run }) => (
            <Radix.Item
              key={id}
              onSelect={() => void run()}
              className={classNames(
                'flex min-h-8 cursor-default items-center rounded-md px-2.5 outline-none select-none data-highlighted:bg-raise',
                (id === 'remove' || id === 'ripple') && 'text-red-text',
              )}
            >
              {t(`timeline.menu.${id}`)}
            </Radix.Item>
          ))}
          <Radix.Separator className="mx-1 my-1 h-px bg-line2" />
          <Radix.Group aria-label={t('timeline.menu.color')} className="flex gap-1 p-1">
            {CHANNEL_COLOURS.map((color) => (
              <Radix.Item
                key={color}
                aria-label={color}
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
