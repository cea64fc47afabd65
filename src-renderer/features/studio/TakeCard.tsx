import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { formatFigure } from '../../lib/figures.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { useCaptureText } from './captureFeed.tsx';
import { formatRecordedTime } from './recorderTime.ts';
import { selectProgress, selectSession, selectTake } from './studioSlice.ts';

/** The evidence of the running recording. */
export function TakeCard() {
  const { t } = useTranslation('studio');
  const take = useSelector(selectTake);
  const progress = useSelector(selectProgress);
  const session = useSelector(selectSession);
  const missed = useCaptureText((now) => now?.framesMissed ?? null);
  if (!take || !progress) return null;
  const drifts = (session?.devices ?? []).flatMap(({ driftPpm }) => driftPpm ?? []);
  const drift = drifts.length === 0 ? null : Math.max(...drifts.map(Math.abs));
  const isWhole = progress.missingFrames === 0;
  const figures = [
    [t('take.gaps'), formatFigure(progress.gaps)],
    [t('take.missingFrames'), formatFigure(progress.missingFrames)],
    [t('take.drift'), drift === null ? '—' : t('take.ppm', { value: formatFigure(drift, 1) })],
    [t('take.deadlines'), missed === null ? '—' : formatFigure(missed)],
  ] as const;
  return (
    <Card aria-labelledby="studio-take">
      <CardHeader id="studio-take" title={t('take.title')} />
      <p
        className={
          isWhole
            ? 'mb-3 flex items-center gap-2 text-xs text-grn-text'
            : 'mb-3 flex items-center gap-2 text-xs text-amb-text'
        }
      >
        {isWhole ? (
          <ShieldCheck aria-hidden="true" className="size-4 shrink-0" />
        ) : (
          <ShieldAlert aria-hidden="true" className="size-4 shrink-0" />
        )}
        {t(isWhole ? 'take.accounted' : 'take.missing')}
      </p>
      <dl className="grid gap-2 text-xs">
        {figures.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-t2">{label}</dt>
            <dd className="font-medium text-t1 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {take.markers.length > 0 && (
        <div className="mt-3 border-t border-line pt-3 text-xs">
          <h3 className="mb-1.5 font-medium text-t2">{t('take.markers')}</h3>
          <ol className="flex flex-wrap gap-1.5">
            {take.markers.map(({ atSec }, index) => (
              <li key={`${index}-${atSec}`} className="rounded bg-inset px-1.5 py-0.5 font-mono text-t2">
                {formatRecordedTime(atSec)}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}
