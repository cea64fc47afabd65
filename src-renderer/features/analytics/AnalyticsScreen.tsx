import './texts.ts';
import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { PeriodStep } from '../../../src-shared/domain/journalPeriod.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState, OfflineState } from '../../ui/StateMessage.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import {
  followJournal,
  readAnalytics,
  selectAccountFigures,
  selectView,
  selectWeek,
  type AnsweredPeriod,
} from './analyticsSlice.ts';
import { DevicesCard } from './DevicesCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { rangeOf, weekOf } from './period.ts';
import { StatCards } from './StatCards.tsx';
import { WeekCard } from './WeekCard.tsx';

/** What was done, by day, week and month, and how fast each device was. */
export default function AnalyticsScreen() {
  const { t } = useTranslation('analytics');
  const [by, setBy] = useState<PeriodStep>('day');
  useDocumentTitle(t('title'));
  return (
    <Page
      title={t('title')}
      align="end"
      subtitle={
        <>
          {t('subtitle')}
          <AccountLine />
        </>
      }
      actions={
        <SegmentedControl
          label={t('by.label')}
          value={by}
          onChange={setBy}
          segments={(['day', 'week', 'month'] as const).map((step) => ({
            value: step,
            label: t(`by.${step}`),
          }))}
        />
      }
    >
      <Content by={by} />
    </Page>
  );
}

/** What of it is in the account as well; nothing where that is not allowed. */
function AccountLine() {
  const { t } = useTranslation('analytics');
  const account = useSelector(selectAccountFigures);
  if (account === null) return null;
  return (
    <span role="status" className="mt-1 block text-xs text-t3">
      {account.kind === 'kept' && t('account.kept', { count: account.count })}
      {account.kind === 'waiting' && t('account.waiting')}
      {account.kind === 'full' && t('account.full')}
      {account.kind === 'failed' && t('account.failed', { reason: account.message })}
    </span>
  );
}

function Content({ by }: { by: PeriodStep }) {
  const { t } = useTranslation(['analytics', 'common', 'shell']);
  const isConnected = useSelector(selectIsConnected);
  const view = useSelector(selectView);
  const week = useSelector(selectWeek);
  const read = useAnalytics(by);
  if (!isConnected && view.status !== 'ready') {
    return (
      <Card>
        <OfflineState title={t('shell:connection.lost')} />
      </Card>
    );
  }
  if (view.status === 'failed') {
    return (
      <Card>
        <ErrorState
          title={t('analytics:failed')}
          message={view.error.message}
          action={
            <Button size="sm" onClick={read}>
              {t('common:retry')}
            </Button>
          }
        />
      </Card>
    );
  }
  if (view.status !== 'ready' || week.status !== 'ready') return <Loading />;
  return <Figures view={view.data} week={week.data} />;
}

/** Reads the view now, and again whenever something was done. Days change at midnight: each reading asks the clock. */
function useAnalytics(by: PeriodStep): () => void {
  const dispatch = useAppDispatch();
  const isConnected = useSelector(selectIsConnected);
  const read = useCallback(() => {
    const today = new Date();
    void dispatch(readAnalytics({ view: rangeOf(by, today), week: weekOf(today) }));
  }, [dispatch, by]);
  useEffect(() => {
    if (!isConnected) return undefined;
    read();
    return dispatch(followJournal(read));
  }, [dispatch, isConnected, read]);
  return read;
}

function Figures({ view, week }: { view: AnsweredPeriod; week: AnsweredPeriod }) {
  const { t } = useTranslation('analytics');
  const { sessions, cleanedSec, recordings } = view.period.totals;
  if (sessions === 0 && cleanedSec === 0 && recordings === 0) {
    return (
      <Card>
        <EmptyState
          className="!py-14"
          title={t('empty')}
          message={t('emptyMessage')}
          action={
            <Button asChild variant="primary">
              <Link to={ROUTES.dashboard}>{t('goHome')}</Link>
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <>
      <StatCards answered={view} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:grid-cols-[minmax(0,2fr)_minmax(19rem,1fr)]">
        <HistoryCard answered={view} />
        <WeekCard answered={week} />
      </div>
      <DevicesCard answered={view} />
    </>
  );
}

function Loading() {
  const { t } = useTranslation('analytics');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-3.5">
      <div className="grid grid-cols-2 gap-3.5 xl:grid-cols-4">
        {[0, 1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-28 w-full rounded-xl" />
        ))}
      </div>
      <div className="grid gap-3.5 lg:grid-cols-[minmax(0,2fr)_minmax(19rem,1fr)]">
        <Skeleton className="h-80 w-full rounded-xl" />
        <Skeleton className="h-80 w-full rounded-xl" />
      </div>
    </div>
  );
}
