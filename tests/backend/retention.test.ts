/** The privacy policy says how long things are kept: a job holds to it. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startUpkeep } from '../../supabase/embedded/upkeep.ts';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';
import { createPerson, type Person } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let person: Person;
beforeAll(async () => {
  backend = await createTestBackend();
  person = await createPerson(backend, 'kept@example.org');
});
afterAll(() => backend.close());

const call = (token: string) =>
  fetch(`${backend.services.url}/functions/v1/delete-old-records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, apikey: inject('cluster').secrets.anonKey },
  });
async function addSession(startedAgo: string, receivedAgo: string): Promise<void> {
  await backend.owner.query(
    `insert into usage_sessions (user_id, kind, preset_id, started_at, created_at)
     values ($1, 'recording', $2::text, now() - $2::text::interval, now() - $3::interval)`,
    [person.userId, startedAgo, receivedAgo],
  );
}
const sessions = async () =>
  (
    await backend.owner.query<{ age: string }>(
      'select preset_id as age from usage_sessions where user_id = $1 order by started_at desc',
      [person.userId],
    )
  ).rows.map(({ age }) => age);

it('usage data goes after two years, and not before', async () => {
  await addSession('1 day', '1 day');
  await addSession('1 year 364 days', '1 day');
  await addSession('2 years 1 hour', '1 day');
  await addSession('9 years', '9 years');
  // What names a time to come is as old as the day on which it arrived.
  await addSession('-5 years', '2 years 1 hour');
  const answered = await call(inject('cluster').secrets.serviceKey);
  expect(await answered.json()).toEqual({
    success: true,
    data: { usageSessions: 3, books: 0, payouts: 0 },
  });
  expect(await sessions()).toEqual(['1 day', '1 year 364 days']);
});

it('is the server’s to carry out', async () => {
  const { data } = await person.client.auth.getSession();
  for (const token of [data.session?.access_token ?? '', inject('cluster').secrets.anonKey])
    expect((await call(token)).status).toBe(403);
  expect((await person.client.rpc('delete_old_records')).error?.code).toBe('42501');
});

it('is on the schedule of a backend on this machine', async () => {
  const called: string[] = [];
  const reported = Promise.withResolvers<void>();
  const upkeep = startUpkeep(
    new Proxy(
      {},
      {
        get: (_target, name) => async () => {
          called.push(String(name));
          if (name === 'delete-old-records') reported.resolve();
          return Response.json({});
        },
      },
    ),
    'http://127.0.0.1:9',
    1,
    { secrets: inject('cluster').secrets, log: () => undefined },
  );
  await reported.promise;
  await upkeep.close();
  expect(called).toContain('delete-old-records');
});
