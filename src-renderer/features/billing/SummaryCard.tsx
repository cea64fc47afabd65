import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { FREE_TIER_MINUTES_A_DAY } from '../../../src-shared/domain/licence.ts';
import { formatIsoDate } from '../../lib/dates.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showNotice } from '../../ui/notice.ts';
import { useCancelSubscriptionMutation, type BillingSummary } from './billingApi.ts';
import { formatUsd } from '../../lib/money.ts';

interface SummaryCardProps {
  summary: BillingSummary;
  organizationId: string;
  onChangeSeats: () => void;
}

const TONES = {
  trialing: 'accent',
  active: 'good',
  past_due: 'bad',
  cancelled: 'warning',
  expired: 'neutral',
} as const;

/** What counts now: the plan and its state, its price, its seats, and what comes next. */
export function SummaryCard({ summary, organizationId, onChangeSeats }: SummaryCardProps) {
  const { t } = useTranslation('billing');
  const { planId, status, seats, seatsTaken, next, failure, paidUntil } = summary;
  const isRunning = next !== null || failure !== null;
  return (
    <Card aria-labelledby="billing-current">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1.5">
          <h2 id="billing-current" className="text-body font-semibold">
            {t('current.title')}
          </h2>
          <p className="flex flex-wrap items-center gap-2.5">
            <span className="text-3xl font-semibold tracking-tight">{t(`plans.${planId}`)}</span>
            <Badge tone={TONES[status]}>{t(`current.status.${status}`)}</Badge>
          </p>
        </div>
        {isRunning && (
          <div className="flex flex-wrap gap-2">
            {next && summary.cycle !== null && (
              <Button onClick={onChangeSeats}>{t('current.changeSeats')}</Button>
            )}
            <CancelButton summary={summary} organizationId={organizationId} />
          </div>
        )}
      </div>
      <dl className="mt-5 grid gap-x-6 gap-y-4 border-t border-line pt-4 sm:grid-cols-3">
        <Fact name={t('current.price')}>
          <Price summary={summary} />
        </Fact>
        <Fact name={t('current.seats')}>{t('current.seatsUsed', { taken: seatsTaken, seats })}</Fact>
        <NextFact summary={summary} />
      </dl>
      <ComingLine summary={summary} />
      {status === 'cancelled' && paidUntil !== null && !isRunning && (
        <p className="mt-4 text-t2">
          {t('current.ended', { plan: t(`plans.${planId}`), date: formatIsoDate(paidUntil) })}
        </p>
      )}
    </Card>
  );
}

function Price({ summary: { planId, unitPriceUsd, totalUsd, seats, cycle } }: { summary: BillingSummary }) {
  const { t } = useTranslation('billing');
  if (planId === 'free') return t('current.free', { minutes: FREE_TIER_MINUTES_A_DAY });
  if (totalUsd === null || unitPriceUsd === null) return t('current.nothing');
  const amount = formatUsd(totalUsd);
  return (
    <>
      {t(cycle === 'yearly' ? 'current.perYear' : 'current.perMonth', { amount })}
      {seats > 1 && (
        <span className="block text-xs font-normal text-t2">
          {t('current.perSeat', { price: formatUsd(unitPriceUsd), count: seats })}
        </span>
      )}
    </>
  );
}

function NextFact({ summary: { next, paidUntil, trialEndsAt } }: { summary: BillingSummary }) {
  const { t } = useTranslation('billing');
  if (next) {
    const text = t('current.nextOn', { amount: formatUsd(next.amountUsd), date: formatIsoDate(next.at) });
    return <Fact name={t('current.next')}>{text}</Fact>;
  }
  if (paidUntil !== null) return <Fact name={t('current.ends')}>{formatIsoDate(paidUntil)}</Fact>;
  if (trialEndsAt !== null) return <Fact name={t('current.trialEnds')}>{formatIsoDate(trialEndsAt)}</Fact>;
  return <Fact name={t('current.next')}>{t('current.nothingDue')}</Fact>;
}

/** Other terms that begin where the paid time ends. */
function ComingLine({ summary: { next, planId, cycle, seats } }: { summary: BillingSummary }) {
  const { t } = useTranslation('billing');
  if (!next || cycle === null) return null;
  if (next.planId === planId && next.cycle === cycle && next.seats === seats) return null;
  return (
    <p className="mt-4 text-t2">
      {t('current.becomes', {
        date: formatIsoDate(next.at),
        plan: t(`plans.${next.planId}`),
        cycle: t(`cycles.${next.cycle}`).toLowerCase(),
        count: next.seats,
      })}
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-xs text-t2">{name}</dt>
      <dd className="text-sm font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function CancelButton({ summary, organizationId }: { summary: BillingSummary; organizationId: string }) {
  const { t } = useTranslation('billing');
  const [isAsking, setIsAsking] = useState(false);
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();
  const { planId, paidUntil } = summary;
  const confirm = async () => {
    const { error } = await cancel(organizationId);
    if (error)
      showNotice({ tone: 'error', title: t('cancel.failed'), message: (error as RpcFailure).message });
    else showNotice({ tone: 'success', title: t('cancel.done') });
  };
  return (
    <>
      <Button variant="ghost" isBusy={isLoading} onClick={() => setIsAsking(true)}>
        {t('current.cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('cancel.title')}
        description={
          paidUntil === null
            ? t('cancel.messageUnpaid')
            : t('cancel.message', { plan: t(`plans.${planId}`), date: formatIsoDate(paidUntil) })
        }
        confirmLabel={t('cancel.confirm')}
        cancelLabel={t('cancel.keep')}
        onConfirm={() => void confirm()}
        isDestructive
      />
    </>
  );
}
