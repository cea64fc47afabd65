import './texts.ts';
import { useState } from 'react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { useDocumentTitle } from '../../../lib/useDocumentTitle.ts';
import { Page } from '../../../ui/Page.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ListFailure } from '../../../ui/list/index.ts';
import { AdminOnly } from '../AdminOnly.tsx';
import { TaxCard } from '../taxes/TaxCard.tsx';
import { DayChart } from './DayChart.tsx';
import { FigureCards } from './FigureCards.tsx';
import { Health } from './Health.tsx';
import { LicenceStates } from './LicenceStates.tsx';
import { useReadBusinessQuery } from './overviewApi.ts';

/** Sign-ups, trials, conversions, revenue, churn, licences and health, for super admins. */
export default function OverviewScreen() {
  const { t } = useTranslation('adminOverview');
  useDocumentTitle(t('title'));
  return (
    <AdminOnly title={t('title')} refusal={t('refused')}>
      <Overview />
    </AdminOnly>
  );
}

const PERIODS = ['30', '90', '365'] as const;
type Period = (typeof PERIODS)[number];

function Overview() {
  const { t } = useTranslation('adminOverview');
  const [period, setPeriod] = useState<Period>('30');
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      width="medium"
      align="end"
      actions={
        <SegmentedControl
          label={t('period')}
          value={period}
          onChange={setPeriod}
          segments={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        />
      }
    >
      <Figures days={Number(period)} />
      <TaxCard />
    </Page>
  );
}

function Figures({ days }: { days: number }) {
  const { data, currentData, error, refetch } = useReadBusinessQuery(days, {
    refetchOnMountOrArgChange: true,
  });
  if (error !== undefined) return <ListFailure error={error} onRetry={() => void refetch()} />;
  // Another period: what is there stays until its figures are here.
  const shown = currentData ?? data;
  if (shown === undefined) return <Skeleton className="h-96 rounded-xl" />;
  return (
    <>
      <FigureCards business={shown} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:grid-cols-3">
        <DayChart name="signUps" days={shown.days} />
        <DayChart name="newCustomers" days={shown.days} />
        <DayChart name="keptUsd" days={shown.days} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2">
        <LicenceStates licences={shown.licences} />
        <Health services={shown.services} />
      </div>
    </>
  );
}
