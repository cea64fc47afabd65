import { useTranslation } from '../../lib/useTranslation.ts';
import {
  BILLING_CYCLES,
  type BillingCycle,
  YEARLY_SAVING_LABEL_PERCENT,
} from '../../../src-shared/domain/plans.ts';

interface CycleSwitchProps {
  cycle: BillingCycle;
  onChange: (cycle: BillingCycle) => void;
}

/** Monthly or yearly: two radio buttons that look like one switch. */
export function CycleSwitch({ cycle, onChange }: CycleSwitchProps) {
  const { t } = useTranslation('pricing');
  return (
    <fieldset className="inline-flex rounded-xl border border-line2 bg-inset p-1">
      <legend className="sr-only">{t('cycle.label')}</legend>
      {BILLING_CYCLES.map((choice) => (
        <label
          key={choice}
          className="relative flex cursor-pointer items-center gap-2 rounded-lg px-4 py-2 text-sm text-t2 hover:text-t1 has-checked:bg-panel has-checked:font-medium has-checked:text-t1 has-checked:shadow-segment has-focus-visible:outline-2 has-focus-visible:outline-accent dark:has-checked:bg-raise"
        >
          <input
            type="radio"
            name="billing-cycle"
            value={choice}
            checked={choice === cycle}
            onChange={() => onChange(choice)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {t(`cycle.${choice}`)}
          {choice === 'yearly' && (
            <span className="rounded-full bg-accbg px-2 py-0.5 text-xs font-medium text-accent">
              {t('cycle.save', { percent: YEARLY_SAVING_LABEL_PERCENT })}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
