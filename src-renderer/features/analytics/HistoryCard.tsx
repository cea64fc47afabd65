import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PeriodBucket } from '../../../src-shared/domain/journalPeriod.ts';
import { formatDuration, formatFigure } from '../../lib/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import type { AnsweredPeriod } from './analyticsSlice.ts';
import { historyCsv } from './csv.ts';
import { downloadText } from './downloadText.ts';
import { HistoryChart } from './HistoryChart.tsx';
import { formatMetric, METRICS, type Metric } from './metrics.ts';
import { bucketLabel } from './period.ts';

/** One figure over the whole period, drawn and as a table. */
export function HistoryCard({ answered }: { answered: AnsweredPeriod }) {
  const { t } = useTranslation('analytics');
  const [metric, setMetric] = useState<Metric>('cleanedSec');
  const { range, period } = answered;
  const save = () =>
    downloadText(
      `sounddesk-analytics-${range.from}-${range.to}.csv`,
      historyCsv(period, range.by),
      'text/csv',
    );
  return (
    <Card aria-labelledby="history-title" className="flex min-w-0 flex-col">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="history-title" className="text-body font-semibold text-t1">
          {t('history.title')} <span className="font-normal text-t3">· {t(`period.${range.by}`)}</span>
        </h2>
        <Button size="sm" onClick={save}>
          <Download aria-hidden="true" className="size-3.5" />
          {t('history.export')}
        </Button>
      </header>
      <div className="mb-5 max-w-full overflow-x-auto">
        <SegmentedControl
          label={t('history.metric')}
          value={metric}
          onChange={setMetric}
          segments={METRICS.map((value) => ({ value, label: t(`history.${value}`) }))}
        />
      </div>
      <HistoryChart answered={answered} metric={metric} />
      <FiguresTable buckets={period.buckets} by={range.by} />
    </Card>
  );
}

function FiguresTable({ buckets, by }: { buckets: PeriodBucket[]; by: AnsweredPeriod['range']['by'] }) {
  const { t } = useTranslation('analytics');
  const columns = ['when', 'cleaned', 'sessions', 'reduction', 'recordings'] as const;
  return (
    <details className="mt-4 border-t border-line pt-3 text-xs">
      <summary className="w-fit cursor-pointer rounded text-t2 hover:text-t1">{t('history.table')}</summary>
      <div
        role="region"
        aria-label={t('history.tableLabel')}
        tabIndex={0}
        className="mt-3 max-h-72 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-panel text-t2">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                  {t(`history.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {buckets.toReversed().map((bucket) => (
              <tr key={bucket.startMs}>
                <th scope="row" className="px-3 py-1.5 font-normal whitespace-nowrap text-t2">
                  {bucketLabel(bucket.startMs, by)}
                </th>
                <td className="px-3 py-1.5">{formatDuration(bucket.cleanedSec)}</td>
                <td className="px-3 py-1.5">{formatFigure(bucket.sessions)}</td>
                <td className="px-3 py-1.5">
                  {bucket.meanReductionDb === null
                    ? t('history.unknown')
                    : formatMetric('meanReductionDb', bucket.meanReductionDb)}
                </td>
                <td className="px-3 py-1.5">{formatFigure(bucket.recordings)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
