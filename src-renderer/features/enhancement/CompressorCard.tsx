import { useTranslation } from '../../lib/useTranslation.ts';
import { COMPRESSOR_PRESETS, DEFAULT_COMPRESSOR } from '../../../src-shared/domain/compressor.ts';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EffectSliders, useEffectTexts } from '../engine/index.ts';
import { CompressorGraph } from './CompressorGraph.tsx';
import { StageHeader } from './StageHeader.tsx';
import { useStages } from './stages.tsx';

const KEYS = Object.keys(DEFAULT_COMPRESSOR) as (keyof typeof DEFAULT_COMPRESSOR)[];

/** Its curve, what it takes away now, its six values and its presets. */
export function CompressorCard() {
  const { t } = useTranslation('enhancement');
  const { titleOf, labelOf } = useEffectTexts();
  const { effects, edit, disabled, reductionOf } = useStages();
  const { isOn, ...values } = effects.compressor;
  const preset = COMPRESSOR_PRESETS.find((one) => KEYS.every((key) => one.values[key] === values[key]));
  const choose = (id: string) => {
    const chosen = COMPRESSOR_PRESETS.find((one) => one.id === id);
    if (!chosen || disabled) return;
    const compressor = { isOn: true, ...chosen.values };
    edit('compressor.preset', t('steps.compressorPreset', { name: chosen.name }), { compressor });
  };
  return (
    <Card aria-labelledby="compressor-title" className="min-w-0">
      <StageHeader
        id="compressor-title"
        title={titleOf('compressor')}
        isOn={isOn}
        disabled={disabled}
        onChange={(next) =>
          edit('compressor.isOn', t('steps.compressor'), { compressor: { ...values, isOn: next } })
        }
      >
        <div className="max-w-full overflow-x-auto">
          <SegmentedControl
            label={t('compressor.presets')}
            segments={COMPRESSOR_PRESETS.map(({ id, name }) => ({ value: id, label: name }))}
            value={preset?.id ?? ''}
            onChange={choose}
          />
        </div>
      </StageHeader>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="grid content-start gap-3">
          <CompressorGraph compressor={effects.compressor} />
          {reductionOf('compressor', isOn)}
        </div>
        <div className="grid content-start gap-x-8 gap-y-3 lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-3">
          <EffectSliders
            effect="compressor"
            values={effects.compressor}
            disabled={disabled || !isOn}
            onChange={(next, field, isFinal) =>
              edit(`compressor.${field}`, labelOf('compressor', field), { compressor: next }, isFinal)
            }
          />
        </div>
      </div>
    </Card>
  );
}
