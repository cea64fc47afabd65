/** Whose tries a function counts: a caller does not choose who he is, whatever he sends. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { answer, type FunctionEnvironment } from '../../supabase/functions/_shared/environment.ts';
import { guarded } from '../../supabase/functions/_shared/guard.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';

const MOST = 3;

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

/** The statuses of calls that say these addresses, one after the other. */
async function statusesOf(bucket: string, clientAddress: object, said: Record<string, string>[]) {
  const { serviceKey, addressSalt } = inject('cluster').secrets;
  const environment = {
    url: backend.services.url,
    fetch,
    serviceKey,
    addressSalt,
    clientAddress,
  } as FunctionEnvironment;
  const handler = guarded(environment, bucket, z.object({}), async () => answer(200, {}), MOST);
  const statuses: number[] = [];
  for (const headers of said) {
    const request = new Request('http://localhost/', { method: 'POST', headers, body: '{}' });
    statuses.push((await handler(request)).status);
  }
  return statuses;
}

const REFUSED_AT_LAST = [200, 200, 200, 429, 429];
const numbers = [1, 2, 3, 4, 5];

it('counts by the entry of the proxy, not by those that the caller put before it', async () => {
  const said = numbers.map((n) => ({ 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` }));
  const rule = { header: 'x-forwarded-for', proxies: 1 };
  expect(await statusesOf('one-proxy', rule, said)).toEqual(REFUSED_AT_LAST);
});

it('counts by the entry of the outermost of several trusted proxies', async () => {
  const said = numbers.map((n) => ({ 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7, 10.0.0.${n}` }));
  const rule = { header: 'x-forwarded-for', proxies: 2 };
  expect(await statusesOf('two-proxies', rule, said)).toEqual(REFUSED_AT_LAST);
});

it('counts by no header but the one that the platform writes', async () => {
  const said = numbers.map((n) => ({
    'cf-connecting-ip': '198.51.100.7',
    'x-forwarded-for': `203.0.113.${n}`,
    'x-real-ip': `203.0.113.${n}`,
    forwarded: `for=203.0.113.${n}`,
  }));
  const rule = { header: 'cf-connecting-ip', proxies: 1 };
  expect(await statusesOf('platform', rule, said)).toEqual(REFUSED_AT_LAST);
});

it('counts the addresses of one IPv6 network as one, and those of whom nothing is known', async () => {
  const rule = { header: 'x-forwarded-for', proxies: 1 };
  const network = numbers.map((n) => ({ 'x-forwarded-for': `2001:db8:1:2::${n}` }));
  expect(await statusesOf('network', rule, network)).toEqual(REFUSED_AT_LAST);
  const nobody = numbers.map((n) => ({ 'x-forwarded-for': `made up ${n}` }));
  expect(await statusesOf('nobody', rule, nobody)).toEqual(REFUSED_AT_LAST);
});

it('counts others for themselves', async () => {
  const rule = { header: 'x-forwarded-for', proxies: 1 };
  const said = numbers.map((n) => ({ 'x-forwarded-for': `198.51.100.${n}` }));
  expect(await statusesOf('others', rule, said)).toEqual([200, 200, 200, 200, 200]);
});

it('reads no more of a body than a function takes', async () => {
  const { serviceKey, addressSalt } = inject('cluster').secrets;
  const clientAddress = { header: 'x-forwarded-for', proxies: 1 };
  const environment = {
    url: backend.services.url,
    fetch,
    serviceKey,
    addressSalt,
    clientAddress,
  } as FunctionEnvironment;
  const handler = guarded(environment, 'large', z.object({}), async () => answer(200, {}));
  let pulled = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
    cancel() {
      isCancelled = true;
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  expect((await handler(new Request('http://localhost/', init))).status).toBe(413);
  expect(isCancelled).toBe(true);
  expect(pulled).toBeLessThan(30);
});
