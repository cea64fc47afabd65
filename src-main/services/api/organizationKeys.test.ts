import { beforeEach, expect, it, vi } from 'vitest';
import { createOrganizationKeys } from './organizationKeys.ts';

const KEY = `sd_live_${'a'.repeat(64)}`;
const KNOWN = {
  success: true,
  data: {
    keyId: '5d3e9b07-8c46-4f21-b1aa-2e6f7c0d9e38',
    name: 'Studio',
    scopes: ['read', 'control'],
    expiresAtMs: null,
    callsThisMonth: 0,
    callsPerMonth: null,
  },
};
const REVOKED = { success: false, error: { code: 'BAD_KEY', message: 'This key was revoked.' } };

let nowMs: number;
const server = vi.fn<typeof fetch>();
const answer = (body: object | null) =>
  server.mockImplementation(() =>
    body ? Promise.resolve(Response.json(body)) : Promise.reject(new Error('no network')),
  );
beforeEach(() => {
  nowMs = 1_000_000;
  server.mockReset();
});

const open = () =>
  createOrganizationKeys({
    findBackend: () => Promise.resolve({ url: 'http://127.0.0.1:1', publicKey: 'anon', fetch: server }),
    clock: { nowMs: () => nowMs },
    log: { info: vi.fn(), error: vi.fn() },
  });

it('remembers a key for 30 seconds for calls that read: then its revocation is noticed', async () => {
  const keys = open();
  answer(KNOWN);
  await keys.check(KEY);
  answer(REVOKED);
  nowMs += 29_999;
  expect(await keys.check(KEY)).toMatchObject({ name: 'Studio' });
  expect(server).toHaveBeenCalledTimes(1);
  nowMs += 1;
  await expect(keys.check(KEY)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(server).toHaveBeenCalledTimes(2);
});

it('asks for each call that starts work, and notices the revocation for those that read as well', async () => {
  const keys = open();
  answer(KNOWN);
  const { organization } = await keys.check(KEY);
  await organization?.count('control');
  expect(server).toHaveBeenCalledTimes(2);
  answer(REVOKED);
  await expect(organization?.count('control')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await expect(keys.check(KEY)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

it('works with what it remembers for five minutes without the account server, which it asks every five seconds', async () => {
  const keys = open();
  answer(KNOWN);
  await keys.check(KEY);
  answer(null);
  nowMs += 30_000;
  await keys.check(KEY);
  nowMs += 4999;
  await keys.check(KEY);
  expect(server).toHaveBeenCalledTimes(2);
  nowMs += 1;
  await keys.check(KEY);
  expect(server).toHaveBeenCalledTimes(3);
  nowMs += 300_000;
  await expect(keys.check(KEY)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
});
