import { useId } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import { MOST_SOUND_DELAY_MS } from '../../../src-shared/domain/broadcast/quality.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { LevelMeter } from '../../ui/LevelMeter.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import {
  changeChannel,
  selectChannels,
  useCaptureText,
  useProgramSource,
  type ChannelChange,
} from '../studio/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { selectDraft, selectLive } from './broadcastSlice.ts';
import { setSoundDelay } from './broadcastThunks.ts';
import { changeDraft } from './changeDraft.ts';

interface Effect {
  text: 'autoLevel' | 'noiseGate' | 'compressor';
  isOn: (channel: CaptureChannel) => boolean;
  changes: (channel: CaptureChannel, isOn: boolean) => ChannelChange['changes'];
}

/** Of each strip, as the studio sets them. */
const EFFECTS: readonly Effect[] = [
  {
    text: 'autoLevel',
    isOn: ({ automaticGain }) => automaticGain,
    changes: (_, automaticGain) => ({ automaticGain }),
  },
  {
    text: 'noiseGate',
    isOn: ({ gate }) => gate.isOn,
    changes: ({ gate }, isOn) => ({ gate: { ...gate, isOn } }),
  },
  {
    text: 'compressor',
    isOn: ({ compressor }) => compressor.isOn,
    changes: ({ compressor }, isOn) => ({ compressor: { ...compressor, isOn } }),
  },
];

/** Effects of every channel that is in the mix. */
export function AudioCard() {
  const { t } = useTranslation('broadcast');
  const channels = useSelector(selectChannels).filter(({ isEnabled }) => isEnabled);
  return (
    <Card aria-labelledby="broadcast-audio">
      <CardHeader id="broadcast-audio" title={t('audio.title')} />
      <div className="grid gap-3">
        {channels.length > 0 && <Mix />}
        {EFFECTS.map((effect) => (
          <Row key={effect.text} effect={effect} channels={channels} />
        ))}
        <p className="text-xs text-t3">{t(channels.length === 0 ? 'audio.none' : 'audio.hint')}</p>
        <Delay />
      </div>
    </Card>
  );
}

/** What viewers hear of the engine: its level, and how loud it is. */
function Mix() {
  const { t } = useTranslation('broadcast');
  const source = useProgramSource();
  const momentary = useCaptureText((levels) => lufsOf(levels?.program.momentaryLufs));
  const integrated = useCaptureText((levels) => lufsOf(levels?.program.integratedLufs));
  return (
    <div>
      <LevelMeter source={source} label={t('audio.mix')} />
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-xs text-t3 tabular-nums">
        <span>{t('audio.momentary', { level: momentary })}</span>
        <span>{t('audio.integrated', { level: integrated })}</span>
      </p>
    </div>
  );
}

/** Without a measurement, or in silence, there is none. */
const lufsOf = (lufs: number | null | undefined): string =>
  lufs === null || lufs === undefined || !Number.isFinite(lufs) ? '—' : formatFigure(lufs, 1);

function Delay() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { soundDelayMs } = useSelector(selectDraft);
  const isLive = useSelector(selectLive) !== null;
  return (
    <div>
      <Slider
        label={t('audio.delay')}
        value={soundDelayMs}
        min={-MOST_SOUND_DELAY_MS}
        max={MOST_SOUND_DELAY_MS}
        step={5}
        defaultValue={0}
        unit="ms"
        onChange={(next) => dispatch(changeDraft({ soundDelayMs: next }))}
        onCommit={(next) => isLive && void dispatch(setSoundDelay(next))}
      />
      <p className="mt-1 text-xs text-t3">{t('audio.delayHint')}</p>
    </div>
  );
}

function Row({ effect, channels }: { effect: Effect; channels: readonly CaptureChannel[] }) {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const id = useId();
  const label = t(`audio.${effect.text}`);
  const change = async (isOn: boolean) => {
    for (const channel of channels) {
      if (effect.isOn(channel) === isOn) continue;
      await dispatch(changeChannel({ channelId: channel.id, changes: effect.changes(channel, isOn) }));
    }
  };
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="text-t1">
        {label}
      </label>
      <Switch
        id={id}
        label={label}
        isOn={channels.length > 0 && channels.every(effect.isOn)}
        disabled={!isConnected || channels.length === 0}
        onChange={(isOn) => void change(isOn)}
      />
    </div>
  );
}
