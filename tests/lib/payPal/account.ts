/** The merchant's account in the stand-in: subscriptions, their payments and refunds, and the events of all that. */
import { z } from 'zod';
import { BILLING_CYCLES, PLANS, type BillingCycle } from '../../../src-shared/domain/plans.ts';
import type { PayPalSettings } from '../../../supabase/functions/_shared/paypal/settings.ts';
import type { PayPalEvent } from './signer.ts';

export interface Sale {
  id: string;
  timeMs: number;
  amountUsd: number;
  kind: 'setup' | 'regular';
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';
  refundedUsd: number;
}

export interface StandInSubscription {
  id: string;
  planId: string;
  cycle: BillingCycle;
  unitUsd: number;
  quantity: number;
  customId: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  setupFeeUsd: number;
  startMs: number | null;
  createdMs: number;
  nextBillingMs: number | null;
  failed: number;
  outstandingUsd: number;
  /** Where PayPal leads the customer back to, when he agreed and when he did not. */
  returnUrl: string;
  cancelUrl: string;
  sales: Sale[];
}

/** What the customer's card does with the next charges. */
export type CardMood = 'pays' | 'declines' | 'pends';

export class PayPalRefusal extends Error {
  readonly status: number;
  readonly issue: string;

  constructor(status: number, name: string, issue: string) {
    super(name);
    this.status = status;
    this.issue = issue;
  }
}

const RETRY_MS = 5 * 86_400_000;
const FAILURES_ALLOWED = 3;

const money = z.object({ currency_code: z.literal('USD'), value: z.string().regex(/^\d+\.\d\d$/) });
const creationSchema = z.strictObject({
  plan_id: z.string(),
  quantity: z.string().regex(/^[0-9]+$/),
  custom_id: z.string().min(1).max(127),
  start_time: z.iso.datetime({ offset: true }).optional(),
  plan: z.strictObject({
    payment_preferences: z.strictObject({
      auto_bill_outstanding: z.boolean(),
      setup_fee: money,
      setup_fee_failure_action: z.enum(['CONTINUE', 'CANCEL']),
      payment_failure_threshold: z.number().int().min(0).max(999),
    }),
  }),
  application_context: z.strictObject({
    brand_name: z.string().min(1).max(127),
    shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
    user_action: z.enum(['CONTINUE', 'SUBSCRIBE_NOW']),
    return_url: z.url(),
    cancel_url: z.url(),
  }),
});

const refundRequestSchema = z.strictObject({
  amount: z.strictObject({ total: z.string().regex(/^\d+\.\d\d$/), currency: z.literal('USD') }),
});

export type PayPalAccount = ReturnType<typeof createPayPalAccount>;

