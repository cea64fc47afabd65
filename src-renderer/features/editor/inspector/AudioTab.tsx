import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import type { Track } from '../../../../src-shared/domain/edit/document.ts';
import {
  SILENCE_DB,
  toSliderValue,
  VOLUME_PERCENT,
  volumeDb,
  volumePercent,
} from '../../../../src-shared/domain/gain.ts';
import { PAN_LIMITS, panLabel } from '../../../../src-shared/domain/pan.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { draft, edit } from '../edits.ts';
import { selectProject, selectSelected } from '../editorSlice.ts';
import { measureLoudness } from '../renderThunks.ts';
import { ClipSoundFields } from './ClipSoundFields.tsx';
import { StripFields } from './StripFields.tsx';

/** The sound of the selected clips and of every track, and the loudness of all. */
export function AudioTab() {
  const project = useSelector(selectProject);
  const chosen = useSelector(selectSelected);
  if (!project) return null;
  return (
    <div className="grid gap-4">
      {chosen.length > 0 && <ClipSoundFields clips={chosen.map(({ clip }) => clip)} />}
      {project.tracks.map((track) => (
        <TrackSound key={track.id} track={track} />
      ))}
      <Loudness />
    </div>
  );
}

function TrackSound({ track }: { track: Track }) {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const { id: trackId, name, pan, isMuted, isSolo } = track;
  const show = (values: Partial<Track>) => dispatch(draft('setTrack', { trackId, values }));
  const keep = (values: Partial<Track>) => dispatch(edit('setTrack', { trackId, values }));
  const label = t('audio.track', { name });
  return (
    <section aria-label={label} className="grid gap-3 rounded-lg bg-inset p-3">
      <div className="flex items-center gap-3">
        <h3 className="min-w-0 grow truncate text-xs font-semibold text-t1">{name}</h3>
        <SwitchPair label={t('audio.mute')} isOn={isMuted} onChange={(next) => keep({ isMuted: next })} />
        <SwitchPair label={t('audio.solo')} isOn={isSolo} onChange={(next) => keep({ isSolo: next })} />
      </div>
      <Slider
        label={t('audio.volume')}
        value={toSliderValue(volumePercent(track.volumeDb), VOLUME_PERCENT)}
        {...VOLUME_PERCENT}
        defaultValue={VOLUME_PERCENT.max}
        unit={track.volumeDb > SILENCE_DB ? `(${figure(track.volumeDb)} dB)` : ''}
        onChange={(value) => show({ volumeDb: volumeDb(value) })}
        onCommit={(value) => keep({ volumeDb: volumeDb(value) })}
      />
      <Slider
        label={t('audio.pan')}
        value={pan}
        {...PAN_LIMITS}
        defaultValue={0}
        unit={panLabel(pan)}
        onChange={(value) => show({ pan: value })}
        onCommit={(value) => keep({ pan: value })}
      />
      <StripFields track={track} />
    </section>
  );
}

function SwitchPair(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <span className="flex items-center gap-1.5 text-xs text-t2">
      {props.label}
      <Switch {...props} />
    </span>
  );
}

interface Measured {
  integratedLufs: number | null;
  truePeakDb: number | null;
}

function Loudness() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const [measured, setMeasured] = useState<Measured | null>(null);
  const normalize = async () => {
    setIsBusy(true);
    const result = await dispatch(measureLoudness());
    setIsBusy(false);
    if (!measureLoudness.fulfilled.match(result)) return;
    setMeasured(result.payload);
    const { integratedLufs } = result.payload;
    if (integratedLufs !== null) dispatch(edit('normalizeLoudness', { measuredLufs: integratedLufs }));
  };
  const shown =
    measured &&
    (measured.integratedLufs === null || measured.truePeakDb === null
      ? t('audio.silent')
      : t('audio.measured', {
          lufs: figure(measured.integratedLufs),
          peak: figure(measured.truePeakDb),
        }));
  return (
    <section aria-label={t('audio.loudness')} className="grid gap-2 border-t border-line2 pt-4">
      <h3 className="text-xs font-semibold text-t1">{t('audio.loudness')}</h3>
      <p className="text-xs text-t3">{t('audio.loudnessHint')}</p>
      <Button isBusy={isBusy} onClick={() => void normalize()}>
        {t('audio.normalize')}
      </Button>
      {shown !== null && (
        <p role="status" className="text-xs text-t2">
          {shown}
        </p>
      )}
    </section>
  );
}

const figure = (value: number): string => value.toFixed(1).replace('-', '−');
