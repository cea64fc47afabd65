import type { JSX } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { DenoiseEngine } from '../../../src-shared/domain/denoise.ts';
import { EFFECT_KEYS, isRepair, type EffectKey } from '../../../src-shared/domain/stripEffects.ts';
import type { StripValues } from '../../../src-shared/domain/stripSchema.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { CompressorCard } from './CompressorCard.tsx';
import { DenoiseFields } from './DenoiseFields.tsx';
import { EffectCard } from './EffectCard.tsx';
import { RepairCard } from './RepairCard.tsx';
import { EqualizerCard } from './EqualizerCard.tsx';
import { StagesContext, type Stages } from './stages.tsx';
import { VoiceSwitches } from './SwitchRow.tsx';
import { HistoryButtons, type UndoHistory } from './UndoButtons.tsx';

type Voice = Pick<StripValues, 'denoise' | 'echoCancellation' | 'automaticGain'>;

/** The stages of one channel, in the order in which the sound goes through them. */
export interface StripEditor extends Omit<Stages, 'edit'> {
  voice: Voice;
  engines: readonly DenoiseEngine[];
  edit: (key: string, label: string, patch: Partial<Voice & Stages['effects']>, isFinal?: boolean) => void;
  history: UndoHistory;
}

/** Effects with more to show than their values. */
const CARDS: Partial<Record<EffectKey, () => JSX.Element>> = {
  equalizer: EqualizerCard,
  compressor: CompressorCard,
};

/** All that is done to the sound of a channel, with the same controls as for the live chain. */
export function StripStages({ editor }: { editor: StripEditor }) {
  return (
    <StagesContext value={editor}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <HistoryButtons history={editor.history} />
        <VoiceCard editor={editor} />
        <RepairCard />
        {EFFECT_KEYS.filter((effect) => !isRepair(effect)).map((effect) => {
          const Own = CARDS[effect];
          return Own ? <Own key={effect} /> : <EffectCard key={effect} effect={effect} />;
        })}
      </div>
    </StagesContext>
  );
}

/** The noise of a channel, its echo and its level. */
function VoiceCard({ editor }: { editor: StripEditor }) {
  const { t } = useTranslation('enhancement');
  const { voice, engines, disabled, edit } = editor;
  return (
    <Card aria-labelledby="strip-noise" className="min-w-0">
      <CardHeader id="strip-noise" title={t('noise.denoiser')} />
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <DenoiseFields
          denoise={voice.denoise}
          engines={engines}
          disabled={disabled}
          hasStandIn
          onChange={(denoise, key, isFinal) =>
            edit(`denoise.${key}`, t(`noise.${key}`), { denoise }, isFinal)
          }
        />
        <div className="grid content-start gap-3">
          <VoiceSwitches
            values={voice}
            disabled={disabled}
            onChange={(key, isOn) => edit(key, t(`noise.${key}`), { [key]: isOn })}
          />
        </div>
      </div>
    </Card>
  );
}
