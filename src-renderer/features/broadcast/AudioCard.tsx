import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { changeChannel, selectChannels, type ChannelChange } from '../studio/index.ts';
import { selectIsConnected } from '../workspace/index.ts';

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
        {EFFECTS.map((effect) => (
          <Row key={effect.text} effect={effect} channels={channels} />
        ))}
        <p className="text-xs text-t3">{t(channels.length === 0 ? 'audio.none' : 'audio.hint')}</p>
      </div>
    </Card>
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
