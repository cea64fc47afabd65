/** What the probes make of other people's services, simulated by servers that answer as those do. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { FunctionEnvironment } from '../../supabase/functions/_shared/environment.ts';
import { createMailProbe } from '../../supabase/functions/_shared/mail.ts';
import { makeProbeServices } from '../../supabase/functions/_shared/upkeep.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { startPayPalStandIn } from '../lib/payPal/standIn.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** Answers everything with the same. */
async function serve(status: number, body: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The state of a part after one run of the probes. */
async function stateOf(service: string, settings: Partial<FunctionEnvironment>): Promise<string | undefined> {
  await backend.owner.query('delete from service_checks');
  const { serviceKey } = inject('cluster').secrets;
  const handler = makeProbeServices({
    url: backend.services.url,
    fetch,
    serviceKey,
    nowMs: Date.now,
    probeMail: null,
    payPal: null,
    voiceUrls: [] as string[],
    ...settings,
  } as unknown as FunctionEnvironment);
  const headers = { authorization: `Bearer ${serviceKey}` };
  expect((await handler(new Request('http://localhost/', { method: 'POST', headers }))).status).toBe(200);
  const { rows } = await backend.owner.query<{ status: string }>(
    'select status from service_checks where service = $1',
    [service],
  );
  return rows[0]?.status;
}

const mailProbe = async (status: number, body: object) =>
  createMailProbe({ apiKey: 're_test' }, await serve(status, body));

describe('mail', () => {
  it.each([
    ['operational', 200, { data: [] }],
    // A key that may only send is refused this question, and sends.
    ['operational', 401, { name: 'restricted_api_key' }],
    ['outage', 401, { name: 'missing_api_key' }],
    ['outage', 403, { name: 'invalid_api_key' }],
    ['outage', 500, {}],
  ])('is reported as %s where the service answers %i', async (state, status, body) => {
    expect(await stateOf('mail', { probeMail: await mailProbe(status, body) })).toBe(state);
  });

  it('is out where nobody answers, and not configured where none is set up', async () => {
    const probeMail = createMailProbe({ apiKey: 're_test' }, 'http://127.0.0.1:9');
    expect(await stateOf('mail', { probeMail })).toBe('outage');
    expect(await stateOf('mail', {})).toBe('not_configured');
  });
});

describe('payments', () => {
  it('are up where PayPal takes our credentials', async () => {
    const standIn = await startPayPalStandIn(Date.now);
    try {
      expect(await stateOf('payments', { payPal: standIn.settings })).toBe('operational');
      expect(await stateOf('payments', { payPal: { ...standIn.settings, clientSecret: 'wrong' } })).toBe(
        'outage',
      );
    } finally {
      await standIn.close();
    }
    expect(await stateOf('payments', {})).toBe('not_configured');
  });
});

describe('voice providers', () => {
  it('are up where all of them answer, whatever they want of us', async () => {
    const [refusing, broken] = [await serve(401, {}), await serve(503, {})];
    expect(await stateOf('voice', { voiceUrls: [refusing] })).toBe('operational');
    expect(await stateOf('voice', { voiceUrls: [refusing, broken] })).toBe('outage');
    expect(await stateOf('voice', {})).toBe('not_configured');
  });
});
