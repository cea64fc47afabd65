import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDay } from '../../../lib/dates.ts';
import { formatFigure } from '../../../lib/figures.ts';
import { formatUsdCents } from '../../../lib/money.ts';
import { BarChart } from '../../../ui/BarChart.tsx';
import { Card, CardHeader } from '../../../ui/Card.tsx';
import { bucketsOf, type Bucket } from './buckets.ts';
import type { BusinessDay } from './overviewApi.ts';

interface DayChartProps {
  name: 'signUps' | 'newCustomers' | 'keptUsd';
  days: readonly BusinessDay[];
}

/** One of the figures, day by day or week by week. */
export function DayChart({ name, days }: DayChartProps) {
  const { t } = useTranslation('adminOverview');
  const buckets = bucketsOf(days);
  const [first, last] = [buckets[0], buckets.at(-1)];
  const format = name === 'keptUsd' ? formatUsdCents : (value: number) => formatFigure(value);
  const total = buckets.reduce((sum, bucket) => sum + bucket[name], 0);
  const most = Math.max(...buckets.map((bucket) => bucket[name]));
  const when = ({ from, to }: Bucket) =>
    from === to ? dayText(from) : t('charts.span', { from: dayText(from), to: dayText(to) });
  const peak = buckets.find((bucket) => bucket[name] === most);
  return (
    <Card className="flex flex-col">
      <CardHeader
        title={t(`charts.${name}`)}
        actions={<span className="text-body font-semibold tabular-nums">{format(total)}</span>}
      />
      {first && last && peak && total > 0 ? (
        <BarChart
          bars={buckets.map((bucket) => ({
            value: Math.max(0, bucket[name]),
            title: t('charts.bar', { when: when(bucket), value: format(bucket[name]) }),
          }))}
          axisLabels={[dayText(first.from), dayText(last.to)]}
          summary={t('charts.summary', {
            name: t(`charts.${name}`),
            from: dayText(first.from),
            to: dayText(last.to),
            total: format(total),
            most: format(most),
            when: when(peak),
          })}
        />
      ) : (
        <p className="py-8 text-center text-sm text-t3">{t('charts.none')}</p>
      )}
      <p className="mt-auto pt-3 text-xs text-t3">{t(`charts.hint.${name}`)}</p>
    </Card>
  );
}

/** "Nov 22": a day of UTC is that day everywhere. */
function dayText(day: string): string {
  return formatDay(Date.parse(`${day}T00:00:00Z`), { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
