import { useMemo } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { reductionOf, type MeteredEffect } from '../../../src-shared/domain/stripEffects.ts';
import { formatFigure } from '../../lib/figures.ts';
import {
  ReductionMeter,
  reductionSource,
  useLevelText,
  useLiveFeeds,
  useUnmeasuredReason,
} from '../engine/index.ts';

/** How much an effect of the live chain takes away now. */
export function GainReduction({ effect, isOn }: { effect: MeteredEffect; isOn: boolean }) {
  const { t } = useTranslation(['enhancement', 'effects']);
  const { levels } = useLiveFeeds();
  const source = useMemo(
    () =>
      reductionSource(levels.subscribe, () => {
        const now = levels.read();
        return now && reductionOf(now, effect);
      }),
    [levels, effect],
  );
  const text = useLevelText((now) => (now ? formatFigure(reductionOf(now, effect), 1) : null));
  const unmeasured = useUnmeasuredReason();
  const whyNotYet = isOn ? t('enhancement:whyNotYet') : t('effects:reduction.whyOff');
  return (
    <ReductionMeter
      effect={effect}
      source={source}
      text={unmeasured === null ? text : null}
      isOn={isOn}
      whyUnknown={unmeasured ?? whyNotYet}
    />
  );
}
