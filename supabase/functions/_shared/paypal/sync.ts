/** PayPal is asked what a subscription has come to, and the books take its answer. Nobody else's word is booked. */
import { z } from 'zod';
import { callProcedure, type FunctionEnvironment } from '../environment.ts';
import type { PayPalClient, PayPalRefund, PayPalSubscription, PayPalTransaction } from './client.ts';
import { PayPalError } from './transport.ts';

const begunSchema = z
  .object({ ticket: z.number(), organizationId: z.uuid(), openedAt: z.string() })
  .nullable();
const appliedSchema = z.object({
  status: z.string(),
  organizationId: z.uuid(),
  superseded: z.array(z.string()),
  /** Paid for a time that a later subscription was paid for as well. */
  doubles: z.array(z.object({ sale: z.string(), subscription: z.string(), amountUsd: z.number() })),
});
type Applied = z.infer<typeof appliedSchema>;

export interface Synced {
  status: string;
  organizationId: string;
  /** PayPal's ids of all sales that were seen. */
  sales: readonly string[];
}

/**
 * Reads one of our subscriptions at PayPal and books it; ends older ones of the organisation where a newer one runs, and
 * gives back what was paid twice. With a caller, only for an admin of its organisation (throws a `ProcedureError` else). Null: not one of ours.
 */
export async function syncSubscription(
  environment: FunctionEnvironment,
  client: PayPalClient,
  id: string,
  caller: string | null = null,
): Promise<Synced | null> {
  const synced = await syncOne(environment, client, id, caller);
  let latest: Applied | null = synced;
  for (const older of synced?.superseded ?? []) {
    await client.cancelSubscription(older, 'Another subscription took its place.');
    latest = (await syncOne(environment, client, older, null)) ?? latest;
  }
  for (const double of latest?.doubles ?? []) await giveBack(environment, client, double);
  return synced;
}

/** Nobody pays twice for the same time: of two payments, the one of the older subscription goes back. */
async function giveBack(
  environment: FunctionEnvironment,
  client: PayPalClient,
  { sale, subscription, amountUsd }: Applied['doubles'][number],
): Promise<void> {
  try {
    const refund = await client.refundSale(sale, amountUsd, `double-${sale}-${amountUsd.toFixed(2)}`);
    if (refund.state === 'completed') await recordRefund(environment, refund);
  } catch (error) {
    // Somebody gave it back meanwhile: its state says so, and its own event says how much.
    const issues = ['TRANSACTION_ALREADY_REFUNDED', 'TRANSACTION_REFUSED'];
    if (!(error instanceof PayPalError) || !issues.includes(error.issue)) throw error;
  }
  await syncOne(environment, client, subscription, null);
}

/** False where its sale is not in the books yet. */
export async function recordRefund(environment: FunctionEnvironment, refund: PayPalRefund): Promise<boolean> {
  const isBooked = await callProcedure(environment, 'record_refund', {
    refund: refund.id,
    sale: refund.sale_id,
    amount: refund.amount.total,
    refunded_at: refund.create_time,
    at_time: new Date(environment.nowMs()).toISOString(),
  });
  return isBooked === true;
}

async function syncOne(
  environment: FunctionEnvironment,
  client: PayPalClient,
  subscription: string,
  caller: string | null,
) {
  // The ticket comes first: whatever happened before it is in the answer.
  const begun = begunSchema.parse(
    await callProcedure(environment, 'begin_paypal_sync', { subscription, caller }),
  );
  if (!begun) return null;
  const read = await client.readSubscription(subscription);
  const isOpen = read.status === 'APPROVAL_PENDING' || read.status === 'APPROVED';
  const transactions = isOpen ? [] : await client.readTransactions(subscription, begun.openedAt);
  const applied = await callProcedure(environment, 'apply_paypal_subscription', {
    ticket: begun.ticket,
    state: stateOf(read),
    transactions: transactions.filter(isInDollars).map(bookable),
    at_time: new Date(environment.nowMs()).toISOString(),
  });
  return { ...appliedSchema.parse(applied), sales: transactions.map(({ id }) => id) };
}

function stateOf({ id, status, custom_id: customId, billing_info: billing }: PayPalSubscription) {
  return {
    id,
    status,
    customId: customId ?? null,
    failedPayments: billing?.failed_payments_count ?? 0,
    outstandingUsd: billing?.outstanding_balance?.value ?? '0',
    nextBillingAt: billing?.next_billing_time ?? null,
  };
}

/** Prices are in dollars: anything else is no payment of ours. */
const isInDollars = ({ amount_with_breakdown: { gross_amount: gross } }: PayPalTransaction) =>
  gross.currency_code === 'USD';

const bookable = ({
  id,
  status,
  time,
  amount_with_breakdown: { gross_amount: gross },
}: PayPalTransaction) => ({
  id,
  status: status.toLowerCase(),
  amountUsd: gross.value,
  paidAt: time,
});
