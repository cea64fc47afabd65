import { useTranslation } from '../../lib/useTranslation.ts';
import type { CertifiedSource } from '../../../src-shared/domain/certificateSchema.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { formatFigure } from '../../lib/figures.ts';
import { Pill } from '../../ui/Pill.tsx';

/** Cameras and screens of which a time is missing, or all. */
export function CertifiedSources({ sources }: { sources: readonly CertifiedSource[] }) {
  return sources
    .filter(({ isRecorded, gaps }) => !isRecorded || gaps.length > 0)
    .map((source) => <SourceFindings key={source.id} source={source} />);
}

function SourceFindings({ source: { name, isRecorded, gaps } }: { source: CertifiedSource }) {
  const { t } = useTranslation('studio');
  const isBad = !isRecorded || gaps.some(({ isLost, isBack }) => isLost && !isBack);
  return (
    <li className="rounded-lg bg-inset px-3.5 py-3">
      <h3 className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-t1">
        {name}
        <Pill tone={isBad ? 'bad' : 'warning'}>
          {t(isRecorded ? 'recordings.certificate.partly' : 'recordings.certificate.notRecorded')}
        </Pill>
      </h3>
      <ul className="grid gap-1.5 text-xs text-t2">
        {gaps.map(({ atSec, lengthSec, isBack }) => (
          <li key={atSec} className="flex flex-wrap justify-between gap-x-6">
            <span>
              {isBack
                ? t('recordings.certificate.gapSpan', {
                    from: formatTimer(atSec),
                    to: formatTimer(atSec + lengthSec),
                  })
                : t('recordings.certificate.gapToEnd', { from: formatTimer(atSec) })}
            </span>
            <span className="text-t1 tabular-nums">
              {t('recordings.certificate.seconds', { value: formatFigure(lengthSec, 1) })}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
