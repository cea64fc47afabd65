/** The part of PayPal's REST interface that billing needs: OAuth, Subscriptions v1, sales and refunds v1. */
import { z } from 'zod';
import type { PayPalSettings } from './settings.ts';
import { createPayPalTransport, PayPalError } from './transport.ts';

const DAY_MS = 86_400_000;

const usdSchema = z.object({ currency_code: z.literal('USD'), value: z.string().regex(/^-?\d+(\.\d+)?$/) });
const timeSchema = z.iso.datetime({ offset: true });

const PAYPAL_SUBSCRIPTION_STATES = [
  'APPROVAL_PENDING',
  'APPROVED',
  'ACTIVE',
  'SUSPENDED',
  'CANCELLED',
  'EXPIRED',
] as const;

const subscriptionSchema = z.object({
  id: z.string(),
  status: z.enum(PAYPAL_SUBSCRIPTION_STATES),
  plan_id: z.string(),
  quantity: z.string().default('1'),
  custom_id: z.string().optional(),
  billing_info: z
    .object({
      outstanding_balance: usdSchema.optional(),
      failed_payments_count: z.number().int().default(0),
      next_billing_time: timeSchema.optional(),
    })
    .optional(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
});
export type PayPalSubscription = z.infer<typeof subscriptionSchema>;

const transactionSchema = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']),
  amount_with_breakdown: z.object({
    gross_amount: z.object({ currency_code: z.string(), value: z.string() }),
  }),
  time: timeSchema,
});
export type PayPalTransaction = z.infer<typeof transactionSchema>;

const transactionsSchema = z.object({ transactions: z.array(transactionSchema).default([]) });
const saleSchema = z.object({ id: z.string(), billing_agreement_id: z.string().optional() });
const refundSchema = z.object({
  id: z.string(),
  sale_id: z.string(),
  state: z.string(),
  amount: z.object({ total: z.string(), currency: z.literal('USD') }),
  create_time: timeSchema,
});
export type PayPalRefund = z.infer<typeof refundSchema>;

export interface NewSubscription {
  planId: string;
  seats: number;
  customId: string;
  /** Due at once beside the regular payments, which then begin at `startsAt`. */
  setupFeeUsd: number;
  startsAt: string | null;
  returnUrl: string;
  cancelUrl: string;
}

export type PayPalClient = ReturnType<typeof createPayPalClient>;

export function createPayPalClient(settings: PayPalSettings, nowMs: () => number) {
  const ask = createPayPalTransport(settings, nowMs);
  const path = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
  return {
    async createSubscription(wanted: NewSubscription, requestId: string): Promise<PayPalSubscription> {
      const created = await ask(
        'the new subscription',
        '/v1/billing/subscriptions',
        creation(wanted),
        requestId,
      );
      return subscriptionSchema.parse(await created.json());
    },

    async readSubscription(id: string): Promise<PayPalSubscription> {
      return subscriptionSchema.parse(await (await ask('the subscription', path(id))).json());
    },

    /** All of them, from a day before the subscription was opened. */
    async readTransactions(id: string, openedAt: string): Promise<PayPalTransaction[]> {
      const from = new Date(Date.parse(openedAt) - DAY_MS).toISOString();
      const until = new Date(nowMs() + DAY_MS).toISOString();
      const query = new URLSearchParams({ start_time: from, end_time: until });
      const found = await ask('the transactions', `${path(id)}/transactions?${query.toString()}`);
      return transactionsSchema.parse(await found.json()).transactions;
    },

    /** True also where it had ended before. */
    async cancelSubscription(id: string, reason: string): Promise<void> {
      try {
        await ask('the cancellation', `${path(id)}/cancel`, { reason });
      } catch (error) {
        if (!(error instanceof PayPalError) || error.issue !== 'SUBSCRIPTION_STATUS_INVALID') throw error;
      }
    },

    async readSale(id: string) {
      const sale = await ask('the sale', `/v1/payments/sale/${encodeURIComponent(id)}`);
      return saleSchema.parse(await sale.json());
    },

    /** Gives so much of a sale back. Asked again with the same id, PayPal answers with the same refund. */
    async refundSale(id: string, amountUsd: number, requestId: string): Promise<PayPalRefund> {
      const refund = await ask(
        'the refund',
        `/v1/payments/sale/${encodeURIComponent(id)}/refund`,
        { amount: { total: amountUsd.toFixed(2), currency: 'USD' } },
        requestId,
      );
      return refundSchema.parse(await refund.json());
    },

    async readRefund(id: string): Promise<PayPalRefund> {
      const refund = await ask('the refund', `/v1/payments/refund/${encodeURIComponent(id)}`);
      return refundSchema.parse(await refund.json());
    },
  };
}

function creation(wanted: NewSubscription): object {
  const { planId, seats, customId, setupFeeUsd, startsAt, returnUrl, cancelUrl } = wanted;
  return {
    plan_id: planId,
    quantity: String(seats),
    custom_id: customId,
    ...(startsAt === null ? {} : { start_time: startsAt }),
    plan: {
      payment_preferences: {
        auto_bill_outstanding: true,
        setup_fee: { currency_code: 'USD', value: setupFeeUsd.toFixed(2) },
        // A difference that cannot be collected must not leave a dearer plan behind.
        setup_fee_failure_action: 'CANCEL',
        payment_failure_threshold: 3,
      },
    },
    application_context: {
      brand_name: 'SoundDesk',
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      return_url: returnUrl,
      cancel_url: cancelUrl,
    },
  };
}
