/** Keys of an organisation: made, limited, used and counted, past the screen and by many at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_SCOPES, type ApiScope } from '../../src-shared/domain/apiKeys.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

interface Verdict {
  outcome: string;
  keyId?: string;
  organizationId?: string;
  callsThisMonth?: number;
  callsPerMonth?: number | null;
}

let backend: TestBackend;
let owner: Person;
let organization: string;

beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'keys@example.org');
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.owner.query(`update plans set api_calls_per_month = null where id = 'enterprise'`);
  await backend.owner.query('delete from organizations where not is_personal');
  const made = await owner.client.rpc('create_organization', { organization_name: 'Keys' });
  if (made.error) throw made.error;
  organization = made.data as string;
  await setPlan('enterprise');
});

async function setPlan(plan: string, endsAt = 'infinity'): Promise<void> {
  await backend.owner.query(
    `insert into subscriptions (organization_id, plan_id, status, seats, current_period_ends_at) values ($1, $2, 'active', 5, $3)
     on conflict (organization_id) do update set plan_id = excluded.plan_id, status = excluded.status,
       seats = excluded.seats, trial_ends_at = null, current_period_ends_at = excluded.current_period_ends_at`,
    [organization, plan, endsAt],
  );
}
const ask = (changes: object = {}) =>
  owner.client.rpc('create_api_key', {
    organization,
    key_name: 'Studio',
    key_scopes: ['recording:create'],
    ...changes,
  });
async function newKey(changes: object = {}): Promise<{ id: string; key: string }> {
  const answered = await ask(changes);
  if (answered.error) throw answered.error;
  const [made] = answered.data as { id: string; api_key: string }[];
  if (!made) throw new Error('no key was made');
  return { id: made.id, key: made.api_key };
}
async function use(api_key: string, scope: string = 'recording:create'): Promise<Verdict> {
  const answered = await backend.serviceClient().rpc('use_api_key', { api_key, scope });
  if (answered.error) throw answered.error;
  return answered.data as Verdict;
}
async function rowOf(id: string) {
  const { data, error } = await owner.client
    .from('api_keys')
    .select('name, status, scopes, key_prefix, usage_count, last_used_at, expires_at')
    .eq('id', id)
    .single();
  if (error) throw error;
  return data;
}
async function usage(): Promise<Record<string, unknown>> {
  const answered = await owner.client.rpc('read_plan_usage', { organization });
  if (answered.error) throw answered.error;
  return answered.data as Record<string, unknown>;
}

describe('a key of an organisation', () => {
  it('is 256 bits, shown once, kept as a hash with its beginning, and in the trail by its name', async () => {
    const { id, key } = await newKey({ key_scopes: ['voice:transcribe', 'recording:create'] });
    expect(key).toMatch(/^sd_live_[0-9a-f]{64}$/);
    expect(await rowOf(id)).toEqual({
      name: 'Studio',
      status: 'active',
      scopes: ['recording:create', 'voice:transcribe'],
      key_prefix: key.slice(0, 12),
      usage_count: 0,
      last_used_at: null,
      expires_at: null,
    });
    const kept = await backend.owner.query<{ text: string; hash: Buffer }>(
      `select row_to_json(k)::text as text from api_keys k union all select row_to_json(l)::text from audit_log l`,
    );
    expect(kept.rows.filter(({ text }) => text.includes(key.slice(12)))).toEqual([]);
    const hash = await backend.owner.query<{ isIt: boolean }>(
      'select key_hash = sha256($2::bytea) as "isIt" from api_keys where id = $1',
      [id, Buffer.from(key)],
    );
    expect(hash.rows).toEqual([{ isIt: true }]);
    expect((await owner.client.from('api_keys').select('key_hash')).error?.code).toBe('42501');
    await use(key);
    await owner.client.from('api_keys').update({ status: 'revoked' }).eq('id', id);
    await owner.client.from('api_keys').delete().eq('id', id);
    const trail = await owner.client.rpc('list_audit_trail', { organization });
    const lines = trail.data as { action: string; table_name: string; subject: string }[];
    expect(lines.filter(({ table_name: table }) => table === 'api_keys')).toMatchObject([
      { action: 'delete', subject: 'Studio' },
      { action: 'update', subject: 'Studio' },
      { action: 'insert', subject: 'Studio' },
    ]);
  });

  it.each([
    [{ key_name: ' ' }, 'API key name is required'],
    [{ key_scopes: [] }, 'A key is for one kind of call at least.'],
    [{ valid_days: 0 }, 'A key is valid for 1 to 3650 days.'],
    [{ valid_days: 100_000 }, 'A key is valid for 1 to 3650 days.'],
    [{ key_scopes: ['everything'] }, /api_keys_scopes_check/],
    [{ key_scopes: [null] }, /api_keys_scopes_check/],
    [{ key_name: 'x'.repeat(121) }, /api_keys_name_check/],
  ])('is not made of %j', async (input, message) => {
    expect((await ask(input)).error?.message).toMatch(message);
  });

  it('is neither added, nor given other scopes or another end, by a plain write', async () => {
    const { id } = await newKey({ valid_days: 30 });
    const refused = [
      await owner.client.from('api_keys').insert({
        organization_id: organization,
        name: 'Mine',
        key_hash: '\\x00',
        key_prefix: 'sd_live_0000',
      }),
      await owner.client
        .from('api_keys')
        .update({ scopes: [...API_SCOPES] })
        .eq('id', id),
      await owner.client.from('api_keys').update({ expires_at: null }).eq('id', id),
      await owner.client.from('api_keys').update({ usage_count: 0 }).eq('id', id),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501', '42501']);
  });

  it('is one of a hundred, also where many are made at once', async () => {
    await backend.owner.query(
      `insert into api_keys (organization_id, name, key_hash, key_prefix, scopes)
       select $1::uuid, 'Key ' || n, sha256(($1::uuid::text || n)::bytea), 'sd_live_0000', '{recording:create}' from generate_series(1, 95) n`,
      [organization],
    );
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask()));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(5);
    expect(answers.find(({ error }) => error !== null)?.error?.message).toContain('KEY_LIMIT');
    expect(await usage()).toMatchObject({ apiKeys: 100 });
  });
});

describe('a call by a key', () => {
  it.each(API_SCOPES)('of the kind %s is taken for a key of that kind alone, and counted', async (scope) => {
    const { id, key } = await newKey({ key_scopes: [scope] });
    const other = API_SCOPES.find((one) => one !== scope) satisfies ApiScope | undefined;
    expect(await use(key, other ?? '')).toEqual({ outcome: 'BAD_SCOPE' });
    expect(await use(key, '')).toEqual({ outcome: 'BAD_SCOPE' });
    expect(await use(key, scope)).toEqual({
      outcome: 'OK',
      organizationId: organization,
      keyId: id,
      callsThisMonth: 1,
      callsPerMonth: null,
    });
    expect(await rowOf(id)).toMatchObject({ usage_count: 1, last_used_at: expect.any(String) as string });
    expect(await usage()).toMatchObject({ apiCalls: 1, apiCallsPerMonth: null, apiAccess: true });
  });

  it('is refused for a key that is revoked, over, deleted or not known, and taken once it is made good', async () => {
    const { id, key } = await newKey({ valid_days: 30 });
    const refused = { outcome: 'BAD_KEY' };
    const set = (status: string) => owner.client.from('api_keys').update({ status }).eq('id', id);
    for (const wrong of ['', 'sd_live_', `${key}0`, key.toUpperCase()])
      expect(await use(wrong)).toEqual(refused);
    await set('revoked');
    expect(await use(key)).toEqual(refused);
    await set('active');
    expect(await use(key)).toMatchObject({ outcome: 'OK' });
    await backend.owner.query('update api_keys set expires_at = now() where id = $1', [id]);
    expect(await use(key)).toEqual(refused);
    await owner.client.from('api_keys').delete().eq('id', id);
    expect(await use(key)).toEqual(refused);
    // What was called stays counted for the month.
    expect(await usage()).toMatchObject({ apiCalls: 1 });
  });

  it('is refused from the moment that the plan has ended, and another plan has none', async () => {
    const { id, key } = await newKey();
    expect(await use(key)).toMatchObject({ outcome: 'OK' });
    await setPlan('enterprise', 'yesterday');
    expect(await use(key)).toEqual({ outcome: 'PLAN_LIMIT' });
    await setPlan('professional');
    expect(await use(key)).toEqual({ outcome: 'PLAN_LIMIT' });
    expect((await ask()).error?.message).toContain('PLAN_LIMIT');
    expect(await rowOf(id)).toMatchObject({ usage_count: 1 });
    expect(await usage()).toMatchObject({
      planId: 'professional',
      apiAccess: false,
      apiCallsPerMonth: 100_000,
    });
  });

  it('is one of those of the month: of many at once, by two keys, no more are taken than are left', async () => {
    await backend.owner.query(`update plans set api_calls_per_month = 7 where id = 'enterprise'`);
    const [first, second] = [await newKey(), await newKey()];
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => use((index % 2 === 0 ? first : second).key)),
    );
    const taken = verdicts.filter(({ outcome }) => outcome === 'OK');
    expect(taken.map(({ callsThisMonth }) => callsThisMonth).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(verdicts.filter(({ outcome }) => outcome === 'CALL_LIMIT')).toHaveLength(13);
    const counts = [(await rowOf(first.id)).usage_count, (await rowOf(second.id)).usage_count] as number[];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(7);
    // Neither another key nor the end of one gives any back.
    await owner.client.from('api_keys').delete().eq('id', first.id);
    expect(await use((await newKey()).key)).toEqual({ outcome: 'CALL_LIMIT' });
    // Another month has its own.
    await backend.owner.query(`update private.api_calls set month = month - interval '1 month'`);
    expect(await use(second.key)).toMatchObject({ outcome: 'OK', callsThisMonth: 1 });
    await backend.owner.query(`update plans set api_calls_per_month = 0 where id = 'enterprise'`);
    await backend.owner.query('delete from private.api_calls');
    expect(await use(second.key)).toEqual({ outcome: 'CALL_LIMIT' });
  });

  it('is counted by the server alone', async () => {
    const { key } = await newKey();
    for (const client of [owner.client, backend.client()])
      expect((await client.rpc('use_api_key', { api_key: key, scope: 'recording:create' })).error?.code).toBe(
        '42501',
      );
  });
});

describe('what is used of a plan', () => {
  it('is shown to owners and admins alone', async () => {
    expect(await usage()).toEqual({
      planId: 'enterprise',
      seats: 5,
      seatsTaken: 1,
      seatsPromised: 0,
      audioTracks: null,
      videoSources: null,
      teams: 'advanced',
      teamCount: 0,
      broadcasting: true,
      voiceAi: true,
      apiAccess: true,
      apiKeys: 0,
      apiCalls: 0,
      apiCallsPerMonth: null,
    });
    const stranger = await createPerson(backend, 'stranger@example.org');
    for (const client of [stranger.client, backend.client()])
      expect((await client.rpc('read_plan_usage', { organization })).error?.code).toBe('42501');
  });
});
