import { useTranslation } from '../../lib/useTranslation.ts';
import type { Listening } from '../../../src-shared/domain/liveChain.ts';

const CHOICES = ['raw', 'clean', 'off'] as const satisfies readonly Listening[];

interface HearingSwitchProps {
  hearing: Listening;
  isRunning: boolean;
  onChange: (hearing: Listening) => void;
}

/** Before, after or nothing: radio buttons that look like one switch. */
export function HearingSwitch({ hearing, isRunning, onChange }: HearingSwitchProps) {
  const { t } = useTranslation('site');
  return (
    <fieldset disabled={!isRunning} className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <legend className="float-left text-sm text-t2">{t('demo.hear.label')}</legend>
      <div className="inline-flex rounded-xl border border-line2 bg-inset p-1">
        {CHOICES.map((choice) => (
          <label
            key={choice}
            className="relative flex min-h-11 cursor-pointer items-center rounded-lg px-4 text-sm text-t2 hover:text-t1 has-checked:bg-panel has-checked:font-medium has-checked:text-t1 has-checked:shadow-segment has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-default has-disabled:text-t3 dark:has-checked:bg-raise"
          >
            <input
              type="radio"
              name="demo-hearing"
              value={choice}
              checked={choice === hearing}
              onChange={() => onChange(choice)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none disabled:cursor-default"
            />
            {t(`demo.hear.${choice}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
