/** A database that an earlier SoundDesk made gets what the account service has had since. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectable } from '../../supabase/embedded/cluster.ts';
import { adminOf, isMigrated, prepareDatabase, withClient } from '../../supabase/embedded/migrate.ts';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

it('is not taken for complete without it, gets it once, and keeps its accounts', async () => {
  const email = 'earlier@example.org';
  await backend.signUp(email);
  const { socketDir, secrets } = inject('cluster');
  const cluster = connectable(socketDir);
  const { rows } = await backend.owner.query<{ name: string }>('select current_database() as name');
  const database = rows[0]?.name ?? '';
  await withClient(adminOf(cluster, secrets, database), async (client) => {
    await client.query('drop table auth.attempts, auth.known_addresses');
    await client.query('alter table auth.one_time_tokens drop column email');
    await client.query('comment on schema auth is null');
  });
  expect(await isMigrated(cluster, secrets, database)).toBe(false);
  expect(await prepareDatabase(cluster, secrets, database)).toEqual([]);
  expect(await isMigrated(cluster, secrets, database)).toBe(true);
  expect(await prepareDatabase(cluster, secrets, database)).toEqual([]);
  const { auth } = backend.client();
  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect((await auth.resetPasswordForEmail(email)).error).toBeNull();
  expect(await backend.mails()).toHaveLength(1);
  expect(backend.errors).toEqual([]);
});

it('holds nothing that a client may read or call', async () => {
  const { rows } = await backend.owner.query<{ name: string; open: boolean }>(
    `select n.name, has_table_privilege(r.role, 'auth.' || n.name, 'select, insert, update, delete') as open
     from unnest(array['attempts', 'known_addresses', 'one_time_tokens', 'users', 'sessions']) as n(name),
       unnest(array['anon', 'authenticated', 'service_role']) as r(role)`,
  );
  expect(rows.filter(({ open }) => open)).toEqual([]);
  const calls = await backend.owner.query<{ open: boolean }>(
    `select has_function_privilege(r.role, p.oid, 'execute') as open
     from pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) as r(role)
     where p.pronamespace = 'auth'::regnamespace and p.proname in ('take_attempt', 'return_attempt')`,
  );
  expect(calls.rows).toHaveLength(6);
  expect(calls.rows.filter(({ open }) => open)).toEqual([]);
});
