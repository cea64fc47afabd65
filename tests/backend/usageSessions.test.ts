import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
