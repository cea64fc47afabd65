import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../lib/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await createTestBackend();
});
afterAll(() => backend.close());

const rows = async <T>(sql: string): Promise<T[]> => (await backend.owner.query(sql)).rows as T[];
const names = async (sql: string) => (await rows<{ name: string }>(sql)).map(({ name }) => name);

/** What a visitor without an account may read and call: the documents' public pages, and nothing else. */
const ANONYMOUS_TABLES = [
  'admin_contact_info',
  'admin_content_pages',
  'admin_tutorials',
  'article_views',
  'plans',
  'service_checks',
  'service_incidents',
  'testimonials',
  'tracking_pixels',
];
const ANONYMOUS_FUNCTIONS = ['count_article_view', 'increment_tutorial_views', 'summarise_service_checks'];

describe('every table', () => {
  it('has row level security', async () => {
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([]);
  });

  it('is shown by no view that would go past row level security', async () => {
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('v', 'm') and not coalesce(reloptions @> '{security_invoker=true}', false)`),
    ).toEqual([]);
  });

  it('lets a visitor read what is public and write nothing', async () => {
    const readable =
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'v', 'm') and has_any_column_privilege('anon', oid, 'select') order by 1`);
    expect(readable).toEqual(ANONYMOUS_TABLES);
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
        and (has_any_column_privilege('anon', oid, 'insert, update') or has_table_privilege('anon', oid, 'delete, truncate'))`),
    ).toEqual([]);
  });

  it('is never truncated, referenced or triggered by a client', async () => {
    expect(
      await names(`select relname as name from pg_class, unnest(array['anon', 'authenticated']) r
        where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(r, oid, 'truncate, references, trigger')`),
    ).toEqual([]);
  });

  it('has an index for each column that a policy compares', async () => {
    const policies = await rows<{ table: string; text: string }>(
      `select tablename as table, concat_ws(' ', qual, with_check) as text from pg_policies where schemaname = 'public'`,
    );
    const columns = await rows<{ table: string; column: string; isIndexed: boolean }>(
      `select c.relname as table, a.attname as column,
         exists (select 1 from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum) as "isIndexed"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
    const compared = columns.filter(({ table, column }) =>
      policies.some(
        (policy) => policy.table === table && new RegExp(`\\b${column}\\b (=|IN)`).test(policy.text),
      ),
    );
    expect(compared.length).toBeGreaterThan(10);
    expect(compared.filter(({ isIndexed }) => !isIndexed)).toEqual([]);
  });

  it('asks who is there once a query, not once a row', async () => {
    const policies = await rows<{ name: string; text: string }>(
      `select tablename || ': ' || policyname as name, concat_ws(' ', qual, with_check) as text from pg_policies
       where schemaname = 'public'`,
    );
    const bare = policies.filter(({ text }) =>
      /(?<!SELECT )(auth\.(uid|jwt|role|email)|private\.is_super_admin)\(\)/.test(
        text.replaceAll(/\s+/g, ' '),
      ),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('has an index below each of its foreign keys', async () => {
    expect(
      await names(`select conrelid::regclass || '.' || conname as name from pg_constraint k
        where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
          select 1 from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = any(k.conkey))`),
    ).toEqual([]);
  });
});

describe('every function', () => {
  it("that runs with its owner's rights has an empty search path", async () => {
    expect(
      await names(`select proname as name from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and prosecdef and not coalesce('search_path=""' = any(proconfig), false)`),
    ).toEqual([]);
  });

  it('is granted by name, and to visitors only what the documents let them call', async () => {
    expect(
      await names(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace
        and has_function_privilege('anon', oid, 'execute') order by 1`),
    ).toEqual(ANONYMOUS_FUNCTIONS);
  });

  it('for the service role is out of reach of people', async () => {
    const callable =
      await names(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      and has_function_privilege('authenticated', oid, 'execute')`);
    for (const name of [
      'activate_license',
      'create_license',
      'reveal_license',
      'redeem_password_reset',
      'submit_feedback',
      'claim_inbox_replies',
      'settle_inbox_reply',
      'consume_rate_limit',
      'delete_due_accounts',
      'delete_old_records',
      'record_service_checks',
      'request_status_subscription',
      'confirm_status_subscription',
      'end_status_subscription',
      'claim_status_mails',
      'settle_status_mail',
      'apply_paypal_subscription',
      'begin_paypal_sync',
      'begin_payment_event',
      'end_payment_event',
      'find_open_paypal_subscription',
      'list_due_paypal_subscriptions',
      'list_paypal_subscriptions_to_end',
      'list_running_paypal_subscriptions',
      'prepare_account_deletions',
      'quote_new_subscription',
      'record_paypal_subscription',
      'record_refund',
      'use_api_key',
      'check_api_key',
    ])
      expect(callable).not.toContain(name);
  });
});

describe('the audit log', () => {
  it('cannot be changed, not even by its owner', async () => {
    await backend.owner.query(
      `insert into audit_log (action, table_name, row_id) values ('insert', 'x', '1')`,
    );
    await expect(backend.owner.query('update audit_log set row_id = $1', ['2'])).rejects.toThrow(
      'only be added',
    );
    await expect(backend.owner.query('delete from audit_log')).rejects.toThrow('only be added');
    await expect(backend.owner.query('truncate audit_log')).rejects.toThrow('only be added');
  });
});
