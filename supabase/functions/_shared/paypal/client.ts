/** The part of PayPal's REST interface that billing needs: OAuth, Subscriptions v1, sales and refunds v1. */
import { z } from 'zod';
import type { PayPalSettings } from './settings.ts';

const LIMIT_MS = 20_000;
/** A token is renewed this long before it ends. */
const TOKEN_MARGIN_SEC = 60;
const DAY_MS = 86_400_000;

const usdSchema = z.object({ currency_code: z.literal('USD'), value: z.string().regex(/^-?\d+(\.\d+)?$/) });
const timeSchema = z.iso.datetime({ offset: true });

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() });

const PAYPAL_SUBSCRIPTION_STATES = [
  ...(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED'] as const),
  ...(['CANCELLED', 'EXPIRED'] as const),
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
const refusalSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).default([]),
});
const refundSchema = z.object({
  id: z.string(),
  sale_id: z.string(),
  state: z.string(),
  amount: z.object({ total: z.string(), currency: z.literal('USD') }),
  create_time: timeSchema,
});
export type PayPalRefund = z.infer<typeof refundSchema>;

/** PayPal could not be asked, or refused. */
export class PayPalError extends Error {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly issue: string;

  constructor(what: string, status: number, issue: string, cause?: unknown) {
    super(`PayPal: ${what} answered ${status || 'nothing'} ${issue}`.trim(), { cause });
    this.name = 'PayPalError';
    this.status = status;
    this.issue = issue;
  }
}

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

/** Whether it answers and takes our credentials. */
export async function probePayPal(
  { apiBase, clientId, clientSecret }: PayPalSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const response = await fetch(`${apiBase}/v1/oauth2/token`, {
    ...tokenRequest(clientId, clientSecret),
    signal,
  });
  await response.arrayBuffer();
  return response.ok;
}

const tokenRequest = (clientId: string, clientSecret: string): RequestInit => ({
  method: 'POST',
  headers: {
    authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=client_credentials',
});

export type PayPalClient = ReturnType<typeof createPayPalClient>;

/** Holds an access token for as long as it is good; everything else is asked anew each time. */
export function createPayPalClient({ apiBase, clientId, clientSecret }: PayPalSettings, nowMs: () => number) {
  let token: { value: string; endsMs: number } | null = null;

  async function accessToken(): Promise<string> {
    if (token && token.endsMs > nowMs()) return token.value;
    const response = await send('the token', '/v1/oauth2/token', tokenRequest(clientId, clientSecret));
    const { access_token: value, expires_in: seconds } = tokenSchema.parse(await response.json());
    token = { value, endsMs: nowMs() + (seconds - TOKEN_MARGIN_SEC) * 1000 };
    return value;
  }

  async function send(what: string, path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`${apiBase}${path}`, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
    } catch (error) {
      throw new PayPalError(what, 0, '', error);
    }
    if (response.ok) return response;
    const body: unknown = await response.json().catch(() => null);
    const told = refusalSchema.safeParse(body).data;
    throw new PayPalError(what, response.status, told?.details[0]?.issue ?? told?.name ?? '');
  }

  async function ask(what: string, path: string, body?: object, requestId?: string): Promise<Response> {
    const init = async (): Promise<RequestInit> => ({
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${await accessToken()}`,
        'content-type': 'application/json',
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    try {
      return await send(what, path, await init());
    } catch (error) {
      // A token can be taken back before its time.
      if (!(error instanceof PayPalError) || error.status !== 401) throw error;
      token = null;
      return send(what, path, await init());
    }
  }

  const path = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
  return {
    async createSubscription(wanted: NewSubscription, requestId: string): Promise<PayPalSubscription> {
      const response = await ask(
        'the new subscription',
        '/v1/billing/subscriptions',
        creation(wanted),
        requestId,
      );
      return subscriptionSchema.parse(await response.json());
    },

    async readSubscription(id: string): Promise<PayPalSubscription> {
      return subscriptionSchema.parse(await (await ask('the subscription', path(id))).json());
    },

    /** All of them, from a day before the subscription was opened. */
    async readTransactions(id: string, openedAt: string): Promise<PayPalTransaction[]> {
      const from = new Date(Date.parse(openedAt) - DAY_MS).toISOString();
      const until = new Date(nowMs() + DAY_MS).toISOString();
      const query = new URLSearchParams({ start_time: from, end_time: until });
      const response = await ask('the transactions', `${path(id)}/transactions?${query.toString()}`);
      return transactionsSchema.parse(await response.json()).transactions;
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
      return saleSchema.parse(
        await (await ask('the sale', `/v1/payments/sale/${encodeURIComponent(id)}`)).json(),
      );
    },

    /** Gives so much of a sale back. Asked again with the same id, PayPal answers with the same refund. */
    async refundSale(id: string, amountUsd: number, requestId: string): Promise<PayPalRefund> {
      const response = await ask(
        'the refund',
        `/v1/payments/sale/${encodeURIComponent(id)}/refund`,
        { amount: { total: amountUsd.toFixed(2), currency: 'USD' } },
        requestId,
      );
      return refundSchema.parse(await response.json());
    },

    async readRefund(id: string): Promise<PayPalRefund> {
      const response = await ask('the refund', `/v1/payments/refund/${encodeURIComponent(id)}`);
      return refundSchema.parse(await response.json());
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
