/** Keys of an organization at the API of two computers, with the real backend of one of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectToHost } from '../lib/hostClient.ts';
import { startAccountsHost, type AccountsHost } from '../lib/accountsHost.ts';
import { callApi, findFreePort, startApiHost, type ApiHost, type ApiRequest } from '../lib/apiHost.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';

let accounts: AccountsHost;
let second: ApiHost;
let port: number;
let organization: string;
beforeAll(async () => {
  accounts = await startAccountsHost();
  const place = accounts.host.accounts;
  if (place?.kind !== 'project') throw new Error('no accounts');
  const env = { SOUNDDESK_SUPABASE_URL: place.url, SOUNDDESK_SUPABASE_ANON_KEY: place.anonKey };
  second = await startApiHost({ env: { ...process.env, ...env }, hasAccounts: true });
  const client = connectToHost(accounts.host);
  port = await findFreePort();
  unwrap(await client.call('api.setServer', { isOn: true, port }));
  client.close();
  const made = await accounts.owner.query<{ id: string }>(
    `insert into organizations (name, is_personal) values ('Keys', false) returning id`,
  );
  organization = made.rows[0]?.id ?? '';
});
afterAll(async () => {
  await second?.close();
  await accounts?.close();
});
beforeEach(async () => {
  await accounts.owner.query(`update plans set api_calls_per_month = null where id = 'enterprise'`);
  await accounts.owner.query('delete from private.api_calls');
  await setPlan('enterprise');
});

const setPlan = (plan: string) =>
  accounts.owner.query(
    `insert into subscriptions (organization_id, plan_id, status, seats, current_period_ends_at) values ($1, $2, 'active', 5, 'infinity')
     on conflict (organization_id) do update set plan_id = excluded.plan_id`,
    [organization, plan],
  );

let made = 0;
/** As `create_api_key` keeps it for an admin. */
async function newKey(scopes: string[], endsAt: string | null = null): Promise<string> {
  const key = `sd_live_${String((made += 1)).padStart(64, '0')}`;
  await accounts.owner.query(
    `insert into api_keys (organization_id, name, key_hash, key_prefix, scopes, expires_at)
     values ($1, 'Studio', sha256($2::bytea), 'sd_live_0000', $3, $4)`,
    [organization, Buffer.from(key), scopes, endsAt],
  );
  return key;
}
const change = (key: string, set: string) =>
  accounts.owner.query(`update api_keys set ${set} where key_hash = sha256($1::bytea)`, [Buffer.from(key)]);
const rowOf = async (key: string) =>
  (
    await accounts.owner.query<{ usage_count: string; isUsed: boolean }>(
      `select usage_count, last_used_at > now() - interval '1 minute' as "isUsed" from api_keys where key_hash = sha256($1::bytea)`,
      [Buffer.from(key)],
    )
  ).rows[0];

const call = (path: string, request: ApiRequest) => callApi(port, path, request);
/** Starts work, and needs no device. */
const startWork = (at: number, key: string) =>
  callApi(at, '/plugins/scan', { method: 'POST', body: {}, key });

describe('a key of an organization', () => {
  it('does what its scopes say, and its use is written', async () => {
    const key = await newKey(['recording:create']);
    expect((await call('/recording', { key })).status).toBe(200);
    expect((await call('/key', { key })).json).toEqual({
      name: 'Studio',
      scopes: ['recording:create'],
      expiresAtMs: null,
      calls: { month: new Date().toISOString().slice(0, 7), used: 0, limit: null },
    });
    expect((await call('/takes', { key })).json).toMatchObject({ status: 403, code: 'SCOPE_MISSING' });
    expect(await rowOf(key)).toEqual({ usage_count: '0', isUsed: true });
    const reads = await newKey(['read']);
    expect((await call('/takes', { key: reads })).status).toBe(200);
  });

  it('is refused where it is unknown, has ended or was revoked, or where the plan has no access', async () => {
    const unknown = await call('/key', { key: `sd_live_${'f'.repeat(64)}` });
    expect(unknown.json).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    const over = await newKey(['read'], '2020-01-01');
    expect((await call('/key', { key: over })).status).toBe(401);
    const key = await newKey(['control']);
    expect((await startWork(port, key)).status).toBe(202);
    await change(key, `status = 'revoked'`);
    // A call that is counted asks each time.
    expect((await startWork(port, key)).json).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect((await call('/recording/pause', { method: 'POST', key })).status).toBe(401);
    await setPlan('professional');
    const late = await call('/key', { key: await newKeyPast(['read']) });
    expect(late.json).toMatchObject({ status: 403, code: 'PLAN_LIMIT' });
  });

  it('has the calls of its month on two computers together, of many at once', async () => {
    await accounts.owner.query(`update plans set api_calls_per_month = 7 where id = 'enterprise'`);
    const keys = [await newKey(['control']), await newKey(['control'])];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        startWork(index % 2 === 0 ? port : second.port, keys[index % 3 === 0 ? 0 : 1] ?? ''),
      ),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(13);
    expect(refused[0]?.json.detail).toBe('All calls of this month are used up.');
    // The calls of this computer's own keys are others.
    expect((await startWork(second.port, second.key)).status).toBe(202);
  });

  it('is remembered for a moment without the account server, which counts the calls later', async () => {
    const [key, never] = [await newKey(['control', 'read']), await newKey(['read'])];
    expect((await call('/key', { key })).status).toBe(200);
    accounts.faults.route('use-api-key', (request) => request.abort());
    expect((await startWork(port, key)).status).toBe(202);
    expect((await call('/key', { key })).json.calls).toMatchObject({ used: 1 });
    const asked = await call('/key', { key: never });
    expect(asked.json).toMatchObject({ status: 424, code: 'SERVER_UNREACHABLE', retryable: true });
    expect(asked.json.detail).toMatch(/A key of this computer works without a network\.$/);
    expect(await rowOf(key)).toMatchObject({ usage_count: '0' });
    accounts.faults.unroute('use-api-key');
    expect((await startWork(port, key)).status).toBe(202);
    await expect.poll(() => rowOf(key)).toMatchObject({ usage_count: '2' });
  });
});

/** One from the time when the plan had access. */
async function newKeyPast(scopes: string[]): Promise<string> {
  await setPlan('enterprise');
  const key = await newKey(scopes);
  await setPlan('professional');
  return key;
}
