import { Circle, EllipsisVertical, MoveLeft, MoveRight, PenLine, Plug, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { DropdownMenu, type MenuItem } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import { showUndoNotice } from '../../ui/undoNotice.ts';
import { useStripSource } from './captureFeed.tsx';
import { ChannelEffects } from './ChannelEffects.tsx';
import { ChannelPlugins } from './ChannelPlugins.tsx';
import { ChannelSource } from './ChannelSource.tsx';
import { ColourBar, useColourItems } from './colours.tsx';
import { Fader, StripKnobs } from './faders.tsx';
import { InlineName } from './InlineName.tsx';
import { MuteSolo, SWITCH, SWITCH_OFF } from './MuteSolo.tsx';
import { selectHasFaders, selectPlugins } from '../workspace/index.ts';
import { selectSession, selectSetUp } from './studioSlice.ts';
import { selectHasSoundTake } from './video/videoSlice.ts';
import { changeChannel, changeSetUp, readCapture } from './studioThunks.ts';

interface ChannelStripProps {
  channel: CaptureChannel;
  index: number;
  count: number;
}

/** One channel: what it hears, how loud, and where in the stereo image. */
export function ChannelStrip(props: ChannelStripProps) {
  const { channel } = props;
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const [isNaming, setNaming] = useState(false);
  const [hasEffects, setEffectsOpen] = useState(false);
  const [hasPlugins, setPluginsOpen] = useState(false);
  const hasFaders = useSelector(selectHasFaders);
  const { id, name, isEnabled, colour } = channel;
  return (
    <li
      aria-label={t('channels.strip', { name })}
      className={classNames(
        'relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2.5 overflow-hidden rounded-xl border bg-panel p-3 pt-3.5 shadow-panel',
        isEnabled ? 'border-line' : 'border-line border-dashed',
      )}
    >
      <ColourBar colour={colour} isEnabled={isEnabled} />
      <header className="flex items-center gap-1">
        <InlineName
          key={name}
          name={name}
          label={t('channels.name')}
          isEditing={isNaming}
          onEditing={setNaming}
          onRename={(next) => void dispatch(changeChannel({ channelId: id, changes: { name: next } }))}
        />
        <DropdownMenu
          trigger={
            <IconButton
              label={t('channels.actions', { name })}
              icon={<EllipsisVertical aria-hidden="true" />}
              hasBorder={false}
              className="-mr-1.5 !size-7"
            />
          }
          groups={useActions(
            props,
            () => setNaming(true),
            () => setPluginsOpen(true),
          )}
        />
      </header>
      <ChannelSource channel={channel} />
      <ChannelEffects channel={channel} isOpen={hasEffects} onOpenChange={setEffectsOpen} />
      <ChannelPlugins channel={channel} isOpen={hasPlugins} onOpenChange={setPluginsOpen} />
      <div className={classNames('grid gap-2.5', !isEnabled && 'grayscale')}>
        <Levels channel={channel} />
        <StripKnobs channel={channel} hasPan={hasFaders} />
      </div>
      <Switches channel={channel} />
    </li>
  );
}

/** In and out side by side, and the fader between what comes and what goes. */
function Levels({ channel }: { channel: CaptureChannel }) {
  const { t } = useTranslation('studio');
  const { id, name, isMuted } = channel;
  const hasFaders = useSelector(selectHasFaders);
  const input = useStripSource(id, 'input');
  const output = useStripSource(id, 'output');
  return (
    <div className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-stretch justify-items-center gap-x-2">
      <div className="grid justify-items-center gap-1">
        <LevelMeter
          source={input}
          label={t('channels.inLevel', { name })}
          orientation="vertical"
          className="h-32 w-2.5"
        />
        <span aria-hidden="true" className="text-3xs text-t3">
          {t('channels.in')}
        </span>
      </div>
      <div className="grid justify-items-center gap-1">
        <LevelMeter
          source={output}
          label={t('channels.outLevel', { name })}
          orientation="vertical"
          isMuted={hasFaders && isMuted}
          className="h-32 w-2.5"
        />
        <span aria-hidden="true" className="text-3xs text-t3">
          {t('channels.out')}
        </span>
      </div>
      {hasFaders && <Fader channel={channel} />}
    </div>
  );
}

function Switches({ channel }: { channel: CaptureChannel }) {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const isTaking = useSelector(selectHasSoundTake);
  const hasFaders = useSelector(selectHasFaders);
  const { id: channelId, name, isEnabled } = channel;
  return (
    <div className="flex gap-1.5">
      {hasFaders && (
        <MuteSolo
          channel={channel}
          texts={{ mute: t('channels.mute', { name }), solo: t('channels.solo', { name }) }}
        />
      )}
      <button
        type="button"
        aria-label={t('channels.enable', { name })}
        aria-pressed={isEnabled}
        title={isTaking ? t('settings.locked') : t('channels.enable', { name })}
        disabled={isTaking}
        onClick={() => void dispatch(changeChannel({ channelId, changes: { isEnabled: !isEnabled } }))}
        className={classNames(SWITCH, isEnabled ? 'border-red/60 bg-redbg text-rec' : SWITCH_OFF)}
      >
        <Circle aria-hidden="true" className={classNames('size-3', isEnabled && 'fill-current')} />
      </button>
    </div>
  );
}

function useActions(
  { channel, index, count }: ChannelStripProps,
  onRename: () => void,
  onPlugins: () => void,
): MenuItem[][] {
  const { t } = useTranslation('studio');
  const dispatch = useAppDispatch();
  const setUp = useSelector(selectSetUp);
  const isTaking = useSelector(selectHasSoundTake);
  const isRunning = useSelector(selectSession) !== null;
  const hasPlugins = useSelector(selectPlugins)?.supported === true;
  const colours = useColourItems(
    channel.colour,
    (colour) => void dispatch(changeChannel({ channelId: channel.id, changes: { colour } })),
  );
  const ids = setUp?.channels.map(({ id }) => id) ?? [];
  const move = (to: number) => {
    const others = ids.filter((id) => id !== channel.id);
    const channelIds = [...others.slice(0, to), channel.id, ...others.slice(to)];
    void dispatch(changeSetUp({ kind: 'reorder', input: { channelIds } }));
  };
  const remove = async () => {
    const removed = await dispatch(changeSetUp({ kind: 'remove', input: { channelId: channel.id } }));
    if (!changeSetUp.fulfilled.match(removed)) return;
    showUndoNotice(t('channels.removed', { name: channel.name }), t('channels.undo'), () => {
      void dispatch(putBack(channel, ids));
    });
  };
  return [
    [
      { id: 'rename', label: t('channels.rename'), icon: <PenLine aria-hidden="true" />, onSelect: onRename },
      ...(hasPlugins
        ? [
            {
              id: 'plugins',
              label: t('channels.plugins'),
              icon: <Plug aria-hidden="true" />,
              disabled: !isRunning && channel.source === null,
              onSelect: onPlugins,
            },
          ]
        : []),
    ],
    colours,
    [
      {
        id: 'left',
        label: t('channels.left'),
        icon: <MoveLeft aria-hidden="true" />,
        disabled: index === 0 || isTaking,
        onSelect: () => move(index - 1),
      },
      {
        id: 'right',
        label: t('channels.right'),
        icon: <MoveRight aria-hidden="true" />,
        disabled: index === count - 1 || isTaking,
        onSelect: () => move(index + 1),
      },
    ],
    [
      {
        id: 'remove',
        label: t('channels.remove'),
        icon: <Trash2 aria-hidden="true" />,
        isDestructive: true,
        disabled: isTaking,
        onSelect: () => void remove(),
      },
    ],
  ];
}

/** The removed channel as it was, with its plug-ins, at its place. */
function putBack(channel: CaptureChannel, order: readonly string[]) {
  return async (dispatch: ReturnType<typeof useAppDispatch>): Promise<void> => {
    const now = await dispatch(readCapture());
    if (!readCapture.fulfilled.match(now)) return;
    const { setUp } = now.payload;
    const at = order
      .slice(0, order.indexOf(channel.id))
      .filter((id) => setUp.channels.some((c) => c.id === id));
    const channels = [...setUp.channels.slice(0, at.length), channel, ...setUp.channels.slice(at.length)];
    await dispatch(changeSetUp({ kind: 'apply', input: { ...setUp, channels } }));
  };
}
