import { Slider } from 'radix-ui';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import {
  INPUT_GAIN_PERCENT,
  inputGainDb,
  SILENCE_DB,
  VOLUME_PERCENT,
  volumeDb,
} from '../../../src-shared/domain/gain.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { formatPan } from './pan.ts';
import { changeChannel } from './studioThunks.ts';
import { useDragged } from './useDragged.ts';

const THUMB = 'block rounded-[3px] bg-white shadow-[0_1px_4px_#0008] ring-1 ring-edge';

function useChannelValue(channel: CaptureChannel, key: 'volume' | 'pan' | 'inputGain') {
  const dispatch = useAppDispatch();
  return useDragged(
    channel[key],
    (value) => void dispatch(changeChannel({ channelId: channel.id, changes: { [key]: value } })),
  );
}

const decibels = (db: number, silence: string): string =>
  db <= SILENCE_DB ? silence : `${db > 0 ? '+' : ''}${formatFigure(db, 1)} dB`;

/** The channel's fader, upright; a double click or Backspace sets it to full. */
export function Fader({ channel }: { channel: CaptureChannel }) {
  const { t } = useTranslation('studio');
  const { shown, drag, commit } = useChannelValue(channel, 'volume');
  const reset = () => commit(VOLUME_PERCENT.max);
  return (
    <div className="grid justify-items-center gap-1">
      <Slider.Root
        orientation="vertical"
        value={[shown]}
        min={VOLUME_PERCENT.min}
        max={VOLUME_PERCENT.max}
        step={1}
        onValueChange={([next]) => next !== undefined && drag(next)}
        onValueCommit={([next]) => next !== undefined && commit(next)}
        onDoubleClick={reset}
        onKeyDown={(event) => event.key === 'Backspace' && reset()}
        className="relative flex h-32 w-7 touch-none flex-col items-center select-none"
      >
        <Slider.Track className="relative w-1 grow rounded-full bg-track">
          <Slider.Range className="absolute w-full rounded-full bg-accent/60" />
        </Slider.Track>
        <Slider.Thumb
          aria-label={t('channels.volume', { name: channel.name })}
          aria-valuetext={`${Math.round(shown)}, ${decibels(volumeDb(shown), t('channels.silence'))}`}
          className={`${THUMB} h-3 w-7`}
        />
      </Slider.Root>
      <span
        aria-hidden="true"
        title={decibels(volumeDb(shown), t('channels.silence'))}
        className="text-2xs text-t2 tabular-nums"
      >
        {Math.round(shown)}
      </span>
    </div>
  );
}

/** Pan and gain: the place in the stereo image, and what is done before all else. */
export function StripKnobs({ channel, hasPan }: { channel: CaptureChannel; hasPan: boolean }) {
  const { t } = useTranslation('studio');
  const { name } = channel;
  const gain = useChannelValue(channel, 'inputGain');
  return (
    <>
      {hasPan && <PanRow channel={channel} spoken={t('channels.pan', { name })} />}
      <Row
        label={t('channels.gainLabel')}
        spoken={t('channels.gain', { name })}
        limits={INPUT_GAIN_PERCENT}
        text={decibels(inputGainDb(gain.shown), t('channels.silence'))}
        defaultValue={100}
        {...gain}
      />
    </>
  );
}

export function PanRow({ channel, spoken }: { channel: CaptureChannel; spoken: string }) {
  const { t } = useTranslation('studio');
  const pan = useChannelValue(channel, 'pan');
  return (
    <Row
      label={t('channels.panLabel')}
      spoken={spoken}
      limits={{ min: -100, max: 100 }}
      text={formatPan(pan.shown)}
      defaultValue={0}
      {...pan}
    />
  );
}

/** The fader where there is no room for it upright. */
export function VolumeRow({ channel, spoken }: { channel: CaptureChannel; spoken: string }) {
  const { t } = useTranslation('studio');
  const volume = useChannelValue(channel, 'volume');
  return (
    <Row
      label={t('channels.volumeLabel')}
      spoken={spoken}
      limits={VOLUME_PERCENT}
      text={String(Math.round(volume.shown))}
      defaultValue={VOLUME_PERCENT.max}
      {...volume}
    />
  );
}

interface RowProps {
  label: string;
  spoken: string;
  limits: { min: number; max: number };
  text: string;
  defaultValue: number;
  shown: number;
  drag: (value: number) => void;
  commit: (value: number) => void;
}

function Row({ label, spoken, limits, text, defaultValue, shown, drag, commit }: RowProps) {
  return (
    <div>
      <div aria-hidden="true" className="flex justify-between text-2xs tabular-nums">
        <span className="text-t3">{label}</span>
        <span className="text-t2">{text}</span>
      </div>
      <Slider.Root
        value={[shown]}
        min={limits.min}
        max={limits.max}
        step={1}
        onValueChange={([next]) => next !== undefined && drag(next)}
        onValueCommit={([next]) => next !== undefined && commit(next)}
        onDoubleClick={() => commit(defaultValue)}
        onKeyDown={(event) => event.key === 'Backspace' && commit(defaultValue)}
        className="relative flex h-5 touch-none items-center select-none"
      >
        <Slider.Track className="relative h-1 grow rounded-full bg-track">
          <span
            aria-hidden="true"
            className="absolute top-[-2px] h-2 w-px bg-edge"
            style={{ left: `${((defaultValue - limits.min) / (limits.max - limits.min)) * 100}%` }}
          />
        </Slider.Track>
        <Slider.Thumb aria-label={spoken} aria-valuetext={text} className={`${THUMB} h-4 w-1.5`} />
      </Slider.Root>
    </div>
  );
}
