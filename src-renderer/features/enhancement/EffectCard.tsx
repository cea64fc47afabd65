import { effectPatch, hasMeter, type EffectKey } from '../../../src-shared/domain/stripEffects.ts';
import { classNames } from '../../lib/classNames.ts';
import { Card } from '../../ui/Card.tsx';
import { EffectSliders, useEffectTexts } from '../engine/index.ts';
import { StageHeader } from './StageHeader.tsx';
import { useStages } from './stages.tsx';

/** An effect that has no drawing of its own: its switch, its values, and what it takes away now. */
export function EffectCard({ effect }: { effect: EffectKey }) {
  const { titleOf, labelOf } = useEffectTexts();
  const { effects, edit, disabled, reductionOf } = useStages();
  const values = effects[effect];
  const title = titleOf(effect);
  const id = `${effect}-title`;
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <StageHeader
        id={id}
        title={title}
        isOn={values.isOn}
        disabled={disabled}
        onChange={(isOn) => edit(`${effect}.isOn`, title, effectPatch(effect, { ...values, isOn }))}
      />
      <div
        className={classNames(
          'grid items-start gap-x-8 gap-y-4',
          hasMeter(effect) && 'sm:grid-cols-[11rem_minmax(0,1fr)]',
        )}
      >
        {hasMeter(effect) && reductionOf(effect, values.isOn)}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] content-start gap-x-8 gap-y-3">
          <EffectSliders
            effect={effect}
            values={values}
            disabled={disabled || !values.isOn}
            onChange={(next, field, isFinal) =>
              edit(
                `${effect}.${field}`,
                `${title}: ${labelOf(effect, field)}`,
                effectPatch(effect, next),
                isFinal,
              )
            }
          />
        </div>
      </div>
    </Card>
  );
}
