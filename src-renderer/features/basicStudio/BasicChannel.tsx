import { MonitorUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../lib/classNames.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useSoundLevel } from '../pageRecorder/index.ts';
import { closeChannel, openChannel, type ChannelState, type StudioKind } from './basicStudio.ts';
import { useAppDispatch } from '../../lib/store.ts';

interface BasicChannelProps {
  kind: StudioKind;
  channel: ChannelState;
  /** While it is recorded. */
  isLocked: boolean;
  /** It should be recorded and is not. */
  isMissing: boolean;
}

/** A microphone, camera or screen: whether it is recorded, which, and what it gives. */
export function BasicChannel({ kind, channel, isLocked, isMissing }: BasicChannelProps) {
  const { t } = useTranslation('basicStudio');
  const dispatch = useAppDispatch();
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const id = useId();
  const isOn = channel.status !== 'off';
  const switchTo = (isWanted: boolean) => {
    if (!isWanted) closeChannel(kind, 'off');
    // A screen is shared by its own button: the browser wants a click for it.
    else if (kind === 'screen') closeChannel(kind, 'waiting');
    else void dispatch(openChannel(kind, deviceId));
  };
  const choose = (next: string | null) => {
    setDeviceId(next);
    if (isOn) void dispatch(openChannel(kind, next));
  };
  return (
    <li className="min-w-0">
      <Card aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        <CardHeader
          id={id}
          title={t(`channel.title.${kind}`)}
          actions={
            <Switch label={t(`channel.record.${kind}`)} isOn={isOn} disabled={isLocked} onChange={switchTo} />
          }
        />
        {kind === 'audio' ? <Sound channel={channel} /> : <Picture kind={kind} channel={channel} />}
        {kind === 'screen' ? (
          <Button
            size="sm"
            disabled={(isLocked && !isMissing) || channel.status === 'opening'}
            onClick={() => void dispatch(openChannel('screen', null))}
          >
            <MonitorUp aria-hidden="true" className="size-4" />
            {t(channel.status === 'live' ? 'channel.shareAgain' : 'channel.share')}
          </Button>
        ) : (
          <SourceSelect
            kind={kind}
            deviceId={deviceId}
            isLocked={isLocked}
            status={channel.status}
            onChange={choose}
          />
        )}
        <Trouble
          kind={kind}
          channel={channel}
          isLocked={isLocked}
          isMissing={isMissing}
          onRetry={kind === 'screen' ? null : () => void dispatch(openChannel(kind, deviceId))}
        />
        <p className="text-xs text-t3">{t(kind === 'audio' ? 'channel.soundNote' : 'channel.pictureNote')}</p>
      </Card>
    </li>
  );
}

function Picture({ kind, channel }: { kind: 'video' | 'screen'; channel: ChannelState }) {
  const { t } = useTranslation('basicStudio');
  const video = useRef<HTMLVideoElement>(null);
  const stream = channel.status === 'live' ? channel.stream : null;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className="relative grid aspect-video place-items-center overflow-hidden rounded-lg border border-line2 bg-inset">
      {stream ? (
        <video
          ref={video}
          muted
          autoPlay
          playsInline
          aria-label={t('channel.live', { name: t(`channel.title.${kind}`).toLowerCase() })}
          className="absolute inset-0 size-full object-contain"
        />
      ) : (
        <p className="px-3 text-center text-xs text-t3">
          {channel.status === 'off'
            ? t('channel.off')
            : channel.status === 'opening'
              ? t('channel.opening')
              : kind === 'screen'
                ? t('channel.notShared')
                : ''}
        </p>
      )}
    </div>
  );
}

function Sound({ channel }: { channel: ChannelState }) {
  const { t } = useTranslation('basicStudio');
  return (
    <div className="grid aspect-video content-center gap-2 rounded-lg border border-line2 bg-inset px-4">
      {channel.status === 'live' ? (
        <Level stream={channel.stream} />
      ) : (
        <p className="text-center text-xs text-t3">
          {t(channel.status === 'opening' ? 'channel.opening' : 'channel.off')}
        </p>
      )}
    </div>
  );
}

function Level({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation('basicStudio');
  const source = useSoundLevel(stream);
  return <LevelMeter source={source} label={t('channel.level')} className="h-3" />;
}

/** Stands for "any": no device's id is so. */
const ANY = 'any';

function SourceSelect(props: {
  kind: 'audio' | 'video';
  deviceId: string | null;
  isLocked: boolean;
  /** Names are told once the page may hear and see: the list is read anew. */
  status: ChannelState['status'];
  onChange: (deviceId: string | null) => void;
}) {
  const { kind, deviceId, isLocked, status, onChange } = props;
  const { t } = useTranslation('basicStudio');
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found = await navigator.mediaDevices.enumerateDevices();
      const wanted = kind === 'audio' ? 'audioinput' : 'videoinput';
      if (!isOver) setDevices(found.filter((device) => device.kind === wanted && device.deviceId !== ''));
    };
    void read();
    const again = () => void read();
    navigator.mediaDevices.addEventListener('devicechange', again);
    return () => {
      isOver = true;
      navigator.mediaDevices.removeEventListener('devicechange', again);
    };
  }, [kind, status]);
  return (
    <Select
      label={t(`channel.source.${kind}`)}
      value={devices.some((device) => device.deviceId === deviceId) ? (deviceId ?? ANY) : ANY}
      disabled={isLocked}
      className="!h-8 !px-2 text-xs"
      options={[
        { value: ANY, label: t(`channel.any.${kind}`) },
        ...devices.map(({ deviceId: value, label }, index) => ({
          value,
          label: label === '' ? t('channel.unnamed', { number: index + 1 }) : label,
        })),
      ]}
      onChange={(value) => onChange(value === ANY ? null : value)}
    />
  );
}

function Trouble(props: {
  kind: StudioKind;
  channel: ChannelState;
  isLocked: boolean;
  isMissing: boolean;
  onRetry: (() => void) | null;
}) {
  const { kind, channel, isLocked, isMissing, onRetry } = props;
  const { t } = useTranslation('basicStudio');
  if (channel.status === 'live' && channel.isStill && isLocked && kind !== 'audio')
    return (
      <p role="status" className="text-xs text-amb-text">
        {t(`channel.still.${kind}`)}
      </p>
    );
  if (channel.status !== 'failed' && channel.status !== 'lost') return null;
  const message =
    channel.status === 'failed'
      ? `${channel.failure.message} (${channel.failure.code})`
      : `${t('channel.lost')}${isLocked ? ` ${t('channel.kept')}` : ''}`;
  return (
    <div
      role="alert"
      className={classNames(
        'grid justify-items-start gap-2 text-xs',
        isMissing ? 'text-red-text' : 'text-amb-text',
      )}
    >
      <p>
        {isMissing && <strong className="font-medium">{t('channel.missing')} </strong>}
        {message}
      </p>
      {onRetry && (isMissing || !isLocked) && (
        <Button size="sm" onClick={onRetry}>
          {t('channel.tryAgain')}
        </Button>
      )}
    </div>
  );
}
