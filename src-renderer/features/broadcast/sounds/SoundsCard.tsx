import { Music, Pause, Play, Repeat, SkipBack, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { DEFAULT_SOUND_DB, type BroadcastSound } from '../../../../src-shared/domain/broadcast/sounds.ts';
import { formatRecordedTime } from '../../../lib/recordedTime.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { RecordingTrouble } from '../../../ui/RecordingBanner.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { addSound, changeSound, removeSound, restartSound, selectSounds } from './soundsSlice.ts';

/** Music and jingles that the host plays into the mix. */
export function SoundsCard() {
  const { t } = useTranslation('broadcast');
  const { sounds, failure } = useSelector(selectSounds);
  return (
    <Card aria-labelledby="broadcast-sounds">
      <CardHeader id="broadcast-sounds" title={t('sounds.title')} />
      {sounds.length > 0 && (
        <ul className="mb-3 grid gap-2">
          {sounds.map((sound) => (
            <SoundRow key={sound.id} sound={sound} />
          ))}
        </ul>
      )}
      {failure && (
        <RecordingTrouble title={t('sounds.failed')} message={failure.message} code={failure.code} />
      )}
      <div className="mt-3">
        <AddSound />
      </div>
      <p className="mt-2 text-xs text-t3">{t('sounds.hint')}</p>
    </Card>
  );
}

function SoundRow({ sound }: { sound: BroadcastSound }) {
  const { t } = useTranslation('broadcast');
  const { name, durationSec, positionSec, problem } = sound;
  const length = durationSec > 0 ? formatRecordedTime(durationSec) : '—';
  return (
    <li aria-label={name} className="grid gap-2 rounded-lg bg-inset px-3 py-2">
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <Music aria-hidden="true" className="size-4 shrink-0 text-t3" />
        <span className="min-w-0 grow basis-24">
          <span className="block truncate text-t1">{name}</span>
          <span className="block text-xs text-t3 tabular-nums">
            {positionSec === null ? length : `${formatRecordedTime(positionSec)} / ${length}`}
          </span>
        </span>
        <PlayButtons sound={sound} />
      </div>
      {problem !== null && <p className="text-xs text-red-text">{t('sounds.problem')}</p>}
      <Level sound={sound} />
    </li>
  );
}

function PlayButtons({ sound: { id, name, levelDb, isPlaying, isLooped } }: { sound: BroadcastSound }) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const change = (changes: { isPlaying?: boolean; isLooped?: boolean }) =>
    void dispatch(changeSound({ id, levelDb, isPlaying, isLooped, ...changes }));
  return (
    <div className="flex gap-1">
      <IconButton
        label={t(isPlaying ? 'sounds.pause' : 'sounds.play', { name })}
        icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        hasBorder={false}
        onClick={() => change({ isPlaying: !isPlaying })}
      />
      <IconButton
        label={t('sources.restart', { name })}
        icon={<SkipBack aria-hidden="true" />}
        hasBorder={false}
        onClick={() => void dispatch(restartSound(id))}
      />
      <IconButton
        label={t('sources.loop', { name })}
        icon={<Repeat aria-hidden="true" />}
        hasBorder={false}
        aria-pressed={isLooped}
        className={isLooped ? '!bg-accbg !text-accent-text' : ''}
        onClick={() => change({ isLooped: !isLooped })}
      />
      <IconButton
        label={t('sources.remove', { name })}
        icon={<Trash2 aria-hidden="true" />}
        hasBorder={false}
        onClick={() => void dispatch(removeSound(id))}
      />
    </div>
  );
}

function Level({ sound: { id, name, levelDb, isPlaying, isLooped } }: { sound: BroadcastSound }) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  /** While it is dragged. */
  const [draggedDb, setDraggedDb] = useState<number | null>(null);
  return (
    <Slider
      label={t('sounds.level', { name })}
      value={draggedDb ?? levelDb}
      min={-60}
      max={6}
      defaultValue={DEFAULT_SOUND_DB}
      unit="dB"
      onChange={setDraggedDb}
      onCommit={(next) => {
        void dispatch(changeSound({ id, levelDb: next, isPlaying, isLooped })).then(() => setDraggedDb(null));
      }}
    />
  );
}

function AddSound() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { adding } = useSelector(selectSounds);
  const fileRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button isBusy={adding > 0} onClick={() => fileRef.current?.click()}>
        <Music aria-hidden="true" className="size-4" />
        {t('sounds.add')}
      </Button>
      <input
        ref={fileRef}
        type="file"
        accept="audio/*"
        multiple
        aria-label={t('sounds.file')}
        className="hidden"
        onChange={({ target }) => {
          for (const file of target.files ?? []) void dispatch(addSound(file));
          target.value = '';
        }}
      />
    </>
  );
}
