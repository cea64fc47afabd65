/**
 * PayPal's events. An event is only a reason to ask: what is booked is what PayPal answers. So an event that comes late,
 * twice, or before one that happened earlier ends in the same books.
 */
import { z } from 'zod';
import { readBytes } from './body.ts';
import { answer, callProcedure, failure, type FunctionEnvironment, type Handler } from './environment.ts';
import { paymentsAreOff } from './billing.ts';
import { createPayPalClient, type PayPalClient } from './paypal/client.ts';
import { createSignatureVerifier } from './paypal/signature.ts';
import { recordRefund, syncSubscription } from './paypal/sync.ts';
import { PayPalError } from './paypal/transport.ts';
import { forServer } from './upkeep.ts';

const MAX_BODY_BYTES = 256 * 1024;

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(200),
  resource: z
    .object({
      id: z.string().optional(),
      billing_agreement_id: z.string().optional(),
      sale_id: z.string().optional(),
    })
    .loose(),
});
type PayPalEvent = z.infer<typeof eventSchema>;

/** Answers 2xx once an event is in the books; else PayPal delivers it again. */
export function makePayPalWebhook(environment: FunctionEnvironment): Handler {
  const { payPal, nowMs } = environment;
  const client = payPal && createPayPalClient(payPal, nowMs);
  const isSigned = payPal && createSignatureVerifier(payPal, nowMs);
  return async (request) => {
    if (request.method !== 'POST') return failure(405, 'BAD_METHOD', 'This function takes POST.');
    if (!client || !isSigned) return paymentsAreOff();
    const body = await readBytes(request, MAX_BODY_BYTES);
    if (!body) return failure(413, 'TOO_LARGE', 'This is too large for an event.');
    try {
      if (!(await isSigned(request.headers, body)))
        return failure(401, 'BAD_SIGNATURE', 'This event is not signed by PayPal.');
    } catch (error) {
      return again(
        `the signature could not be checked: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    const event = readEvent(body);
    if (!event) return failure(400, 'BAD_INPUT', 'This is no event.');
    const named = { event: event.id };
    const isNew = await callProcedure(environment, 'begin_payment_event', {
      ...named,
      type: event.event_type,
      body: event,
    });
    if (isNew !== true) return answer(200, { success: true, data: { isNew: false } });
    try {
      const obstacle = await handle(environment, client, event);
      if (obstacle !== null) return again(obstacle);
    } catch (error) {
      if (error instanceof PayPalError) return again(error.message);
      throw error;
    }
    await callProcedure(environment, 'end_payment_event', named);
    return answer(200, { success: true, data: { isNew: true } });
  };
}

/** Asks for what may have changed without an event having come: on a schedule, by the server alone. */
export function makeReconcileBilling(environment: FunctionEnvironment): Handler {
  const { payPal, nowMs } = environment;
  const client = payPal && createPayPalClient(payPal, nowMs);
  return forServer(environment, async () => {
    if (!client) return answer(200, { success: true, data: { asked: 0, failed: 0 } });
    const at_time = new Date(nowMs()).toISOString();
    const due = z
      .array(z.string())
      .parse(await callProcedure(environment, 'list_due_paypal_subscriptions', { at_time }));
    let failed = 0;
    for (const id of due) {
      try {
        await syncSubscription(environment, client, id);
      } catch (error) {
        // One that PayPal does not answer for must not keep the others waiting; it is asked for again.
        if (!(error instanceof PayPalError)) throw error;
        failed += 1;
      }
    }
    return answer(200, { success: true, data: { asked: due.length, failed } });
  });
}

const again = (reason: string) => failure(503, 'NOT_YET', `Deliver this again: ${reason}`);

function readEvent(body: Uint8Array): PayPalEvent | null {
  try {
    return eventSchema.safeParse(JSON.parse(new TextDecoder().decode(body))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Null where it is done; else what is missing. */
async function handle(
  environment: FunctionEnvironment,
  client: PayPalClient,
  { event_type: type, resource }: PayPalEvent,
): Promise<string | null> {
  if (type.startsWith('BILLING.SUBSCRIPTION.')) {
    if (resource.id !== undefined) await syncSubscription(environment, client, resource.id);
    return null;
  }
  if (!type.startsWith('PAYMENT.SALE.')) return null;
  if (resource.sale_id !== undefined && resource.id !== undefined)
    return handleRefund(environment, client, resource.id, resource.sale_id);
  const sale = resource.id;
  if (sale === undefined) return null;
  const subscription = resource.billing_agreement_id ?? (await client.readSale(sale)).billing_agreement_id;
  if (subscription === undefined) return null;
  const synced = await syncSubscription(environment, client, subscription);
  return synced && !synced.sales.includes(sale) ? 'the sale is not among the transactions yet' : null;
}

async function handleRefund(
  environment: FunctionEnvironment,
  client: PayPalClient,
  id: string,
  saleId: string,
): Promise<string | null> {
  const { billing_agreement_id: subscription } = await client.readSale(saleId);
  if (subscription === undefined) return null;
  const synced = await syncSubscription(environment, client, subscription);
  if (!synced) return null;
  const refund = await client.readRefund(id);
  if (refund.state !== 'completed') return null;
  return (await recordRefund(environment, refund))
    ? null
    : 'the sale of this refund is not among the transactions yet';
}