export function createPayPalAccount(
  nowMs: () => number,
  apiBase: string,
  planIds: PayPalSettings['planIds'],
) {
  const subscriptions = new Map<string, StandInSubscription>();
  const refunds = new Map<string, { id: string; sale: Sale; amountUsd: number; timeMs: number }>();
  /** Refunds by the id of the request that asked for them. */
  const requested = new Map<string, string>();
  /** Sales that the server gave back on its own. */
  const givenBack: Sale[] = [];
  /** PayPal's events that are not delivered yet. */
  const events: PayPalEvent[] = [];
  const mood: { card: CardMood } = { card: 'pays' };
  let made = 0;
  const salt = crypto.randomUUID().slice(0, 6).toUpperCase();
  const nextId = (prefix: string) => `${prefix}${salt}${String((made += 1)).padStart(6, '0')}`;

  const find = (id: string): StandInSubscription => {
    const found = subscriptions.get(id);
    if (!found) throw new PayPalRefusal(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    return found;
  };
  const findSale = (id: string) => {
    for (const subscription of subscriptions.values()) {
      const sale = subscription.sales.find((one) => one.id === id);
      if (sale) return { subscription, sale };
    }
    throw new PayPalRefusal(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
  };
  const notify = (type: string, resourceType: string, resource: object) =>
    events.push({
      id: nextId('WH-'),
      event_version: '1.0',
      create_time: stamp(nowMs()),
      resource_type: resourceType,
      event_type: type,
      summary: type,
      resource: { ...resource },
    });
  const reportOf = (subscription: StandInSubscription, type: string) =>
    notify(`BILLING.SUBSCRIPTION.${type}`, 'subscription', show(subscription.id));

  function charge(subscription: StandInSubscription, kind: Sale['kind'], amountUsd: number): Sale {
    const status = ({ pays: 'COMPLETED', declines: 'DECLINED', pends: 'PENDING' } as const)[mood.card];
    const sale: Sale = { id: nextId(''), timeMs: seconds(nowMs()), amountUsd, kind, status, refundedUsd: 0 };
    subscription.sales.push(sale);
    if (status === 'DECLINED') reportOf(subscription, 'PAYMENT.FAILED');
    else notify(`PAYMENT.SALE.${status}`, 'sale', showSale(sale.id));
    return sale;
  }

  /** Charges a period that is due; tries again every five days, three times. */
  function bill(subscription: StandInSubscription, dueMs: number): void {
    const sale = charge(subscription, 'regular', subscription.unitUsd * subscription.quantity);
    if (sale.status === 'DECLINED') {
      subscription.failed += 1;
      subscription.outstandingUsd = sale.amountUsd;
      subscription.nextBillingMs = nowMs() + RETRY_MS;
      if (subscription.failed < FAILURES_ALLOWED) return;
      subscription.status = 'SUSPENDED';
      reportOf(subscription, 'SUSPENDED');
      return;
    }
    subscription.failed = 0;
    subscription.outstandingUsd = 0;
    subscription.nextBillingMs = addCycle(dueMs, subscription.cycle);
  }

  function show(id: string) {
    const { planId, quantity, customId, status, createdMs, startMs, ...rest } = find(id);
    return {
      id,
      plan_id: planId,
      plan_overridden: true,
      quantity: String(quantity),
      custom_id: customId,
      status,
      status_update_time: stamp(nowMs()),
      create_time: stamp(createdMs),
      start_time: stamp(startMs ?? createdMs),
      ...(status === 'APPROVAL_PENDING'
        ? {}
        : {
            subscriber: { email_address: 'buyer@example.org', payer_id: '2J6QB8YJQSJRJ' },
            billing_info: {
              outstanding_balance: usd(rest.outstandingUsd),
              cycle_executions: [],
              failed_payments_count: rest.failed,
              ...(status === 'ACTIVE' && rest.nextBillingMs !== null
                ? { next_billing_time: stamp(rest.nextBillingMs) }
                : {}),
            },
          }),
      links: [
        ...(status === 'APPROVAL_PENDING'
          ? [
              {
                href: `${apiBase}/webapps/billing/subscriptions?ba_token=BA-${id}`,
                rel: 'approve',
                method: 'GET',
              },
            ]
          : []),
        { href: `${apiBase}/v1/billing/subscriptions/${id}`, rel: 'self', method: 'GET' },
      ],
    };
  }

  function showSale(id: string) {
    const { subscription, sale } = findSale(id);
    return {
      id,
      state: sale.status.toLowerCase(),
      amount: { total: sale.amountUsd.toFixed(2), currency: 'USD' },
      payment_mode: 'INSTANT_TRANSFER',
      billing_agreement_id: subscription.id,
      custom: subscription.customId,
      create_time: stamp(sale.timeMs),
      update_time: stamp(nowMs()),
      links: [{ href: `${apiBase}/v1/payments/sale/${id}`, rel: 'self', method: 'GET' }],
    };
  }

  function showRefund(id: string) {
    const refund = refunds.get(id);
    if (!refund) throw new PayPalRefusal(404, 'INVALID_RESOURCE_ID', 'INVALID_RESOURCE_ID');
    return {
      id,
      sale_id: refund.sale.id,
      state: 'completed',
      amount: { total: refund.amountUsd.toFixed(2), currency: 'USD' },
      create_time: stamp(refund.timeMs),
      links: [{ href: `${apiBase}/v1/payments/refund/${id}`, rel: 'self', method: 'GET' }],
    };
  }

  return {
    subscriptions,
    givenBack,
    events,
    mood,
    show,
    showSale,
    showRefund,

    create(input: unknown) {
      const read = creationSchema.safeParse(input);
      const plan = read.data && planOf(planIds, read.data.plan_id);
      if (!read.data || !plan) throw new PayPalRefusal(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX');
      const startMs = read.data.start_time === undefined ? null : Date.parse(read.data.start_time);
      if (startMs !== null && startMs <= nowMs())
        throw new PayPalRefusal(422, 'UNPROCESSABLE_ENTITY', 'INVALID_START_TIME');
      const id = nextId('I-');
      subscriptions.set(id, {
        id,
        ...plan,
        planId: read.data.plan_id,
        quantity: Number(read.data.quantity),
        customId: read.data.custom_id,
        status: 'APPROVAL_PENDING',
        setupFeeUsd: Number(read.data.plan.payment_preferences.setup_fee.value),
        startMs,
        createdMs: seconds(nowMs()),
        nextBillingMs: null,
        failed: 0,
        outstandingUsd: 0,
        returnUrl: read.data.application_context.return_url,
        cancelUrl: read.data.application_context.cancel_url,
        sales: [],
      });
      notify('BILLING.SUBSCRIPTION.CREATED', 'subscription', show(id));
      return show(id);
    },

    transactions(id: string, query: URLSearchParams) {
      const [fromMs, untilMs] = ['start_time', 'end_time'].map((key) => Date.parse(query.get(key) ?? ''));
      const { sales } = find(id);
      if (!(fromMs !== undefined && untilMs !== undefined && fromMs < untilMs))
        throw new PayPalRefusal(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX');
      return {
        transactions: sales
          .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= untilMs)
          .map(({ id: saleId, status, amountUsd, timeMs }) => ({
            id: saleId,
            status,
            payer_email: 'buyer@example.org',
            payer_name: { given_name: 'Test', surname: 'Buyer' },
            amount_with_breakdown: {
              gross_amount: usd(amountUsd),
              fee_amount: usd(0),
              net_amount: usd(amountUsd),
            },
            time: stamp(timeMs),
          }))
          .reverse(),
      };
    },

    /** By the merchant's interface, or by the customer in his own account. */
    cancel(id: string) {
      const subscription = find(id);
      if (subscription.status !== 'ACTIVE' && subscription.status !== 'SUSPENDED')
        throw new PayPalRefusal(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID');
      subscription.status = 'CANCELLED';
      reportOf(subscription, 'CANCELLED');
    },

    /** The customer agrees: PayPal activates, and charges what is due. Links end after three hours. */
    approve(id: string): boolean {
      const subscription = find(id);
      const isOld = nowMs() > subscription.createdMs + 3 * 3_600_000;
      if (subscription.status !== 'APPROVAL_PENDING' || isOld) return false;
      if (subscription.startMs !== null && subscription.startMs <= nowMs()) return false;
      subscription.status = 'ACTIVE';
      if (subscription.setupFeeUsd > 0) {
        const sale = charge(subscription, 'setup', subscription.setupFeeUsd);
        if (sale.status === 'DECLINED') {
          subscription.status = 'CANCELLED';
          reportOf(subscription, 'CANCELLED');
          return true;
        }
      }
      reportOf(subscription, 'ACTIVATED');
      if (subscription.startMs === null) bill(subscription, seconds(nowMs()));
      else subscription.nextBillingMs = subscription.startMs;
      return true;
    },

    /** When the next charge is due; null where none is. */
    nextDueMs(): number | null {
      const dues = [...subscriptions.values()].flatMap(({ status, nextBillingMs }) =>
        status === 'ACTIVE' && nextBillingMs !== null ? [nextBillingMs] : [],
      );
      return dues.length === 0 ? null : Math.min(...dues);
    },

    /** Charges one period that is due now; false where nothing is. */
    billNext(): boolean {
      for (const subscription of subscriptions.values()) {
        const due = subscription.nextBillingMs;
        if (subscription.status === 'ACTIVE' && due !== null && due <= nowMs()) {
          bill(subscription, due);
          return true;
        }
      }
      return false;
    },

    /** A payment that was pending is good, or is not. */
    settlePending(saleId: string, status: 'COMPLETED' | 'DECLINED') {
      const { subscription, sale } = findSale(saleId);
      if (sale.status !== 'PENDING') return;
      sale.status = status;
      if (status === 'COMPLETED') notify('PAYMENT.SALE.COMPLETED', 'sale', showSale(saleId));
      else reportOf(subscription, 'PAYMENT.FAILED');
    },

    /** By the interface: the same request answers with the same refund. */
    refundOnRequest(saleId: string, input: unknown, requestId: string) {
      const known = requested.get(requestId);
      if (known !== undefined) return showRefund(known);
      const { amount } = refundRequestSchema.parse(input);
      const { sale } = findSale(saleId);
      const leftUsd = Math.round((sale.amountUsd - sale.refundedUsd) * 100) / 100;
      if (sale.status === 'REFUNDED')
        throw new PayPalRefusal(400, 'TRANSACTION_ALREADY_REFUNDED', 'TRANSACTION_ALREADY_REFUNDED');
      if (Number(amount.total) > leftUsd)
        throw new PayPalRefusal(400, 'TRANSACTION_REFUSED', 'TRANSACTION_REFUSED');
      const id = this.refund(saleId, Number(amount.total));
      if (id === null) throw new PayPalRefusal(400, 'TRANSACTION_REFUSED', 'TRANSACTION_REFUSED');
      requested.set(requestId, id);
      givenBack.push(sale);
      return showRefund(id);
    },

    refund(saleId: string, amountUsd: number): string | null {
      const { sale } = findSale(saleId);
      if (sale.status !== 'COMPLETED' && sale.status !== 'PARTIALLY_REFUNDED') return null;
      const refund = { id: nextId('R'), sale, amountUsd, timeMs: seconds(nowMs()) };
      refunds.set(refund.id, refund);
      sale.refundedUsd = Math.round((sale.refundedUsd + amountUsd) * 100) / 100;
      sale.status = sale.refundedUsd >= sale.amountUsd ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
      notify('PAYMENT.SALE.REFUNDED', 'refund', showRefund(refund.id));
      return refund.id;
    },
  };
}

function planOf(planIds: PayPalSettings['planIds'], id: string) {
  for (const plan of PLANS) {
    for (const cycle of BILLING_CYCLES) {
      if (planIds[plan.id][cycle] === id)
        return { cycle, unitUsd: cycle === 'monthly' ? plan.monthlyUsd : plan.yearlyUsd };
    }
  }
  return null;
}

/** How many months or years on; a day that the month has not is its last. */
export function addCycle(ms: number, cycle: BillingCycle, count = 1): number {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * (cycle === 'yearly' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

const usd = (value: number) => ({ currency_code: 'USD', value: value.toFixed(2) });
const seconds = (ms: number) => Math.floor(ms / 1000) * 1000;
/** PayPal's times have no parts of a second. */
const stamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
