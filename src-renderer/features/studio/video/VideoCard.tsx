import { Circle, EllipsisVertical, MonitorUp, MoveLeft, MoveRight, PenLine, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { VideoChannel } from '../../../../src-shared/domain/videoChannels.ts';
import { classNames } from '../../../lib/classNames.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { DropdownMenu, type MenuItem } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Select } from '../../../ui/Select.tsx';
import { showUndoNotice } from '../../../ui/undoNotice.ts';
import { ColourBar, useColourItems } from '../colours.tsx';
import { InlineName } from '../InlineName.tsx';
import { CameraSound } from './CameraSound.tsx';
import { liveSource } from '../../../media/recorder/index.ts';
import { closeSource } from './encodings.ts';
import { recordAgain } from './keepRecorded.ts';
import { openSource } from './videoActions.ts';
import {
  channelAdded,
  channelChanged,
  channelMoved,
  channelRemoved,
  selectCameras,
  selectIsStill,
  selectVideoChannels,
  selectVideoTrack,
  selectSource,
} from './videoSlice.ts';
import { useIsTaking } from './useIsTaking.ts';
import { useMissing } from './useMissing.ts';

interface VideoCardProps {
  channel: VideoChannel;
  index: number;
  count: number;
}

/** One camera or screen: what it shows, and whether it is recorded. */
export function VideoCard(props: VideoCardProps) {
  const { channel } = props;
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const isTaking = useIsTaking();
  const [isNaming, setNaming] = useState(false);
  const { id, kind, name, isEnabled, colour } = channel;
  const toggle = () => {
    dispatch(channelChanged({ id, changes: { isEnabled: !isEnabled } }));
    if (isEnabled) dispatch(closeSource(id));
  };
  return (
    <li
      aria-label={t(`card.${kind}`, { name })}
      className={classNames(
        'relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2.5 overflow-hidden rounded-xl border border-line bg-panel p-3 pt-3.5 shadow-panel',
        !isEnabled && 'border-dashed',
      )}
    >
      <ColourBar colour={colour} isEnabled={isEnabled} />
      <header className="flex items-center gap-1">
        <InlineName
          key={name}
          name={name}
          label={t('name')}
          isEditing={isNaming}
          onEditing={setNaming}
          onRename={(next) => dispatch(channelChanged({ id, changes: { name: next } }))}
        />
        <button
          type="button"
          aria-label={t('enable', { name })}
          aria-pressed={isEnabled}
          title={isTaking ? t('locked') : t('enable', { name })}
          disabled={isTaking}
          onClick={toggle}
          className={classNames(
            'grid size-7 shrink-0 place-items-center rounded-lg border transition-colors disabled:pointer-events-none disabled:opacity-50',
            isEnabled
              ? 'border-red/60 bg-redbg text-rec'
              : 'border-line2 text-t2 hover:border-edge hover:text-t1',
          )}
        >
          <Circle aria-hidden="true" className={classNames('size-3', isEnabled && 'fill-current')} />
        </button>
        <DropdownMenu
          trigger={
            <IconButton
              label={t('actions', { name })}
              icon={<EllipsisVertical aria-hidden="true" />}
              hasBorder={false}
              className="-mr-1.5 !size-7"
            />
          }
          groups={useActions(props, () => setNaming(true))}
        />
      </header>
      <Video channel={channel} />
      {kind === 'video' ? <CameraSelect channel={channel} /> : <ScreenButton channel={channel} />}
      <Facts channel={channel} />
      {kind === 'video' && <CameraSound channel={channel} />}
    </li>
  );
}

function Video({ channel: { id, kind, name, isEnabled } }: { channel: VideoChannel }) {
  const { t } = useTranslation('studioVideo');
  const source = useSelector(selectSource(id));
  const video = useRef<HTMLVideoElement>(null);
  const isLive = source.status === 'live';
  useEffect(() => {
    if (isLive && video.current) video.current.srcObject = liveSource(id)?.stream ?? null;
  }, [id, isLive, source]);
  return (
    <div className="relative grid aspect-video place-items-center overflow-hidden rounded-lg border border-line2 bg-inset">
      {isLive ? (
        <video
          ref={video}
          muted
          autoPlay
          playsInline
          aria-label={t('video', { name })}
          className="absolute inset-0 size-full object-contain"
        />
      ) : (
        <p className="px-3 text-center text-xs text-t3">
          {!isEnabled ? t('off') : source.status === 'opening' ? t('opening') : t(`idle.${kind}`)}
        </p>
      )}
    </div>
  );
}

/** Stands for "none": no camera's id is empty. */
const ANY = 'any';

function CameraSelect({ channel }: { channel: VideoChannel }) {
  const { id, name, deviceId, deviceLabel } = channel;
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const cameras = useSelector(selectCameras);
  const isTaking = useIsTaking();
  const isMissing = deviceId !== null && cameras.every((camera) => camera.deviceId !== deviceId);
  const choose = (value: string) => {
    dispatch(closeSource(id));
    const chosen = cameras.find((camera) => camera.deviceId === value);
    const changes = { deviceId: chosen?.deviceId ?? null, deviceLabel: chosen?.label ?? null };
    dispatch(channelChanged({ id, changes }));
  };
  return (
    <Select
      label={t('source', { name })}
      value={deviceId ?? ANY}
      disabled={isTaking}
      isInvalid={isMissing}
      className="!h-8 !px-2 text-xs"
      options={[
        { value: ANY, label: t('anyCamera') },
        ...cameras.map((camera, index) => ({
          value: camera.deviceId,
          label: camera.label === '' ? t('unnamedCamera', { number: index + 1 }) : camera.label,
        })),
        ...(isMissing
          ? [{ value: deviceId, label: deviceLabel ?? t('absentCamera'), note: t('notConnected') }]
          : []),
      ]}
      onChange={choose}
    />
  );
}

function ScreenButton({ channel: { id, isEnabled } }: { channel: VideoChannel }) {
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const source = useSelector(selectSource(id));
  const isTaking = useIsTaking();
  const isLive = source.status === 'live';
  return (
    <Button
      size="sm"
      // While it is recorded, another screen would be another track: only a lost one is chosen again.
      disabled={!isEnabled || source.status === 'opening' || (isTaking && isLive)}
      onClick={() => {
        if (!isTaking) dispatch(closeSource(id));
        void dispatch(openSource(id));
      }}
    >
      <MonitorUp aria-hidden="true" className="size-4" />
      {t(isLive ? 'shareAgain' : 'share')}
    </Button>
  );
}

/** What is shown and recorded, or why it is not. */
function Facts({ channel: { id, kind, isEnabled } }: { channel: VideoChannel }) {
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const source = useSelector(selectSource(id));
  const track = useSelector(selectVideoTrack(id));
  const isStill = useSelector(selectIsStill(id));
  const isTaking = useIsTaking();
  const trouble =
    source.status === 'failed'
      ? source.failure.message
      : source.status === 'ended'
        ? `${t(`ended.${kind}`)}${track ? ` ${t('keptSoFar')}` : ''}`
        : null;
  const isMissing = useMissing().some((source) => source.id === id);
  if (isEnabled && isMissing) {
    return (
      <div role="alert" className="grid justify-items-start gap-2 text-xs text-red-text">
        <p>
          <strong className="font-medium">{t('missing.one')}</strong>
          {trouble !== null && `. ${trouble}`}
        </p>
        <Button
          size="sm"
          disabled={source.status === 'opening'}
          onClick={() => void dispatch(recordAgain(id))}
        >
          {t('tryAgain')}
        </Button>
      </div>
    );
  }
  if (isEnabled && trouble !== null) {
    return (
      <div role="alert" className="grid justify-items-start gap-2 text-xs text-amb-text">
        <p>{trouble}</p>
        {kind === 'video' && (
          <Button size="sm" onClick={() => void dispatch(openSource(id))}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    );
  }
  if (isTaking && isEnabled && !track && source.status === 'live')
    return <p className="text-2xs text-t2">{t('nothingYet')}</p>;
  if (!isTaking || !track) {
    // What a browser calls a screen says nothing to anybody.
    const label = source.status === 'live' && kind === 'video' ? source.label : '';
    return label === '' ? null : <p className="truncate text-2xs text-t3">{label}</p>;
  }
  const { width, height, framesWritten, framesDropped } = track;
  return (
    <>
      {isStill && (
        <p role="status" className="text-xs text-amb-text">
          {t(`still.${kind}`)}
        </p>
      )}
      <p className="text-2xs text-t2 tabular-nums">
        {[
          t('size', { width, height }),
          t('frames', { count: framesWritten }),
          framesDropped === 0 ? t('noneDropped') : t('dropped', { count: framesDropped }),
        ].join(' · ')}
      </p>
    </>
  );
}

function useActions({ channel, index, count }: VideoCardProps, onRename: () => void): MenuItem[][] {
  const { t } = useTranslation('studioVideo');
  const dispatch = useAppDispatch();
  const at = useSelector(selectVideoChannels).findIndex(({ id: other }) => other === channel.id);
  const isTaking = useIsTaking();
  const { id, name } = channel;
  const colours = useColourItems(channel.colour, (colour) =>
    dispatch(channelChanged({ id, changes: { colour } })),
  );
  const move = (to: number) => dispatch(channelMoved({ id, to }));
  const remove = () => {
    dispatch(closeSource(id));
    dispatch(channelRemoved(id));
    showUndoNotice(t('removed', { name }), t('undo'), () => dispatch(channelAdded({ channel, at })));
  };
  return [
    [{ id: 'rename', label: t('rename'), icon: <PenLine aria-hidden="true" />, onSelect: onRename }],
    colours,
    [
      {
        id: 'left',
        label: t('left'),
        icon: <MoveLeft aria-hidden="true" />,
        disabled: index === 0 || isTaking,
        onSelect: () => move(index - 1),
      },
      {
        id: 'right',
        label: t('right'),
        icon: <MoveRight aria-hidden="true" />,
        disabled: index === count - 1 || isTaking,
        onSelect: () => move(index + 1),
      },
    ],
    [
      {
        id: 'remove',
        label: t('remove'),
        icon: <Trash2 aria-hidden="true" />,
        isDestructive: true,
        disabled: isTaking,
        onSelect: remove,
      },
    ],
  ];
}
