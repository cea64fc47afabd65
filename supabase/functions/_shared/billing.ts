/** What an organisation does with its subscription: open one at PayPal, come back from there, cancel. */
import { z } from 'zod';
import { BILLING_CYCLES, PLAN_IDS } from '../../../src-shared/domain/plans.ts';
import { ROUTES } from '../../../src-shared/domain/routes.ts';
import {
  answer,
  callProcedure,
  failure,
  ProcedureError,
  type FunctionEnvironment,
  type Handler,
} from './environment.ts';
import { guarded } from './guard.ts';
import { signInFirst } from './licence.ts';
import { createPayPalClient, type PayPalClient } from './paypal/client.ts';
import type { PayPalSettings } from './paypal/settings.ts';
import { syncSubscription } from './paypal/sync.ts';
import { PayPalError } from './paypal/transport.ts';
import { readCaller, type Caller } from './session.ts';

/** SQLSTATEs that a procedure refuses with. */
const NOT_ALLOWED = '42501';
const BAD_VALUE = '22023';
const REFUSED_BY_PAYPAL = 'Failed to process subscription. Please contact support.';

const startSchema = z.object({
  organizationId: z.uuid(),
  planId: z.enum(PLAN_IDS, { error: 'Invalid subscription plan' }),
  cycle: z.enum(BILLING_CYCLES, { error: 'Invalid subscription plan' }),
  seats: z.number().int().min(1).max(1000),
});
const storeSchema = z.object({
  subscriptionId: z.string().regex(/^[A-Za-z0-9-]{3,50}$/, 'Failed to store subscription'),
  /** Sent by the page and not relied on: who calls is known from the session. */
  userId: z.uuid().optional(),
});
const cancelSchema = z.object({ organizationId: z.uuid() });
const quoteSchema = z
  .object({ todayUsd: z.number(), setupFeeUsd: z.number(), startsAt: z.string().nullable() })
  .loose();
const openSchema = z.object({ id: z.string(), approveUrl: z.string() }).nullable();

/** Whether payments are set up here, and where people come back to from PayPal. */
export function makeBillingOptions(environment: FunctionEnvironment): Handler {
  return guarded(environment, 'billing-options', z.object({}), async (_input, request) => {
    if (!(await readCaller(environment, request))) return signInFirst();
    const { payPal } = environment;
    return answer(200, {
      success: true,
      data: {
        isConfigured: payPal !== null,
        siteOrigin: payPal && new URL(payPal.siteUrl).origin,
      },
    });
  });
}

/** Opens a subscription at PayPal with the amounts that the quote showed; it counts once it was approved and paid there. */
export function makeStartSubscription(environment: FunctionEnvironment): Handler {
  return asCustomer(environment, 'start-subscription', startSchema, async (input, caller, payPal, client) => {
    const { organizationId: organization, planId, cycle, seats } = input;
    const at_time = new Date(environment.nowMs()).toISOString();
    const who = { organization, caller: caller.userId };
    const given = await callProcedure(environment, 'quote_new_subscription', {
      ...who,
      new_plan: planId,
      new_cycle: cycle,
      new_seats: seats,
      at_time,
    });
    const quote = quoteSchema.parse(given);
    // Asked for twice, e.g. in two tabs, it is one subscription, which can be agreed to once.
    const open = openSchema.parse(
      await callProcedure(environment, 'find_open_paypal_subscription', { ...who, quote, at_time }),
    );
    if (open)
      return answer(200, {
        success: true,
        data: { subscriptionId: open.id, approveUrl: open.approveUrl, quote },
      });
    const opened = await client.createSubscription(
      {
        planId: payPal.planIds[planId][cycle],
        seats,
        customId: organization,
        setupFeeUsd: quote.setupFeeUsd,
        startsAt: quote.startsAt,
        returnUrl: new URL(`${ROUTES.billing}?success=true`, payPal.siteUrl).href,
        cancelUrl: new URL(`${ROUTES.pricing}?cancelled=true`, payPal.siteUrl).href,
      },
      crypto.randomUUID(),
    );
    const approveUrl = opened.links.find(({ rel }) => rel === 'approve')?.href;
    if (approveUrl === undefined) return failure(502, 'PAYPAL_REFUSED', REFUSED_BY_PAYPAL);
    await callProcedure(environment, 'record_paypal_subscription', {
      ...who,
      subscription: opened.id,
      quote,
      approve_url: approveUrl,
      at_time,
    });
    return answer(200, { success: true, data: { subscriptionId: opened.id, approveUrl, quote } });
  });
}

/** Comes back from PayPal: the subscription is read there and booked. What the page says of it is not looked at. */
export function makeHandlePayPalSubscription(environment: FunctionEnvironment): Handler {
  return asCustomer(
    environment,
    'handle-paypal-subscription',
    storeSchema,
    async (input, caller, _settings, client) => {
      if (input.userId !== undefined && input.userId !== caller.userId)
        return failure(403, 'NOT_ALLOWED', 'Failed to store subscription');
      const synced = await syncSubscription(environment, client, input.subscriptionId, caller.userId);
      if (!synced) return failure(404, 'NOT_FOUND', 'Failed to store subscription');
      return answer(200, {
        success: true,
        data: {
          subscriptionId: input.subscriptionId,
          organizationId: synced.organizationId,
          status: synced.status,
        },
      });
    },
  );
}

/** Ends the payments at PayPal; what was paid for continues to the period's end. */
export function makeCancelSubscription(environment: FunctionEnvironment): Handler {
  return asCustomer(
    environment,
    'cancel-subscription',
    cancelSchema,
    async (input, caller, _settings, client) => {
      const running = z.array(z.string()).parse(
        await callProcedure(environment, 'list_running_paypal_subscriptions', {
          organization: input.organizationId,
          caller: caller.userId,
        }),
      );
      for (const id of running) {
        await client.cancelSubscription(id, 'Cancelled by the customer.');
        await syncSubscription(environment, client, id);
      }
      return answer(200, { success: true, data: { cancelled: running.length } });
    },
  );
}

/** The session, PayPal, and the refusals of both as answers that say what to do. */
function asCustomer<S extends z.ZodType>(
  environment: FunctionEnvironment,
  name: string,
  schema: S,
  act: (input: z.infer<S>, caller: Caller, payPal: PayPalSettings, client: PayPalClient) => Promise<Response>,
): Handler {
  const { payPal } = environment;
  const client = payPal && createPayPalClient(payPal, environment.nowMs);
  return guarded(environment, name, schema, async (input, request) => {
    const caller = await readCaller(environment, request);
    if (!caller) return signInFirst();
    if (!payPal || !client) return paymentsAreOff();
    try {
      return await act(input, caller, payPal, client);
    } catch (error) {
      if (error instanceof ProcedureError && error.code === NOT_ALLOWED)
        return failure(403, 'NOT_ALLOWED', error.message);
      if (error instanceof ProcedureError && error.code === BAD_VALUE)
        return failure(400, 'INVALID_PLAN', error.message);
      if (error instanceof PayPalError && error.status >= 400 && error.status < 500 && error.status !== 429)
        return failure(502, 'PAYPAL_REFUSED', REFUSED_BY_PAYPAL);
      if (error instanceof PayPalError)
        return failure(
          503,
          'PAYPAL_UNREACHABLE',
          'PayPal does not answer. Nothing was changed here; try again in a few minutes.',
        );
      throw error;
    }
  });
}

export const paymentsAreOff = () =>
  failure(
    503,
    'PAYMENTS_NOT_CONFIGURED',
    'Payments are not set up on this server. Its operator can do that: docs/guide/hosting.md.',
  );
