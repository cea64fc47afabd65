import { useTranslation } from '../../lib/useTranslation.ts';
import type { Cleaned } from '../../../src-shared/contract/clean.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Unknown } from '../../ui/Unknown.tsx';

/** What was measured of a result. */
export function CleanFigures({ result }: { result: Cleaned }) {
  const { t } = useTranslation('enhancement');
  const figures: [label: string, value: number | null, unit: string][] = [
    [t('file.loudnessBefore'), result.integratedLufsBefore, 'LUFS'],
    [t('file.loudnessAfter'), result.integratedLufsAfter, 'LUFS'],
    [t('file.truePeak'), result.truePeakDbAfter, 'dBTP'],
    [t('file.reduction'), result.meanReductionDb, 'dB'],
    [t('file.speed'), result.realTimeFactor, '×'],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-5">
      {figures.map(([label, value, unit]) => (
        <div key={label}>
          <dt className="text-xs text-t3">{label}</dt>
          <dd className="font-medium text-t1 tabular-nums">
            {value === null ? <Unknown reason={t('file.whyUnknown')} /> : `${formatFigure(value, 1)} ${unit}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
