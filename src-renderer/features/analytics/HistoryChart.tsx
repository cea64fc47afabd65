import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import type { AnsweredPeriod } from './analyticsSlice.ts';
import { chartScale } from './chartScale.ts';
import { formatMetric, type Metric } from './metrics.ts';
import { bucketLabel, shortLabel } from './period.ts';

/** An amount that is there is seen, however small beside the others. */
const SMALLEST_PERCENT = 1.5;

/** Bars on a scale of round figures; what was not measured has no bar, which is something else than nothing. */
export function HistoryChart({ answered, metric }: { answered: AnsweredPeriod; metric: Metric }) {
  const { t } = useTranslation('analytics');
  const { range, period } = answered;
  const values = period.buckets.map((bucket) => bucket[metric]);
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const ticks = chartScale(metric, highest);
  const top = ticks.at(-1) ?? 1;
  const peak = period.buckets[values.indexOf(highest)];
  const words = {
    metric: t(`history.${metric}`),
    by: t(`by.${range.by}`).toLowerCase(),
    from: range.from,
    to: range.to,
  };
  const summary =
    highest > 0 && peak
      ? t('history.summary', {
          ...words,
          highest: formatMetric(metric, highest),
          when: bucketLabel(peak.startMs, range.by),
        })
      : t('history.summaryEmpty', words);
  return (
    <figure className="mt-auto">
      <div role="img" aria-label={summary} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div className="relative h-52 w-11 text-right text-2xs text-t3 tabular-nums">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2 whitespace-nowrap"
              style={{ bottom: `${(tick / top) * 100}%` }}
            >
              {tick === 0 ? '0' : formatMetric(metric, tick)}
            </span>
          ))}
        </div>
        <div className="relative h-52">
          {ticks.map((tick) => (
            <div
              key={tick}
              className={classNames(
                'absolute inset-x-0 border-t',
                tick === 0 ? 'border-line2' : 'border-line',
              )}
              style={{ bottom: `${(tick / top) * 100}%` }}
            />
          ))}
          <div className="absolute inset-0 flex items-end gap-[max(2px,0.6%)] px-[0.5%]">
            {period.buckets.map((bucket, index) => {
              const value = values[index] ?? null;
              const text = value === null ? t('history.unknown') : formatMetric(metric, value);
              return (
                <div
                  key={bucket.startMs}
                  title={t('history.bar', { when: bucketLabel(bucket.startMs, range.by), value: text })}
                  className="group flex h-full min-w-0 grow basis-0 items-end"
                >
                  {value !== null && value > 0 && (
                    <div
                      className="w-full rounded-t-[3px] bg-accent transition-opacity group-hover:opacity-75"
                      style={{ height: `${Math.max(SMALLEST_PERCENT, (value / top) * 100)}%` }}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="mt-2.5 ml-14 flex justify-between text-2xs text-t3 tabular-nums">
        {axisOf(period.buckets.map(({ startMs }) => startMs)).map((startMs) => (
          <span key={startMs}>{shortLabel(startMs, range.by)}</span>
        ))}
      </div>
    </figure>
  );
}

/** The first, the last and what lies halfway: more would not fit a small screen. */
function axisOf(starts: readonly number[]): number[] {
  const middle = starts[Math.floor((starts.length - 1) / 2)];
  return [...new Set([starts[0], middle, starts.at(-1)])].filter((start) => start !== undefined);
}
