import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatDuration, formatFigure } from '../../lib/figures.ts';
import { Card } from '../../ui/Card.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import type { AnsweredPeriod } from './analyticsSlice.ts';

/** The four figures of the period. */
export function StatCards({ answered: { range, period } }: { answered: AnsweredPeriod }) {
  const { t } = useTranslation('analytics');
  const { sessions, cleanedSec, meanReductionDb, recordings, recordedSec } = period.totals;
  const when = t(`period.${range.by}`);
  return (
    <section aria-label={when} className="grid grid-cols-2 gap-3.5 xl:grid-cols-4">
      <StatCard label={t('cards.sessions')} value={formatFigure(sessions)} note={when} />
      <StatCard
        label={t('cards.cleaned')}
        value={formatDuration(cleanedSec)}
        note={
          sessions > 0
            ? t('cards.cleanedNote', { average: formatDuration(cleanedSec / sessions) })
            : t('cards.none')
        }
      />
      <StatCard
        label={t('cards.reduction')}
        value={
          meanReductionDb === null ? (
            <Unknown reason={t('cards.reductionUnknown')} />
          ) : (
            <>
              {formatFigure(meanReductionDb, 1)}
              <span className="ml-1 text-xs font-normal tracking-normal text-t2">dB</span>
            </>
          )
        }
        note={t('cards.reductionNote')}
      />
      <StatCard
        label={t('cards.recordings')}
        value={formatFigure(recordings)}
        note={
          recordedSec > 0
            ? t('cards.recordingsNote', { duration: formatDuration(recordedSec) })
            : t('cards.none')
        }
      />
    </section>
  );
}

function StatCard({ label, value, note }: { label: string; value: ReactNode; note: string }) {
  return (
    <Card className="flex min-h-28 flex-col" aria-label={label}>
      <h2 className="text-xs text-t2">{label}</h2>
      <p className="mt-0.5 text-figure-sm leading-9 whitespace-nowrap sm:text-figure font-semibold tracking-tight tabular-nums">
        {value}
      </p>
      <p className="mt-auto pt-2 text-xs text-t3">{note}</p>
    </Card>
  );
}
