import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  writeOwnData,
  type OwnDataSource,
  type OwnFacts,
  type OwnPage,
} from '../../src-renderer/site/gdpr/writeOwnData.ts';
import { createTestBackend, PASSWORD, type TestBackend } from '../lib/backend.ts';
import { createOrganization, createPerson, type OrganizationSeed } from '../lib/organizationWorld.ts';

let backend: TestBackend;
let alpha: OrganizationSeed;
let bravo: OrganizationSeed;
beforeAll(async () => {
  backend = await createTestBackend();
  alpha = await createOrganization(backend, 'ALPHAS');
  bravo = await createOrganization(backend, 'BRAVOS');
});
afterAll(() => backend.close());

const call = async (name: string, token: string) =>
  fetch(`${backend.services.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: inject('cluster').secrets.anonKey, authorization: `Bearer ${token}` },
  });
const deleteDue = () => call('delete-due-accounts', inject('cluster').secrets.serviceKey);
const makeDue = (userId: string) =>
  backend.owner.query(
    `update account_deletions set delete_after = now() - interval '1 s' where user_id = $1`,
    [userId],
  );
const count = async (sql: string, value: string) =>
  Number((await backend.owner.query<{ count: string }>(sql, [value])).rows[0]?.count);

describe('the download of one’s own data', () => {
  it('holds what is one’s own, and nothing of anybody else, or secret', async () => {
    const data: unknown = (await alpha.owner.client.rpc('export_my_data')).data;
    const text = JSON.stringify(data);
    expect(data).toMatchObject({
      account: { id: alpha.owner.userId, email: alpha.owner.email },
      profile: { display_name: 'ALPHAS' },
      licenses: [{ key_prefix: 'SD-AAAAA' }],
      invoices: [{ number: 'ALPHAS' }],
      messages: [{ message: 'ALPHAS' }],
      sessions: [{ preset_id: 'ALPHAS' }],
    });
    for (const word of [
      'BRAVOS',
      bravo.owner.userId,
      alpha.member.userId,
      alpha.member.email,
      'key_hash',
      'key_sealed',
    ])
      expect(text).not.toContain(word);
  });

  it('holds every table whose rows are somebody’s', async () => {
    const { rows } = await backend.owner.query<{ name: string; isThere: boolean }>(
      `select c.table_name as name, exists (
         select 1 from pg_proc p where p.oid in ('public.read_my_data()'::regprocedure, 'private.own_data_lists()'::regprocedure)
           and p.prosrc ~ ('public\\.' || c.table_name || '\\M')) as "isThere"
       from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'user_id'`,
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ isThere }) => !isThere)).toEqual([]);
  });

  it('gives a member no bill of the organisation', async () => {
    const data: unknown = (await alpha.member.client.rpc('export_my_data')).data;
    expect((data as { invoices: unknown[] }).invoices).toEqual([]);
  });

  it('gives a visitor nothing', async () => {
    for (const [name, input] of [
      ['export_my_data', {}],
      ['read_my_data', {}],
      ['list_my_data', { list: 'sessions' }],
    ] as const)
      expect((await backend.client().rpc(name, input)).error?.code).toBe('42501');
  });
});

describe('the download of one’s own data, page by page', () => {
  it('has the same lists and facts as the one answer', async () => {
    const whole = (await alpha.owner.client.rpc('export_my_data')).data as Record<string, unknown>;
    const read = JSON.parse(await textOf(alpha.owner.client)) as Record<string, unknown>;
    expect({ ...read, exportedAt: '' }).toEqual({ ...whole, exportedAt: '' });
    expect(read).toMatchObject({
      account: { email: alpha.owner.email },
      apiKeys: [{ name: 'ALPHAS' }],
      messages: [{ message: 'ALPHAS' }],
      answers: [{ body: 'ALPHAS' }],
      affiliateReferrals: [{ label: 'ALPHAS' }],
      paypalSubscriptions: [{ id: 'I-ALPHAS' }],
      refunds: [{ id: 'ALPHAS' }],
    });
  });

  it('has each row once, also where many are of one moment, and whatever comes meanwhile', async () => {
    const person = await createPerson(backend, 'busy@example.org');
    const add = (count: number, started: string) =>
      backend.owner.query(
        `insert into usage_sessions (user_id, kind, preset_id, started_at)
         select $1, 'recording', n::text, ${started} from generate_series(1, $2::int) n`,
        [person.userId, count],
      );
    await add(2345, `now() - (n / 400) * interval '1 minute'`);
    let isFirst = true;
    const text = await textOf(person.client, async () => {
      if (!isFirst) return;
      isFirst = false;
      // Behind what was read, and before it.
      await add(3, `now() + interval '1 minute'`);
      await add(3, `now() - interval '1 year'`);
    });
    const { sessions } = JSON.parse(text) as { sessions: { id: string; started_at: string }[] };
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);
    expect(sessions.length).toBeGreaterThanOrEqual(2345);
    const times = sessions.map(({ started_at: at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // Who asks for all in one answer learns how to get it.
    const { error } = await person.client.rpc('export_my_data');
    expect(error?.message).toContain('downloads page by page');
  });

  it('is a thousand rows at most at once, of lists that there are', async () => {
    const { client } = alpha.owner;
    const person = await createPerson(backend, 'greedy@example.org');
    await backend.owner.query(
      `insert into usage_sessions (user_id, kind, started_at) select $1, 'recording', now() from generate_series(1, 1200)`,
      [person.userId],
    );
    for (const page_size of [1_000_000, 1000]) {
      const many = await person.client.rpc('list_my_data', { list: 'sessions', page_size });
      expect((many.data as { rows: unknown[] }).rows).toHaveLength(1000);
    }
    const least = await person.client.rpc('list_my_data', { list: 'sessions', page_size: -5 });
    expect((least.data as { rows: unknown[] }).rows).toHaveLength(1);
    for (const list of ['', 'audit_log', `sessions' or true --`]) {
      const { error } = await client.rpc('list_my_data', { list });
      expect(error?.code).toBe('22023');
    }
    const bad = { list: 'sessions', after_at: 'now', after_id: `x'); drop table teams; --` };
    expect((await client.rpc('list_my_data', bad)).error?.code).toBe('22023');
  });

  it('holds nothing of anybody else, wherever a page begins', async () => {
    const after = { after_at: '1970-01-01', after_id: '00000000-0000-0000-0000-000000000000' };
    const { lists } = (await alpha.owner.client.rpc('read_my_data')).data as { lists: string[] };
    expect(lists.length).toBeGreaterThan(15);
    for (const list of lists) {
      const answered = await alpha.owner.client.rpc('list_my_data', { list, ...after });
      expect(answered.error, list).toBeNull();
      for (const word of ['BRAVOS', bravo.owner.userId, alpha.member.userId, alpha.member.email, 'key_hash'])
        expect(JSON.stringify(answered.data), list).not.toContain(word);
    }
  });
});

