import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let owner: Person;
let other: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  owner = await createPerson(backend, 'owner@example.org');
  other = await createPerson(backend, 'other@example.org');
});
afterAll(() => backend.close());

const session = () => ({
  id: randomUUID(),
  kind: 'noise-cancellation',
  started_at: '2026-11-20T09:00:00Z',
  ended_at: '2026-11-20T09:30:00Z',
  figures: { durationSec: 1800 },
});
const once = { onConflict: 'id', ignoreDuplicates: true };

it('a session is its owner’s, who alone reads it, and is there once however often it is sent', async () => {
  const sent = session();
  for (let i = 0; i < 3; i++)
    expect((await owner.client.from('usage_sessions').upsert([sent], once)).error).toBeNull();
  const own = await owner.client.from('usage_sessions').select('user_id').eq('id', sent.id);
  expect(own.data).toEqual([{ user_id: owner.userId }]);
  expect((await other.client.from('usage_sessions').select('id').eq('id', sent.id)).data).toEqual([]);
  expect((await backend.client().from('usage_sessions').select('id')).data ?? []).toEqual([]);
});

it('nobody writes one for somebody else, or changes somebody else’s', async () => {
  const sent = session();
  await owner.client.from('usage_sessions').upsert([sent], once);
  const forged = { ...session(), user_id: owner.userId };
  expect((await other.client.from('usage_sessions').insert([forged])).error).not.toBeNull();
  expect((await backend.client().from('usage_sessions').insert([session()])).error).not.toBeNull();
  await other.client.from('usage_sessions').upsert([{ ...sent, figures: {} }], once);
  await other.client.from('usage_sessions').update({ figures: {} }).eq('id', sent.id);
  const { rows } = await backend.owner.query<{ figures: object }>(
    'select figures from usage_sessions where id = $1',
    [sent.id],
  );
  expect(rows).toEqual([{ figures: sent.figures }]);
});

describe('how many', () => {
  const many = (count: number) => Array.from({ length: count }, session);
  const keptOf = async (person: Person) => {
    const { rows } = await backend.owner.query<{ n: number }>(
      'select count(*)::int as n from usage_sessions where user_id = $1',
      [person.userId],
    );
    return rows[0]?.n;
  };
  const send = ({ client }: Person, rows: object[]) => client.from('usage_sessions').upsert(rows, once);

  it('an account sends in a day has an end, with a code, and what is there stays', async () => {
    const heavy = await createPerson(backend, 'heavy@example.org');
    const first = many(1000);
    expect((await send(heavy, first)).error).toBeNull();
    const refused = await send(heavy, [session()]);
    expect(refused.status).toBe(429);
    expect(refused.error?.code).toBe('PT429');
    expect(refused.error?.message).toContain('1000 sessions');
    // What is there already is no more.
    expect((await send(heavy, first.slice(0, 200))).error).toBeNull();
    expect(await keptOf(heavy)).toBe(1000);
    // Somebody else's day is his own.
    expect((await send(other, [session()])).error).toBeNull();
    await backend.owner.query(
      `update usage_sessions set created_at = created_at - interval '1 day' where user_id = $1`,
      [heavy.userId],
    );
    expect((await send(heavy, [session()])).error).toBeNull();
  });

  it('are added at once makes no difference', async () => {
    const racer = await createPerson(backend, 'racer@example.org');
    await send(racer, many(900));
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(racer, many(30))));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await keptOf(racer)).toBe(990);
  });
});

it.each([
  ['figures that are too large', { figures: { note: 'x'.repeat(4000) } }],
  ['figures that are none', { figures: [1, 2] }],
  ['a preset with a name without end', { preset_id: 'p'.repeat(201) }],
  ['a time that never was', { started_at: '-infinity' }],
  ['an end that never comes', { ended_at: 'infinity' }],
])('refuses %s', async (_, wrong) => {
  const { error } = await owner.client.from('usage_sessions').insert([{ ...session(), ...wrong }]);
  expect(error?.code).toBe('23514');
});

it('a session that is there cannot be made larger than one that is sent', async () => {
  const sent = session();
  await owner.client.from('usage_sessions').insert([sent]);
  const { error } = await owner.client
    .from('usage_sessions')
    .update({ figures: { note: 'x'.repeat(4000) } })
    .eq('id', sent.id);
  expect(error?.code).toBe('23514');
});
