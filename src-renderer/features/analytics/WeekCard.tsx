import { useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatDuration } from '../../lib/figures.ts';
import { classNames } from '../../lib/classNames.ts';
import { Card, CardHeader } from '../../ui/Card.tsx';
import type { AnsweredPeriod } from './analyticsSlice.ts';
import { isoDay, weekdayOf } from './period.ts';

/** Monday to Sunday: how long was cleaned each day. */
export function WeekCard({ answered: { period } }: { answered: AnsweredPeriod }) {
  const { t } = useTranslation('analytics');
  const longestSec = Math.max(...period.buckets.map(({ cleanedSec }) => cleanedSec), 1);
  const [today] = useState(() => isoDay(new Date()));
  return (
    <Card aria-labelledby="week-title" className="flex flex-col">
      <CardHeader id="week-title" title={t('week.title')} />
      <ul className="grid grow content-between gap-3.5">
        {period.buckets.map(({ startMs, cleanedSec, sessions }) => {
          const isToday = isoDay(new Date(startMs)) === today;
          return (
            <li key={startMs} className="grid gap-1.5">
              <div className="flex items-baseline justify-between gap-3">
                <span className={classNames('text-xs', isToday ? 'font-semibold text-t1' : 'text-t2')}>
                  {weekdayOf(startMs)}
                  {isToday && <span className="font-normal text-t3"> · {t('week.today')}</span>}
                </span>
                <span className="text-xs text-t1 tabular-nums">
                  {cleanedSec > 0 ? (
                    t('week.row', {
                      duration: formatDuration(cleanedSec),
                      sessions: t('week.sessions', { count: sessions }),
                    })
                  ) : (
                    <span className="text-t3">{t('week.nothing')}</span>
                  )}
                </span>
              </div>
              <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-track">
                {cleanedSec > 0 && (
                  <div
                    className="h-full rounded-full bg-accent"
                    style={{ width: `${Math.max(2, (cleanedSec / longestSec) * 100)}%` }}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
