import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CaptureChannel } from '../../../src-shared/domain/captureSetUp.ts';
import { EFFECT_KEYS } from '../../../src-shared/domain/stripEffects.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { loadStripStages } from '../enhancement/index.ts';
import { useEffectTexts } from '../engine/index.ts';
import { selectHasMix } from '../workspace/index.ts';
import { StripButton } from './StripButton.tsx';
import { TapChoice } from './TapChoice.tsx';
import { useStripEditor } from './useStripEditor.tsx';

const StripStages = lazy(loadStripStages);

interface ChannelEffectsProps {
  channel: CaptureChannel;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** What is done to the sound of the channel, by name; all about it in a window of its own. */
export function ChannelEffects({ channel, isOpen, onOpenChange }: ChannelEffectsProps) {
  const { t } = useTranslation(['studio', 'common']);
  const { shortTitleOf } = useEffectTexts();
  const hasMix = useSelector(selectHasMix);
  const editor = useStripEditor(channel);
  const { name } = channel;
  const active = EFFECT_KEYS.filter((effect) => channel[effect].isOn);
  const denoiser = channel.denoise.engine === 'off' ? [] : [t('studio:channels.denoiser')];
  return (
    <>
      <StripButton
        label={t('studio:channels.effectsOf', { name })}
        names={[...denoiser, ...active.map((effect) => shortTitleOf(effect))]}
        empty={t('studio:channels.noEffects')}
        onClick={() => onOpenChange(true)}
      />
      <Dialog
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        title={t('studio:channels.effectsOf', { name })}
        description={t(hasMix ? 'studio:channels.effectsMessage' : 'studio:channels.effectsMessageAlone')}
        closeLabel={t('common:close')}
        className="!max-w-3xl"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <TapChoice />
          <Suspense fallback={<Skeleton className="h-96" />}>
            <StripStages editor={editor} />
          </Suspense>
        </div>
      </Dialog>
    </>
  );
}
