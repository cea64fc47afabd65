/**
 * Calls of an external payment gateway: by one of its keys and with the secret of this installation. What they report is kept
 * as a list for super admins. Nothing that anybody pays or may do changes by them.
 */
import { z } from 'zod';
import { readBytes } from './body.ts';
import {
  answer,
  callProcedure,
  failure,
  isWithinLimit,
  type FunctionEnvironment,
  type Handler,
} from './environment.ts';

const MAX_BODY_BYTES = 64 * 1024;
const TRIES = 600;
const WINDOW_SEC = 600;

/** Nothing is left out of it: two ids must not become one. PostgreSQL takes neither NUL nor halves of characters. */
const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'));
/** `id` is the sender's: the same one again is the same event. */
const eventSchema = z.object({ id: name, type: name });

const VERDICTS = ['NEW', 'KNOWN', 'BAD_KEY', 'BAD_SECRET'] as const;

export function makeGatewayWebhook(environment: FunctionEnvironment): Handler {
  return async (request) => {
    if (request.method !== 'POST') return failure(405, 'BAD_METHOD', 'This function takes POST.');
    if (!(await isWithinLimit(environment, request, 'psfaba-webhook', TRIES, WINDOW_SEC)))
      return failure(429, 'TOO_MANY_REQUESTS', 'Too many calls. Wait ten minutes and try again.');
    const body = await readBytes(request, MAX_BODY_BYTES);
    if (!body) return failure(413, 'TOO_LARGE', 'This is too large for an event.');
    const event = readEvent(body);
    if (!event) return failure(400, 'BAD_INPUT', 'An event has an id and a type.');
    const key = /^Bearer (psfaba_live_[0-9a-z]{32})$/.exec(request.headers.get('authorization') ?? '')?.[1];
    const verdict = z.enum(VERDICTS).parse(
      key === undefined
        ? 'BAD_KEY'
        : await callProcedure(environment, 'accept_gateway_event', {
            api_key: key,
            webhook_secret: request.headers.get('x-webhook-secret') ?? '',
            event: event.id,
            type: event.type,
          }),
    );
    if (verdict === 'BAD_KEY')
      return failure(401, 'BAD_KEY', 'This API key is not known here, revoked or over.');
    if (verdict === 'BAD_SECRET')
      return failure(
        401,
        'BAD_SECRET',
        'The header X-Webhook-Secret does not hold the secret of this installation.',
      );
    return answer(200, { success: true, data: { isNew: verdict === 'NEW' } });
  };
}

function readEvent(body: Uint8Array): z.infer<typeof eventSchema> | null {
  try {
    return eventSchema.safeParse(JSON.parse(new TextDecoder().decode(body))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
