import './texts.ts';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { BILLING_CYCLES, PLAN_IDS } from '../../../src-shared/domain/plans.ts';
import { useDocumentTitle } from '../../lib/useDocumentTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState, OfflineState, UnsupportedState } from '../../ui/StateMessage.tsx';
import { selectSession } from '../auth/index.ts';
import {
  useReadBilledWorkspacesQuery,
  useReadBillingQuery,
  type BillingSummary,
  type Workspace,
} from './billingApi.ts';
import { ChangeDialog, type PlanChange } from './ChangeDialog.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { PaymentNotices } from './PaymentNotices.tsx';
import { PlanCards } from './PlanCards.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import { useReturnFromPayPal } from './useReturnFromPayPal.ts';

/** A server that is away is looked for so often. */
const LOOK_EVERY_MS = 5000;

/** Document 3, section 2.3: what one has subscribed to, what it costs, and the way to something else. */
export default function BillingScreen() {
  const { t } = useTranslation('billing');
  const session = useSelector(selectSession);
  useDocumentTitle(t('title'));
  const data = session.status === 'ready' ? session.data : null;
  if (data?.kind === 'signedIn') return <Workspaces userId={data.userId} />;
  return (
    <Page title={t('title')} subtitle={t('subtitle')} width="medium">
      <Card>
        <UnsupportedState title={t('local.title')} message={t('local.message')} />
      </Card>
    </Page>
  );
}

function Workspaces({ userId }: { userId: string }) {
  const { t } = useTranslation('billing');
  const found = useReadBilledWorkspacesQuery(userId, { refetchOnMountOrArgChange: true });
  const back = useReturnFromPayPal();
  const [search] = useSearchParams();
  const [named] = useState(() => search.get('workspace'));
  const [chosen, setChosen] = useState<string | null>(null);
  const workspaces = found.data ?? [];
  const wanted = chosen ?? back.organizationId ?? named;
  const workspace = workspaces.find(({ id }) => id === wanted) ?? workspaces[0];
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      width="medium"
      align="end"
      actions={
        workspaces.length > 1 &&
        workspace && <WorkspaceSelect workspaces={workspaces} chosen={workspace.id} onChoose={setChosen} />
      }
    >
      {found.error !== undefined && <Failed error={found.error} onRetry={found.refetch} />}
      {found.data === undefined && found.error === undefined && <Waiting />}
      {found.data?.length === 0 && (
        <Card>
          <EmptyState title={t('none.title')} message={t('none.message')} />
        </Card>
      )}
      {workspace && <Bills key={workspace.id} organizationId={workspace.id} back={back} />}
    </Page>
  );
}

function WorkspaceSelect(props: { workspaces: Workspace[]; chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation('billing');
  return (
    <Select
      label={t('workspace')}
      value={props.chosen}
      onChange={props.onChoose}
      className="sm:w-56"
      options={props.workspaces.map(({ id, name, isPersonal }) => ({
        value: id,
        label: isPersonal ? t('personal') : name,
      }))}
    />
  );
}

interface BillsProps {
  organizationId: string;
  back: ReturnType<typeof useReturnFromPayPal>;
}

function Bills({ organizationId, back }: BillsProps) {
  const billing = useReadBillingQuery(organizationId, { refetchOnMountOrArgChange: true });
  const [change, setPlanChange] = usePlanChange();
  const { data, error } = billing;
  if (data === undefined) {
    return error === undefined ? <Waiting /> : <Failed error={error} onRetry={billing.refetch} />;
  }
  return (
    <>
      <PaymentNotices summary={data} back={back} />
      <SummaryCard
        summary={data}
        organizationId={organizationId}
        onChangeSeats={() => setPlanChange(seatsOf(data))}
      />
      <LimitsCard organizationId={organizationId} />
      <PlanCards summary={data} onChoose={setPlanChange} />
      <HistoryCard organizationId={organizationId} totals={data.totals} />
      <DetailsCard organizationId={organizationId} />
      {change && (
        <ChangeDialog
          organizationId={organizationId}
          summary={data}
          change={change}
          onClose={() => setPlanChange(null)}
        />
      )}
    </>
  );
}

/** The same plan with other seats. */
function seatsOf({ planId, cycle, seats, next }: BillingSummary): PlanChange | null {
  if (planId === 'free' || cycle === null) return null;
  return { kind: 'seats', ...(next ?? { planId, cycle, seats }) };
}

/** What is about to be subscribed to: at first what the address names, as the pricing page links here. */
function usePlanChange() {
  const [search, setSearch] = useSearchParams();
  const [planned, setPlanned] = useState<PlanChange | null>(() => {
    const planId = search.get('plan');
    if (planId === null) return null;
    const cycle = BILLING_CYCLES.find((one) => one === search.get('cycle')) ?? 'monthly';
    return { kind: 'plan', planId: PLAN_IDS.find((one) => one === planId) ?? null, cycle, seats: null };
  });
  const change = (next: PlanChange | null) => {
    if (search.has('plan')) setSearch({}, { replace: true });
    setPlanned(next);
  };
  return [planned, change] as const;
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation(['billing', 'common']);
  const { code, message } = error as Partial<RpcFailure>;
  const isAway = code === 'SERVER_UNREACHABLE';
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => void onRetry(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAway, onRetry]);
  const retry = <Button onClick={() => void onRetry()}>{t('common:retry')}</Button>;
  return (
    <Card>
      {isAway ? (
        <OfflineState
          title={t('billing:offline.title')}
          message={t('billing:offline.message')}
          action={retry}
        />
      ) : (
        <ErrorState title={t('billing:failed')} message={message} action={retry} />
      )}
    </Card>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-44 rounded-xl" />
      <Skeleton className="h-80 rounded-xl" />
      <Skeleton className="h-48 rounded-xl" />
    </>
  );
}
