import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { STUDIO_MODEL_ID, type DenoiseEngine } from '../../../src-shared/domain/denoise.ts';
import { describeCleaningExcess } from '../../../src-shared/domain/planLimits.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { selectRecordingLimits } from '../licence/index.ts';
import { MissingModel } from '../models/index.ts';
import { DenoiseSliders } from './DenoiseSliders.tsx';

interface DenoiseValues<E extends DenoiseEngine> {
  engine: E;
  sensitivity: number;
  reduction: number;
}

interface DenoiseFieldsProps<E extends DenoiseEngine> {
  denoise: DenoiseValues<E>;
  engines: readonly E[];
  disabled: boolean;
  /** A model that is not installed is replaced; else nothing is cleaned. */
  hasStandIn?: boolean;
  onChange: (denoise: DenoiseValues<E>, key: keyof DenoiseValues<E>, isFinal: boolean) => void;
}

/** Which model takes the noise out, and how much of it. */
export function DenoiseFields<E extends DenoiseEngine>(props: DenoiseFieldsProps<E>) {
  const { denoise, engines, disabled, hasStandIn = false, onChange } = props;
  const { t } = useTranslation('enhancement');
  const limits = useSelector(selectRecordingLimits);
  const isInPlan = (engine: DenoiseEngine) => describeCleaningExcess(limits, [engine]) === null;
  const nameOf = (engine: DenoiseEngine) => t(`noise.engines.${engine}`);
  const hintOf = (engine: DenoiseEngine) => t(`noise.engineHints.${engine}`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      {engines.length > 1 && (
        <div className="grid justify-items-start gap-1.5">
          <div className="max-w-full overflow-x-auto">
            <SegmentedControl
              label={t('noise.engine')}
              segments={engines.map((value) => ({
                value,
                label: nameOf(value),
                disabled: !isInPlan(value),
              }))}
              value={denoise.engine}
              onChange={(engine) => !disabled && onChange({ ...denoise, engine }, 'engine', true)}
            />
          </div>
          <p className="text-xs text-t3">{hintOf(denoise.engine)}</p>
          {denoise.engine === 'studio' && (
            <MissingModel id={STUDIO_MODEL_ID} until={hasStandIn ? t('noise.standIn') : null} />
          )}
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
