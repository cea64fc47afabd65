import { useTranslation } from '../../lib/useTranslation.ts';
import {
  effectPatch,
  isRepair,
  EFFECT_KEYS,
  type RepairKey,
} from '../../../src-shared/domain/stripEffects.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { EffectSliders, useEffectTexts } from '../engine/index.ts';
import { SwitchRow } from './SwitchRow.tsx';
import { useStages } from './stages.tsx';

const REPAIRS = EFFECT_KEYS.filter(isRepair);

/** The steps that take a defect out: a switch and a knob each. */
export function RepairCard() {
  const { t } = useTranslation('enhancement');
  return (
    <Card aria-labelledby="repair-title" className="min-w-0">
      <CardHeader id="repair-title" title={t('repair.title')} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] content-start gap-x-8 gap-y-4">
        {REPAIRS.map((effect) => (
          <Repair key={effect} effect={effect} />
        ))}
      </div>
    </Card>
  );
}

function Repair({ effect }: { effect: RepairKey }) {
  const { t } = useTranslation('enhancement');
  const { titleOf, labelOf } = useEffectTexts();
  const { effects, edit, disabled } = useStages();
  const values = effects[effect];
  const title = titleOf(effect);
  return (
    <div className="grid content-start gap-2">
      <SwitchRow
        label={title}
        hint={t(`repair.${effect}`)}
        isOn={values.isOn}
        disabled={disabled}
        onChange={(isOn) => edit(`${effect}.isOn`, title, effectPatch(effect, { ...values, isOn }))}
      />
      {values.isOn && (
        <EffectSliders
          effect={effect}
          values={values}
          disabled={disabled}
          onChange={(next, field, isFinal) =>
            edit(
              `${effect}.${field}`,
              `${title}: ${labelOf(effect, field)}`,
              effectPatch(effect, next),
              isFinal,
            )
          }
        />
      )}
    </div>
  );
}
