import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { CaptureChannel } from '../../../src-shared/contract/captureSetUp.ts';
import {
  EFFECT_KEYS,
  effectPatch,
  hasMeter,
  reductionOf,
  type EffectKey,
  type EffectValues,
  type MeteredEffect,
} from '../../../src-shared/domain/stripEffects.ts';
import { formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { EffectSliders, ReductionMeter, reductionSource, useEffectTexts } from '../engine/index.ts';
import { selectHasMix } from '../workspace/index.ts';
import { useCaptureFeed, useCaptureText } from './captureFeed.tsx';
import { StripButton } from './StripButton.tsx';
import { changeChannel } from './studioThunks.ts';
import { useDragged } from './useDragged.ts';

interface ChannelEffectsProps {
  channel: CaptureChannel;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Which effects of the channel are on; all about them in a window of their own. */
export function ChannelEffects({ channel, isOpen, onOpenChange }: ChannelEffectsProps) {
  const { t } = useTranslation(['studio', 'common']);
  const { shortTitleOf } = useEffectTexts();
  const hasMix = useSelector(selectHasMix);
  const { name } = channel;
  const active = EFFECT_KEYS.filter((effect) => channel[effect].isOn);
  return (
    <>
      <StripButton
        label={t('studio:channels.effectsOf', { name })}
        names={active.map((effect) => shortTitleOf(effect))}
        empty={t('studio:channels.noEffects')}
        onClick={() => onOpenChange(true)}
      />
      <Dialog
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        title={t('studio:channels.effectsOf', { name })}
        description={t(hasMix ? 'studio:channels.effectsMessage' : 'studio:channels.effectsMessageAlone')}
        closeLabel={t('common:close')}
      >
        <div className="grid gap-4">
          {EFFECT_KEYS.map((effect) => (
            <ChannelEffect key={effect} channel={channel} effect={effect} />
          ))}
        </div>
      </Dialog>
    </>
  );
}

function ChannelEffect({ channel, effect }: { channel: CaptureChannel; effect: EffectKey }) {
  const { titleOf } = useEffectTexts();
  const dispatch = useAppDispatch();
  const { shown, drag, commit } = useDragged(
    channel[effect],
    (values: EffectValues[EffectKey]) =>
      void dispatch(changeChannel({ channelId: channel.id, changes: effectPatch(effect, values) })),
  );
  const title = titleOf(effect);
  return (
    <section aria-label={title} className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <header className="flex items-center justify-between gap-3">
        <h3 className="text-body font-semibold text-t1">{title}</h3>
        <Switch isOn={shown.isOn} label={title} onChange={(isOn) => commit({ ...shown, isOn })} />
      </header>
      {shown.isOn && (
        <>
          <div className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
            <EffectSliders
              effect={effect}
              values={shown}
              disabled={false}
              onChange={(values, _, isFinal) => (isFinal ? commit(values) : drag(values))}
            />
          </div>
          {hasMeter(effect) && <ChannelReduction channelId={channel.id} effect={effect} />}
        </>
      )}
    </section>
  );
}

/** What an effect of the channel takes away now; nothing is known while no session runs. */
function ChannelReduction({ channelId, effect }: { channelId: string; effect: MeteredEffect }) {
  const { t } = useTranslation('studio');
  const feed = useCaptureFeed();
  const source = useMemo(
    () =>
      reductionSource(feed.subscribe, () => {
        const strip = feed.readStrip(channelId);
        return strip && reductionOf(strip, effect);
      }),
    [feed, channelId, effect],
  );
  const text = useCaptureText((levels) => {
    const strip = levels?.channels.find(({ id }) => id === channelId)?.levels;
    const reductionDb = strip ? reductionOf(strip, effect) : null;
    return reductionDb === null ? null : formatFigure(reductionDb, 1);
  });
  return (
    <ReductionMeter
      effect={effect}
      source={source}
      text={text}
      isOn
      whyUnknown={t('channels.reductionUnknown')}
    />
  );
}
