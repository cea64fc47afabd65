/**
 * A stand-in for PayPal on loopback, for tests alone: the shapes, states and events that PayPal publishes for OAuth,
 * Subscriptions v1, sales and refunds v1 and webhooks. Its clock is handed in; people, cards and time act by `account`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PayPalSettings } from '../../../supabase/functions/_shared/paypal/settings.ts';
import { createPayPalAccount, PayPalRefusal, type PayPalAccount } from './account.ts';
import { createPayPalSigner, type SignedEvent, type PayPalEvent } from './signer.ts';

export interface PayPalStandIn {
  settings: PayPalSettings;
  account: PayPalAccount;
  /** An event as PayPal delivers it now. */
  sign(event: PayPalEvent, options?: { webhookId?: string; key?: 'own' | 'foreign' | 'ended' }): SignedEvent;
  /** Answers that fail with this status, until it is set back to null. */
  outage: { status: number | null };
  /** Waited for between an answer and its way back, with the path: so an answer can come late. */
  beforeSend: { act: ((path: string) => Promise<void> | void) | null };
  close(): Promise<void>;
}

const CLIENT = { id: 'client-of-the-stand-in', secret: 'secret-of-the-stand-in' };
const WEBHOOK_ID = '9XL90610J3647323C';

export async function startPayPalStandIn(nowMs: () => number): Promise<PayPalStandIn> {
  const tokens = new Set<string>();
  const outage: PayPalStandIn['outage'] = { status: null };
  const beforeSend: PayPalStandIn['beforeSend'] = { act: null };
  const server = createServer((request, response) => {
    answer(request).then(
      async ({ status, body, type, location }) => {
        await beforeSend.act?.(request.url ?? '');
        response.writeHead(status, {
          'content-type': type ?? 'application/json',
          ...(location === undefined ? {} : { location }),
        });
        response.end(type ? body : body === null ? '' : JSON.stringify(body));
      },
      (error: unknown) => fail(response, error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const planIds: PayPalSettings['planIds'] = {
    essential: { monthly: 'P-ESSENTIALMONTHLY', yearly: 'P-ESSENTIALYEARLY' },
    professional: { monthly: 'P-PROFESSIONALMONTHLY', yearly: 'P-PROFESSIONALYEARLY' },
    enterprise: { monthly: 'P-ENTERPRISEMONTHLY', yearly: 'P-ENTERPRISEYEARLY' },
  };
  const account = createPayPalAccount(nowMs, apiBase, planIds);
  const signer = createPayPalSigner(apiBase, WEBHOOK_ID, nowMs);

  interface Reply {
    status: number;
    body: unknown;
    type?: string;
    location?: string;
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', apiBase);
    const body = await readBody(request);
    if (url.pathname === '/webapps/billing/subscriptions') return customerPage(url);
    if (outage.status !== null) return { status: outage.status, body: { name: 'INTERNAL_SERVER_ERROR' } };
    const certificate = /^\/v1\/notifications\/certs\/(.+)$/.exec(url.pathname)?.[1];
    if (certificate !== undefined) {
      const pem = signer.certificate(certificate);
      return pem === null ? notFound() : { status: 200, body: pem, type: 'application/x-pem-file' };
    }
    if (url.pathname === '/v1/oauth2/token') return giveToken(request, body);
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return {
        status: 401,
        body: { error: 'invalid_token', error_description: 'Token signature verification failed' },
      };
    const requestId = String(request.headers['paypal-request-id'] ?? '');
    return serve(request.method ?? 'GET', url, body === '' ? null : JSON.parse(body), requestId);
  }

  /** What the customer sees: what he agrees to, and two ways back. */
  function customerPage(url: URL) {
    const id = url.searchParams.get('ba_token')?.replace('BA-', '') ?? '';
    const subscription = account.subscriptions.get(id);
    if (!subscription) return notFound();
    if (url.searchParams.get('act') === 'agree') {
      account.approve(id);
      const back = new URL(subscription.returnUrl);
      for (const [name, value] of [
        ['subscription_id', id],
        ['ba_token', `BA-${id}`],
        ['token', '5O1'],
      ] as const)
        back.searchParams.set(name, value);
      return { status: 302, body: '', type: 'text/html', location: back.href };
    }
    const page = `<!doctype html><html lang="en"><title>PayPal stand-in</title><h1>${subscription.planId} × ${subscription.quantity}</h1>
      <a href="${url.pathname}?ba_token=BA-${id}&act=agree">Agree and Subscribe</a>
      <a href="${subscription.cancelUrl}">Cancel and return</a></html>`;
    return { status: 200, body: page, type: 'text/html; charset=utf-8' };
  }

  function giveToken(request: IncomingMessage, body: string) {
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${basic}` || body !== 'grant_type=client_credentials')
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
      };
    const access_token = `A21AA${crypto.randomUUID()}`;
    tokens.add(access_token);
    return {
      status: 200,
      body: { scope: '', access_token, token_type: 'Bearer', app_id: 'APP-1', expires_in: 32_400 },
    };
  }

  function serve(method: string, url: URL, body: unknown, requestId: string) {
    const path = url.pathname;
    const [, id = '', rest = ''] = /^\/v1\/billing\/subscriptions\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/v1/billing/subscriptions')
      return { status: 201, body: account.create(body) };
    if (method === 'GET' && id && rest === '') return { status: 200, body: account.show(id) };
    if (method === 'GET' && id && rest === 'transactions')
      return { status: 200, body: account.transactions(id, url.searchParams) };
    if (method === 'POST' && id && rest === 'cancel') {
      account.cancel(id);
      return { status: 204, body: null };
    }
    const refunded = /^\/v1\/payments\/sale\/([^/]+)\/refund$/.exec(path)?.[1];
    if (method === 'POST' && refunded)
      return { status: 201, body: account.refundOnRequest(refunded, body, requestId) };
    const sale = /^\/v1\/payments\/sale\/([^/]+)$/.exec(path)?.[1];
    if (method === 'GET' && sale) return { status: 200, body: account.showSale(sale) };
    const refund = /^\/v1\/payments\/refund\/([^/]+)$/.exec(path)?.[1];
    if (method === 'GET' && refund) return { status: 200, body: account.showRefund(refund) };
    return notFound();
  }

  return {
    settings: {
      apiBase,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      webhookId: WEBHOOK_ID,
      planIds,
      siteUrl: 'http://127.0.0.1:47800/',
    },
    account,
    sign: (event, options) => signer.sign(event, options),
    outage,
    beforeSend,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const notFound = () => ({
  status: 404,
  body: {
    name: 'RESOURCE_NOT_FOUND',
    message: 'The specified resource does not exist.',
    details: [{ issue: 'INVALID_RESOURCE_ID', description: 'Requested resource ID was not found.' }],
  },
});

function fail(response: ServerResponse, error: unknown) {
  const refusal = error instanceof PayPalRefusal ? error : null;
  response.writeHead(refusal?.status ?? 500, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ name: refusal?.message ?? String(error), details: [{ issue: refusal?.issue }] }),
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
