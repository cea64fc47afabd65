import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, createSuperAdmin, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let admin: Person;
let secret: string;
beforeAll(async () => {
  backend = await createTestBackend();
  admin = await createSuperAdmin(backend);
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.owner.query('delete from private.rate_limits');
  await backend.owner.query('delete from gateway_events');
  const rotated = await admin.client.rpc('rotate_gateway_secret');
  if (rotated.error) throw rotated.error;
  secret = String(rotated.data);
});

async function newKey(changes: object = {}): Promise<{ id: string; key: string }> {
  const answered = await admin.client.rpc('generate_psfaba_api_key', { key_name: 'Shop', ...changes });
  if (answered.error) throw answered.error;
  const [made] = answered.data as { id: string; api_key: string }[];
  if (!made) throw new Error('no key was made');
  return { id: made.id, key: made.api_key };
}
const EVENT = { id: 'evt-1', type: 'payment.received' };
async function call(key: string, body: unknown = EVENT, shown = secret) {
  const response = await fetch(`${backend.services.url}/functions/v1/psfaba-webhook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'x-webhook-secret': shown },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { data, error } = (await response.json()) as { data?: { isNew: boolean }; error?: { code: string } };
  return { status: response.status, isNew: data?.isNew, code: error?.code };
}
const rowOf = async (id: string) =>
  (
    await admin.client
      .from('psfaba_api_keys')
      .select('status, usage_count, last_used_at, expires_at, key_prefix, key_suffix')
      .eq('id', id)
      .single()
  ).data;
const eventIds = async () =>
  (await admin.client.from('gateway_events').select('id, event_type, key_id')).data ?? [];

describe('a key of the gateway', () => {
  it('is reported once, kept as a hash, and counts the calls that were taken', async () => {
    const { id, key } = await newKey({ description: '  ' });
    expect(key).toMatch(/^psfaba_live_[0-9a-z]{32}$/);
    expect(await rowOf(id)).toMatchObject({
      usage_count: 0,
      last_used_at: null,
      expires_at: null,
      key_prefix: key.slice(0, 16),
      key_suffix: key.slice(-4),
    });
    expect(await call(key)).toEqual({ status: 200, isNew: true, code: undefined });
    expect(await call(key)).toMatchObject({ status: 200, isNew: false });
    expect(await eventIds()).toEqual([{ id: 'evt-1', event_type: 'payment.received', key_id: id }]);
    expect(await rowOf(id)).toMatchObject({ usage_count: 2, last_used_at: expect.any(String) as string });
    const kept = await backend.owner.query<{ text: string }>(
      `select row_to_json(k)::text as text from psfaba_api_keys k union all select row_to_json(l)::text from audit_log l`,
    );
    expect(kept.rows.filter(({ text }) => text.includes(key) || text.includes(secret))).toEqual([]);
    // That it was used is a figure, and no line in the log.
    const log = await admin.client.from('audit_log').select('action').eq('row_id', id);
    expect(log.data).toEqual([{ action: 'insert' }]);
  });

  it('is taken no more once it is revoked, over or deleted, and again when it is made good', async () => {
    const { id, key } = await newKey({ valid_days: 30 });
    const refused = { status: 401, code: 'BAD_KEY' };
    const set = (status: string) => admin.client.from('psfaba_api_keys').update({ status }).eq('id', id);
    expect(await call(key)).toMatchObject({ status: 200 });
    await set('revoked');
    expect(await call(key)).toMatchObject(refused);
    await set('active');
    expect(await call(key)).toMatchObject({ status: 200 });
    await backend.owner.query(`update psfaba_api_keys set expires_at = now() where id = $1`, [id]);
    expect(await call(key)).toMatchObject(refused);
    await admin.client.from('psfaba_api_keys').delete().eq('id', id);
    expect(await call(key)).toMatchObject(refused);
    // What it reported stays.
    expect(await eventIds()).toMatchObject([{ id: 'evt-1', key_id: null }]);
  });

  it.each([
    [{ key_name: ' ' }, 'API key name is required'],
    [{ valid_days: 0 }, 'A key is valid for 1 to 3650 days.'],
    [{ valid_days: 100_000 }, 'A key is valid for 1 to 3650 days.'],
  ])('is not made of %j', async (input, message) => {
    const { error } = await admin.client.rpc('generate_psfaba_api_key', { key_name: 'Shop', ...input });
    expect(error?.message).toBe(message);
  });
});

describe('a call of the gateway', () => {
  it('shows the secret of this installation: another one is taken at once, and the old one no more', async () => {
    const { id, key } = await newKey();
    expect(await call(key, EVENT, '')).toMatchObject({ status: 401, code: 'BAD_SECRET' });
    expect(await call(key, EVENT, `${secret}0`)).toMatchObject({ status: 401, code: 'BAD_SECRET' });
    const rotated = await admin.client.rpc('rotate_gateway_secret');
    expect(await call(key)).toMatchObject({ status: 401, code: 'BAD_SECRET' });
    expect(await call(key, EVENT, String(rotated.data))).toMatchObject({ status: 200 });
    expect(await rowOf(id)).toMatchObject({ usage_count: 1 });
    const shown = await admin.client.rpc('read_gateway_webhook').single();
    expect(shown.data).toMatchObject({ secret_prefix: String(rotated.data).slice(0, 10) });
  });

  it.each(['', 'psfaba_live_', `psfaba_live_${'0'.repeat(32)}`, "' or true --", 'x'.repeat(4000)])(
    'bears a key that is known: %s',
    async (key) => {
      expect(await call(key)).toMatchObject({ status: 401, code: 'BAD_KEY' });
    },
  );

  it.each([
    ['', 400, 'BAD_INPUT'],
    ['[]', 400, 'BAD_INPUT'],
    ['{"id": "", "type": "a"}', 400, 'BAD_INPUT'],
    ['{"id": "evt\\u0000", "type": "a"}', 400, 'BAD_INPUT'],
    [JSON.stringify({ id: 'x'.repeat(201), type: 'a' }), 400, 'BAD_INPUT'],
    [JSON.stringify({ ...EVENT, more: 'x'.repeat(70_000) }), 413, 'TOO_LARGE'],
  ] as const)('is an event: %#', async (body, status, code) => {
    const { id, key } = await newKey();
    expect(await call(key, body)).toMatchObject({ status, code });
    expect(await eventIds()).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ usage_count: 0 });
  });

  it('counts once each where many come at once, and the same event is one', async () => {
    const { id, key } = await newKey();
    const calls = await Promise.all(Array.from({ length: 20 }, () => call(key)));
    expect(calls.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ usage_count: 20 });
    expect(await eventIds()).toHaveLength(1);
  });

  it('is limited, and a GET is none', async () => {
    const get = await fetch(`${backend.services.url}/functions/v1/psfaba-webhook`);
    expect(get.ok).toBe(false);
    await backend.owner.query('delete from private.rate_limits');
    const { key } = await newKey();
    await call(key);
    await backend.owner.query(`update private.rate_limits set used = 600 where bucket = 'psfaba-webhook'`);
    expect(await call(key)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  });
});

describe('nobody else', () => {
  it('makes keys or secrets, or reads of the gateway', async () => {
    const person = await createPerson(backend, 'curious@example.org');
    for (const client of [person.client, backend.client()]) {
      for (const name of ['rotate_gateway_secret', 'read_gateway_webhook'] as const)
        expect((await client.rpc(name)).error?.code).toBe('42501');
      expect((await client.rpc('generate_psfaba_api_key', { key_name: 'Mine' })).error?.code).toBe('42501');
      const accepted = await client.rpc('accept_gateway_event', {
        api_key: 'a',
        webhook_secret: 'b',
        event: 'c',
        type: 'd',
      });
      expect(accepted.error?.code).toBe('42501');
      expect((await client.from('gateway_events').select('id')).data ?? []).toEqual([]);
      expect((await client.from('gateway_events').insert({ id: 'x', event_type: 'y' })).error?.code).toBe(
        '42501',
      );
    }
  });
});
