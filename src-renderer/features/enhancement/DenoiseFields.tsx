import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { DenoiseEngine } from '../../../src-shared/domain/denoise.ts';
import { describeCleaningExcess } from '../../../src-shared/domain/planLimits.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { selectRecordingLimits } from '../licence/index.ts';
import { DenoiseSliders } from './DenoiseSliders.tsx';

interface DenoiseValues {
  engine: DenoiseEngine;
  sensitivity: number;
  reduction: number;
}

interface DenoiseFieldsProps {
  denoise: DenoiseValues;
  engines: readonly DenoiseEngine[];
  disabled: boolean;
  onChange: (denoise: DenoiseValues, key: keyof DenoiseValues, isFinal: boolean) => void;
}

/** Which model takes the noise out, and how much of it. */
export function DenoiseFields({ denoise, engines, disabled, onChange }: DenoiseFieldsProps) {
  const { t } = useTranslation('enhancement');
  const limits = useSelector(selectRecordingLimits);
  const isInPlan = (engine: DenoiseEngine) => describeCleaningExcess(limits, [engine]) === null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      {engines.length > 1 && (
        <div className="grid justify-items-start gap-1.5">
          <SegmentedControl
            label={t('noise.engine')}
            segments={engines.map((value) => ({
              value,
              label: t(`noise.engines.${value}`),
              disabled: !isInPlan(value),
            }))}
            value={denoise.engine}
            onChange={(engine) => !disabled && onChange({ ...denoise, engine }, 'engine', true)}
          />
          <p className="text-xs text-t3">{t(`noise.engineHints.${denoise.engine}`)}</p>
          {!engines.every(isInPlan) && <p className="text-xs text-t2">{t('noise.advancedPlan')}</p>}
        </div>
      )}
      <DenoiseSliders
        denoise={denoise}
        disabled={disabled}
        onChange={(key, value, isFinal) => onChange({ ...denoise, [key]: value }, key, isFinal)}
      />
    </div>
  );
}
