/** How PayPal is asked: by HTTPS, with an access token that is held for as long as it is good. */
import { z } from 'zod';
import type { PayPalSettings } from './settings.ts';

const LIMIT_MS = 20_000;
/** A token is renewed this long before it ends. */
const TOKEN_MARGIN_SEC = 60;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() });

const refusalSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).default([]),
});

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

export type AskPayPal = (
  what: string,
  path: string,
  body?: object,
  /** Asked again with the same one, PayPal does nothing a second time. */
  requestId?: string,
) => Promise<Response>;

/** Asks by GET, or by POST where there is a body. Throws `PayPalError`. */
export function createPayPalTransport(settings: PayPalSettings, nowMs: () => number): AskPayPal {
  const { apiBase, clientId, clientSecret } = settings;
  let token: { value: string; endsMs: number } | null = null;

  async function accessToken(): Promise<string> {
    if (token && token.endsMs > nowMs()) return token.value;
    const answer = await send(apiBase, 'the token', '/v1/oauth2/token', tokenRequest(clientId, clientSecret));
    const { access_token: value, expires_in: seconds } = tokenSchema.parse(await answer.json());
    token = { value, endsMs: nowMs() + (seconds - TOKEN_MARGIN_SEC) * 1000 };
    return value;
  }

  return async (what, path, body, requestId) => {
    const request = async () => requestOf(await accessToken(), body, requestId);
    try {
      return await send(apiBase, what, path, await request());
    } catch (error) {
      // A token can be taken back before its time.
      if (!(error instanceof PayPalError) || error.status !== 401) throw error;
      token = null;
      return await send(apiBase, what, path, await request());
    }
  };
}

function requestOf(token: string, body?: object, requestId?: string): RequestInit {
  return {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

async function send(apiBase: string, what: string, path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${apiBase}${path}`, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
  } catch (error) {
    throw new PayPalError(what, 0, '', error);
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const reported = refusalSchema.safeParse(body).data;
  throw new PayPalError(what, response.status, reported?.details[0]?.issue ?? reported?.name ?? '');
}
