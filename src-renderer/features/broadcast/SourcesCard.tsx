import { Camera, Film, MonitorUp, Repeat, SkipBack, Trash2, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { listCameras, type Camera as KnownCamera } from '../../media/video/sources.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { EmptyState } from '../../ui/StateMessage.tsx';
import { RecordingTrouble } from '../../ui/RecordingBanner.tsx';
import { selectBroadcast, selectSources } from './broadcastSlice.ts';
import { addCamera, addMedia, addScreen, changeMedia, removeSource, restartMedia } from './sourceThunks.ts';
import type { BroadcastSource, MediaPlaying } from './broadcastState.ts';

/** The cameras and screens of the programme, each opened once. */
export function SourcesCard() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const sources = useSelector(selectSources);
  const { sourceFailure } = useSelector(selectBroadcast);
  return (
    <Card aria-labelledby="broadcast-sources">
      <CardHeader id="broadcast-sources" title={t('sources.title')} />
      {sources.length === 0 ? (
        <EmptyState title={t('sources.empty')} message={t('sources.emptyMessage')} />
      ) : (
        <ul className="mb-3 grid gap-2">
          {sources.map((source) => (
            <SourceRow key={source.id} source={source} />
          ))}
        </ul>
      )}
      {sourceFailure && (
        <RecordingTrouble
          title={t('sources.failed')}
          message={sourceFailure.message}
          code={sourceFailure.code}
        />
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <AddCamera />
        <Button onClick={() => void dispatch(addScreen())}>
          <MonitorUp aria-hidden="true" className="size-4" />
          {t('sources.addScreen')}
        </Button>
        <AddMedia />
      </div>
      {sources.some(({ kind }) => kind === 'media') && (
        <p className="mt-2 text-xs text-t3">{t('sources.mediaHint')}</p>
      )}
    </Card>
  );
}

const ICONS = { camera: Camera, screen: MonitorUp, media: Film } as const;

function SourceRow({ source: { id, kind, label, isLost, playing } }: { source: BroadcastSource }) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const Icon = ICONS[kind];
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-lg bg-inset px-3 py-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-t3" />
      <span className="min-w-0 grow basis-32">
        <span className="block truncate text-t1">{label}</span>
        {isLost && <span className="block text-xs text-red-text">{t('sources.lost')}</span>}
      </span>
      {playing && !isLost && <Playing {...{ id, label, playing }} />}
      {!isLost && <Badge tone="good">{t('sources.live')}</Badge>}
      <IconButton
        label={t('sources.remove', { name: label })}
        icon={<Trash2 aria-hidden="true" />}
        hasBorder={false}
        onClick={() => dispatch(removeSource(id))}
      />
    </li>
  );
}

function Playing({
  id,
  label: name,
  playing,
}: Pick<BroadcastSource, 'id' | 'label'> & { playing: MediaPlaying }) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { isLooped, isHeard } = playing;
  return (
    <>
      <IconButton
        label={t('sources.restart', { name })}
        icon={<SkipBack aria-hidden="true" />}
        hasBorder={false}
        onClick={() => restartMedia(id)}
      />
      <IconButton
        label={t('sources.loop', { name })}
        icon={<Repeat aria-hidden="true" />}
        hasBorder={false}
        aria-pressed={isLooped}
        className={isLooped ? '!bg-accbg !text-accent-text' : ''}
        onClick={() => dispatch(changeMedia(id, { ...playing, isLooped: !isLooped }))}
      />
      <IconButton
        label={t('sources.heard', { name })}
        icon={isHeard ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        hasBorder={false}
        aria-pressed={isHeard}
        onClick={() => dispatch(changeMedia(id, { ...playing, isHeard: !isHeard }))}
      />
    </>
  );
}

function AddMedia() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const fileRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => fileRef.current?.click()}>
        <Film aria-hidden="true" className="size-4" />
        {t('sources.addMedia')}
      </Button>
      <input
        ref={fileRef}
        type="file"
        accept="video/*"
        aria-label={t('sources.mediaFile')}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void dispatch(addMedia(file));
          target.value = '';
        }}
      />
    </>
  );
}

function AddCamera() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const sources = useSelector(selectSources);
  const [cameras, setCameras] = useState<readonly KnownCamera[]>([]);
  const look = () => void listCameras().then(setCameras);
  useEffect(look, [sources]);
  const isAdded = (deviceId: string | null) => sources.some((source) => source.deviceId === deviceId);
  const add = (deviceId: string | null) => void dispatch(addCamera(deviceId));
  // Until one was allowed, a browser does not say which there are.
  const known = cameras.length === 0 ? [{ deviceId: null, label: t('sources.firstCamera') }] : cameras;
  return (
    <DropdownMenu
      onOpenChange={(isOpen) => isOpen && look()}
      groups={[
        known.map(({ deviceId, label }, index) => ({
          id: deviceId ?? 'first',
          label: label || t('sources.numbered.camera', { number: index + 1 }),
          icon: <Camera aria-hidden="true" />,
          // Each is opened once.
          disabled: deviceId !== null && isAdded(deviceId),
          onSelect: () => add(deviceId),
        })),
      ]}
      trigger={
        <Button>
          <Camera aria-hidden="true" className="size-4" />
          {t('sources.addCamera')}
        </Button>
      }
    />
  );
}