/** The document that the page writes; `between` is awaited before each page. */
async function textOf(client: SupabaseClient, between = async () => {}): Promise<string> {
  const source: OwnDataSource = {
    readFacts: async () => (await client.rpc('read_my_data').throwOnError()).data as OwnFacts,
    readList: async (list, after) => {
      await between();
      const behind = after === null ? {} : { after_at: after.at, after_id: after.id };
      return (await client.rpc('list_my_data', { list, page_size: 500, ...behind }).throwOnError())
        .data as OwnPage;
    },
  };
  let text = '';
  for await (const part of writeOwnData(source, new AbortController().signal)) text += part.text;
  return text;
}

describe('the deletion of an account', () => {
  it('is asked for, seen and taken back by its owner alone', async () => {
    const person = await createPerson(backend, 'leaving@example.org');
    const due: unknown = (await person.client.rpc('request_account_deletion')).data;
    const days = (Date.parse(due as string) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(14.1);
    // Asked again, it does not start again.
    expect((await person.client.rpc('request_account_deletion')).data).toBe(due);
    const read = async ({ client }: { client: typeof person.client }) =>
      (await client.from('account_deletions').select('user_id').eq('user_id', person.userId)).data ?? [];
    expect(await read(person)).toHaveLength(1);
    expect(await read(alpha.owner)).toEqual([]);
    expect(
      (
        await person.client
          .from('account_deletions')
          .update({ delete_after: 'now' })
          .eq('user_id', person.userId)
      ).error?.code,
    ).toBe('42501');
    expect(
      (await person.client.from('account_deletions').delete().eq('user_id', person.userId)).error?.code,
    ).toBe('42501');
    await alpha.owner.client.rpc('cancel_account_deletion');
    expect(await read(person)).toHaveLength(1);
    await person.client.rpc('cancel_account_deletion');
    expect(await read(person)).toEqual([]);
  });

  it('waits until it is due, and then leaves nothing but bills without a person', async () => {
    const person = await createPerson(backend, 'gone@example.org');
    const other = await createPerson(backend, 'stays@example.org');
    await backend.owner.query(
      `insert into sounddesk_feedback (user_id, feedback_type, message, email) values ($1, 'bug', 'mine', 'gone@example.org')`,
      [person.userId],
    );
    await backend.owner.query(
      `insert into invoices (organization_id, number, amount_usd, status)
       select id, 'GONE-1', 10, 'paid' from organizations where created_by = $1`,
      [person.userId],
    );
    await person.client.rpc('request_account_deletion');
    await deleteDue();
    expect(await count('select count(*) from auth.users where id = $1', person.userId)).toBe(1);
    await makeDue(person.userId);
    const answered = (await (await deleteDue()).json()) as { data: { deleted: number } };
    expect(answered.data.deleted).toBe(1);
    expect(await count('select count(*) from auth.users where id = $1', person.userId)).toBe(0);
    expect(await count('select count(*) from sounddesk_feedback where email = $1', person.email)).toBe(0);
    expect(await count('select count(*) from sounddesk_profiles where user_id = $1', person.userId)).toBe(0);
    expect(await count('select count(*) from auth.users where id = $1', other.userId)).toBe(1);
    const { rows } = await backend.owner.query<{ name: string }>(
      `select o.name from organizations o join invoices i on i.organization_id = o.id where i.number = 'GONE-1'`,
    );
    expect(rows).toEqual([{ name: 'Deleted account' }]);
    const again = await backend.client().auth.signInWithPassword({ email: person.email, password: PASSWORD });
    expect(again.error).not.toBeNull();
  });

  it('is forgotten by the log, which keeps what was done, when, and by which id', async () => {
    const person = await createPerson(backend, 'forgotten@example.org');
    const mentions = async (text: string) =>
      count(
        `select count(*) from audit_log where strpos(concat(old_values::text, new_values::text), $1) > 0`,
        text,
      );
    const done = async () =>
      (
        await backend.owner.query<{ line: string }>(
          `select concat_ws(' ', id, action, table_name, row_id) as line from audit_log where actor_id = $1 order by id`,
          [person.userId],
        )
      ).rows;
    // Somebody else invites the address, and bills stay in a workspace of the person's own.
    await backend.owner.query(
      `insert into organization_invitations (organization_id, email, role, token_hash, invited_by, expires_at)
       values ($1, $2, 'member', gen_random_uuid()::text::bytea, $3, now() + interval '1 day')`,
      [alpha.organizationId, person.email, alpha.owner.userId],
    );
    const renamed = await person.client
      .from('organizations')
      .update({ name: 'Forgotten & Daughters' })
      .eq('created_by', person.userId)
      .select('id');
    expect(renamed.data).toHaveLength(1);
    const before = await done();
    expect(before.length).toBeGreaterThan(0);
    expect(await mentions(person.email)).toBeGreaterThan(0);
    expect(await mentions('Forgotten & Daughters')).toBeGreaterThan(0);
    const others = await mentions(alpha.owner.userId);
    await person.client.rpc('request_account_deletion');
    await makeDue(person.userId);
    await deleteDue();
    expect(await mentions(person.email)).toBe(0);
    expect(await mentions('Forgotten & Daughters')).toBe(0);
    expect((await done()).slice(0, before.length)).toEqual(before);
    // What the log says of others is there, but for the line that named the address.
    expect(await mentions(alpha.owner.userId)).toBeGreaterThanOrEqual(others - 1);
  });

  it('is refused to the only owner whom others need, with the reason', async () => {
    const { error } = await bravo.owner.client.rpc('request_account_deletion');
    expect(error?.message).toContain('Make somebody else an owner');
    await backend.owner.query(`insert into account_deletions (user_id, delete_after) values ($1, now())`, [
      bravo.owner.userId,
    ]);
    await makeDue(bravo.owner.userId);
    await deleteDue();
    expect(await count('select count(*) from auth.users where id = $1', bravo.owner.userId)).toBe(1);
  });

  it('is the server’s to carry out', async () => {
    const { data } = await alpha.owner.client.auth.getSession();
    for (const token of [data.session?.access_token ?? '', inject('cluster').secrets.anonKey])
      expect((await call('delete-due-accounts', token)).status).toBe(403);
    expect((await alpha.owner.client.rpc('delete_due_accounts')).error?.code).toBe('42501');
  });
});
