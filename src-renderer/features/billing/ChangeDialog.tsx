import { Minus, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { BILLING_CYCLES, type BillingCycle, type PlanId } from '../../../src-shared/domain/plans.ts';
import { formatDate } from '../../lib/dates.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Input } from '../../ui/Input.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { useReadQuoteQuery, type BillingSummary, type Quote, type Terms } from './billingApi.ts';
import { formatUsd } from '../../lib/money.ts';
import { isSignedOut, SignInRequired, SubscribePanel } from './SubscribePanel.tsx';

/** What somebody is about to subscribe to. */
export interface PlanChange {
  kind: 'plan' | 'downgrade' | 'cycle' | 'seats';
  /** null: the address named a plan that there is not. */
  planId: PlanId | null;
  cycle: BillingCycle;
  /** null: as many as are taken. */
  seats: number | null;
}

interface ChangeDialogProps {
  organizationId: string;
  summary: BillingSummary;
  change: PlanChange;
  onClose: () => void;
}

const MOST_SEATS = 1000;

/** Seats and cycle of a plan, what that costs today, and the way to PayPal. */
export function ChangeDialog({ organizationId, summary, change, onClose }: ChangeDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={useTitle(change, summary)}
      closeLabel={t('common:close')}
      className="max-w-lg"
    >
      {change.planId === null ? (
        <ErrorState title={t('billing:panel.invalidTitle')} message={t('billing:panel.invalid')} />
      ) : (
        <ChangeForm
          organizationId={organizationId}
          summary={summary}
          change={{ ...change, planId: change.planId }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function useTitle({ kind, planId }: PlanChange, { cycle }: BillingSummary): string {
  const { t } = useTranslation('billing');
  const plan = planId === null ? '' : t(`plans.${planId}`);
  if (kind === 'seats') return t('change.seatsTitle');
  if (kind === 'cycle') return t('change.switchTitle');
  if (kind === 'downgrade') return t('change.downgradeTitle', { plan });
  if (planId !== null && cycle === null) return t('change.subscribeTitle', { plan });
  return t('change.title');
}

interface ChangeFormProps extends ChangeDialogProps {
  change: PlanChange & { planId: PlanId };
}

function ChangeForm({ organizationId, summary, change, onClose }: ChangeFormProps) {
  const { t } = useTranslation('billing');
  const [cycle, setCycle] = useState(change.cycle);
  const [seatsText, setSeatsText] = useState(String(change.seats ?? Math.max(1, summary.seatsTaken)));
  const seats = /^\d{1,4}$/.test(seatsText.trim()) ? Number(seatsText) : 0;
  const areSeatsGood = seats >= 1 && seats <= MOST_SEATS;
  const terms: Terms = { organizationId, planId: change.planId, cycle, seats };
  const quote = useReadQuoteQuery(terms, { skip: !areSeatsGood, refetchOnMountOrArgChange: true });
  const cost = quote.isFetching || !areSeatsGood ? undefined : quote.currentData;
  if (isSignedOut(quote.error as Partial<RpcFailure> | undefined)) return <SignInRequired />;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-lg font-semibold">{t(`plans.${change.planId}`)}</p>
        <SegmentedControl
          label={t('cycleLabel')}
          value={cycle}
          onChange={setCycle}
          segments={BILLING_CYCLES.map((value) => ({ value, label: t(`cycles.${value}`) }))}
        />
      </div>
      <Field
        label={t('change.seats')}
        hint={t('change.seatsHint', { count: summary.seatsTaken })}
        error={areSeatsGood ? undefined : t('change.seatsWrong')}
      >
        {(input) => (
          <div className="flex gap-2">
            <Input
              {...input}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-28 tabular-nums"
              value={seatsText}
              onChange={(event) => setSeatsText(event.target.value)}
            />
            <IconButton
              label={t('change.fewer')}
              icon={<Minus aria-hidden="true" />}
              disabled={seats <= 1}
              onClick={() => setSeatsText(String(seats - 1))}
            />
            <IconButton
              label={t('change.more')}
              icon={<Plus aria-hidden="true" />}
              disabled={seats >= MOST_SEATS}
              onClick={() => setSeatsText(String(seats + 1))}
            />
          </div>
        )}
      </Field>
      <Cost quote={{ ...quote, data: cost }} cycle={cycle} />
      {areSeatsGood && quote.error === undefined && (
        <SubscribePanel
          key={`${cycle} ${seats}`}
          terms={terms}
          isReady={cost !== undefined}
          isFreeToday={cost?.todayUsd === 0}
          onDone={onClose}
        />
      )}
    </div>
  );
}

interface CostProps {
  quote: { data: Quote | undefined; error?: unknown; isFetching: boolean };
  cycle: BillingCycle;
}

/** The server's own reckoning. */
function Cost({ quote: { data, error, isFetching }, cycle }: CostProps) {
  const { t } = useTranslation('billing');
  if (error !== undefined && !isFetching)
    return <MessageBox tone="error">{(error as Partial<RpcFailure>).message}</MessageBox>;
  return (
    <div aria-live="polite" className="grid gap-3 rounded-xl border border-line2 bg-inset p-4">
      {!data && <span className="sr-only">{t('change.loading')}</span>}
      <dl className="grid gap-2">
        <Line name={t('change.today')} isLarge>
          {data ? formatUsd(data.todayUsd) : <Skeleton className="h-7 w-20" />}
        </Line>
        <Line name={t('change.then')}>
          {data ? <Regular quote={data} cycle={cycle} /> : <Skeleton className="h-5 w-36" />}
        </Line>
      </dl>
      <p className="min-h-9 text-xs text-t2">{data && <Beginning quote={data} />}</p>
    </div>
  );
}

/** What is charged again and again, and from when. */
function Regular({ quote, cycle }: { quote: Quote; cycle: BillingCycle }) {
  const { t } = useTranslation('billing');
  const amount = formatUsd(quote.regularUsd);
  const isYearly = cycle === 'yearly';
  if (quote.startsAt === null) return t(isYearly ? 'change.thenNowYearly' : 'change.thenNow', { amount });
  const date = formatDate(Date.parse(quote.startsAt));
  return t(isYearly ? 'change.thenOnYearly' : 'change.thenOn', { amount, date });
}

function Beginning({ quote: { begins, startsAt } }: { quote: Quote }) {
  const { t } = useTranslation('billing');
  if (startsAt === null) return t('change.beginsFirst');
  if (begins === 'now') return t('change.beginsNow');
  return t('change.beginsLater', { date: formatDate(Date.parse(startsAt)) });
}

function Line({ name, isLarge = false, children }: { name: string; isLarge?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-t2">{name}</dt>
      <dd
        className={isLarge ? 'text-2xl font-semibold tracking-tight tabular-nums' : 'text-right tabular-nums'}
      >
        {children}
      </dd>
    </div>
  );
}
