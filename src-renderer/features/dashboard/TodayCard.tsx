import { ArrowRight } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { Today } from '../../../src-shared/contract/journal.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { formatDuration, formatFigure } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stat } from '../../ui/Stat.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { selectActivePreset } from '../engine/index.ts';
import { CardLink } from './CardLink.tsx';
import { readToday, selectToday } from './todaySlice.ts';
import { twoDigits } from '../../../src-shared/domain/time.ts';

const AXIS = ['00', '06', '12', '18', '24'];

/** What was really done today. */
export function TodayCard({ className }: { className?: string }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const dispatch = useAppDispatch();
  const today = useSelector(selectToday);
  return (
    <Card className={className} aria-labelledby="today-title">
      <CardHeader
        id="today-title"
        title={t('dashboard:today.title')}
        actions={<CardLink to={ROUTES.analytics} label={t('dashboard:today.all')} icon={ArrowRight} />}
      />
      {today.status === 'loading' && <TodaySkeleton />}
      {today.status === 'failed' && (
        <ErrorState
          title={t('dashboard:today.failed')}
          message={today.error.message}
          action={
            <Button size="sm" onClick={() => void dispatch(readToday())}>
              {t('common:retry')}
            </Button>
          }
        />
      )}
      {today.status === 'ready' && <TodayFigures today={today.data} />}
    </Card>
  );
}

function TodayFigures({ today }: { today: Today }) {
  const { t } = useTranslation('dashboard');
  const preset = useSelector(selectActivePreset);
  return (
    <div className="grid gap-5">
      <dl className="flex flex-wrap gap-x-11 gap-y-4">
        <Stat value={formatFigure(today.sessions)} label={t('today.sessions', { count: today.sessions })} />
        <Stat value={formatDuration(today.cleanedSec)} label={t('today.cleaned')} />
        <Stat value={preset?.name ?? t('today.none')} label={t('today.activePreset')} />
      </dl>
      {today.sessions === 0 ? (
        <EmptyState className="!py-3" title={t('today.empty')} message={t('today.emptyMessage')} />
      ) : (
        <HoursChart today={today} />
      )}
    </div>
  );
}

function HoursChart({ today }: { today: Today }) {
  const { t } = useTranslation('dashboard');
  return (
    <BarChart
      axisLabels={AXIS}
      summary={t('today.summary', { duration: formatDuration(today.cleanedSec), count: today.sessions })}
      bars={today.cleanedSecByHour.map((seconds, hour) => ({
        value: seconds,
        title: t('today.hour', {
          from: twoDigits(hour),
          to: twoDigits(hour + 1),
          duration: formatDuration(seconds),
        }),
      }))}
    />
  );
}

function TodaySkeleton() {
  return (
    <div className="grid gap-5">
      <div className="flex gap-11">
        <Skeleton className="h-10 w-20" />
        <Skeleton className="h-10 w-20" />
        <Skeleton className="h-10 w-32" />
      </div>
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
