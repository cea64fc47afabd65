/**
 * 100,000 users in one organization, one in 200 of them paying for a workspace of his own, with teams, invitations, an audit trail of a million rows, 10,000 invoices, as many
 * payments, 100,000 messages in the inbox, and what `lib/administration.mjs` adds: how long the queries of the business screens
 * take, asked as the screens ask them (by supabase-js through PostgREST).
 * `node scripts/soak/organization.mjs [users]`; ends with code 1 where a query takes more than 100 ms at p95.
 */
import { administrationQueries, fillAdministration } from './lib/administration.mjs';
import { measure, withBackend } from './lib/backend.mjs';

const USERS = Number(process.argv[2] ?? 100_000);
const TEAMS = 500;
const INVOICES = USERS / 10;
const DAYS = 3 * 365;

process.exitCode = await withBackend(async (backend) => {
  const owner = await backend.signIn('owner@example.org');
  const admin = await backend.signIn('admin@example.org', { super_admin: true });
  const made = await owner.client.rpc('create_organization', { organization_name: 'Soak' });
  if (made.error) throw made.error;
  // A small one, whose plan can be changed: there are a thousand seats at most.
  const small = await owner.client.rpc('create_organization', { organization_name: 'Small' });
  if (small.error) throw small.error;
  const { userId } = owner;
  const place = await backend.fill((query) => fill(query, userId));
  const facts = { ...place, userId, small: small.data, rows: USERS };
  const more = await backend.fill((query) => fillAdministration(query, facts));
  const clients = {
    owner: owner.client,
    admin: admin.client,
    visitor: backend.visitor,
    server: backend.server,
  };
  const all = {
    ...queries(owner.client, admin.client, place),
    ...administrationQueries(clients, { ...facts, ...more }),
  };
  return (await measure(all, { tries: 60, limitMs: 100 })) ? 0 : 1;
});

async function fill(query, userId) {
  const startedMs = Date.now();
  const { rows } = await query('select id from organizations where created_by = $1 and name = $2', [
    userId,
    'Soak',
  ]);
  const organization = rows[0].id;
  await fillPeople(query, organization, userId);
  await fillBills(query, organization);
  await query(
    `insert into sounddesk_feedback (feedback_type, kind, message, email, status, created_at)
     select (array['general','bug','support','sales','gdpr_request'])[1 + n % 5],
       (array['feedback','feedback','contact','contact','gdpr'])[1 + n % 5], repeat('Why does it do that? ', 10) || n,
       'user' || n || '@example.com', (array['pending','in_progress','done','done','done','done'])[1 + n % 6], at from u`,
  );
  const tables = [
    'organization_members',
    'organization_invitations',
    'teams',
    'team_members',
    'audit_log',
    'payments',
    'organizations',
  ];
  for (const table of [...tables, 'paypal_subscriptions', 'invoices', 'sounddesk_feedback'])
    await query(`vacuum analyze public.${table}`);
  await query('vacuum analyze auth.users');
  const team = (await query(`select id from teams order by name limit 1`)).rows[0].id;
  console.log(`${USERS} users in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
  return { organization, team };
}

/** Also leaves them in a table of their own, `u`: their number, id and beginning. */
async function fillPeople(query, organization, userId) {
  await query(
    `create temp table u as select n, gen_random_uuid() as id, now() - random() * $2 * interval '1 day' as at
     from generate_series(1, $1::int) n`,
    [USERS, DAYS],
  );
  await query(
    `insert into auth.users (id, email, created_at) select id, 'user' || n || '@example.com', at from u`,
  );
  await query(
    `insert into organizations (name, is_personal, created_by, created_at) select 'Personal', true, id, at from u`,
  );
  await query(
    `insert into organization_members (organization_id, user_id, role, status, joined_at, search_text)
     select $1, id, case when n % 500 = 0 then 'admin' else 'member' end,
       (array['active','active','active','active','active','active','active','inactive'])[1 + n % 8], at,
       'person ' || n || E'\\n' || 'user' || n || '@example.com' from u`,
    [organization],
  );
  await query(
    `insert into organization_invitations (organization_id, email, token_hash, created_at)
     select $1, 'guest' || n || '@example.com', sha256(n::text::bytea), now() - random() * interval '20 days'
     from generate_series(1, 2000) n`,
    [organization],
  );
  await query(
    `insert into teams (organization_id, name, created_by, created_at)
     select $1, 'Team ' || n, $2, now() - random() * $4 * interval '1 day' from generate_series(1, $3::int) n`,
    [organization, userId, TEAMS, DAYS],
  );
  // The first team has a third of all.
  await query(
    `insert into team_members (team_id, organization_id, user_id)
     select t.id, $1, u.id from u join (select id, row_number() over (order by name) as n from teams) t
       on t.n = case when u.n % 3 = 0 then 1 else 1 + u.n % $2 end`,
    [organization, TEAMS],
  );
  await query(
    `insert into audit_log (organization_id, actor_id, action, table_name, row_id, occurred_at, new_values)
     select $1::uuid, u.id, 'update', 'organization_members', $1::uuid || '/' || u.id, u.at, '{"role": "member"}'
     from u cross join generate_series(1, 10)`,
    [organization],
  );
}

async function fillBills(query, organization) {
  await query(
    `insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
     values ('I-SOAK', $1, 'enterprise', 'monthly', 1, 22, 'https://example.org', 'ACTIVE', now() - interval '3 years')`,
    [organization],
  );
  await query(
    `insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at, covers_from, covers_until)
     select $1, 'I-SOAK', 'T-' || n, 22, 'completed', at, at,
       -- One subscription: each pays for the time until the next one.
       lead(at, 1, now() + interval '30 days') over (order by at) from u where n <= $2::int`,
    [organization, INVOICES],
  );
  // One in 200 pays for himself, month by month since then.
  await query(
    `create temp table payer as select row_number() over (order by u.n) as n, o.id, u.at
     from u join organizations o on o.created_by = u.id and o.is_personal where u.n % 200 = 0`,
  );
  await query(
    `insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
     select 'I-' || n, id, 'professional', 'monthly', 1, 14, 'https://example.org', 'ACTIVE', at from payer`,
  );
  await query(
    `insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at, covers_from, covers_until)
     select id, 'I-' || n, 'T-' || n || '-' || month, 14, 'completed', month, month, month + interval '1 month'
     from payer cross join generate_series(at, now(), interval '1 month') month`,
  );
  await query(
    `insert into invoices (organization_id, number, amount_usd, status, issued_at, paid_at)
     select $1, 'SD-2026-' || lpad(n::text, 6, '0'), 22, 'paid', at, at from u where n <= $2::int`,
    [organization, INVOICES],
  );
}

function queries(owner, admin, { organization, team }) {
  const anywhere = () => new Date(Date.now() - Math.random() * DAYS * 86_400_000).toISOString();
  const before_id = '00000000-0000-0000-0000-000000000000';
  const someone = () => 1 + Math.floor(Math.random() * USERS);
  const people = (input) => owner.rpc('search_organization_members', { organization, ...input });
  const invoices = (at) => {
    const all = owner
      .from('invoices')
      .select('id, number, amount_usd, status, issued_at')
      .eq('organization_id', organization);
    const wanted = at ? all.or(`issued_at.lt."${at}",and(issued_at.eq."${at}",id.gt.${before_id})`) : all;
    return wanted.order('issued_at', { ascending: false }).order('id').limit(50);
  };
  const inbox = (input) => admin.rpc('search_inbox', input);
  return {
    'users, first page': () => people({}),
    'users, page anywhere': () => people({ before_at: anywhere(), before_id }),
    'users, one by name': () => people({ search: `person ${someone()}` }),
    'users, part of an address': () => people({ search: `${someone()}@ex` }),
    'users, admins': () => people({ role_filter: 'admin' }),
    'users, inactive': () => people({ status_filter: 'inactive' }),
    'users, what nobody is called': () => people({ search: 'nobody at all' }),
    seats: () => owner.rpc('organization_seats', { organization }),
    'teams, first page': () => owner.rpc('search_teams', { organization }),
    'teams, by name': () => owner.rpc('search_teams', { organization, search: 'team 4' }),
    'members of a large team': () => owner.rpc('list_team_members', { team }),
    'candidates for a team': () => owner.rpc('find_team_candidates', { team, search: `person ${someone()}` }),
    'candidates, unasked': () => owner.rpc('find_team_candidates', { team }),
    'audit trail, first page': () => owner.rpc('list_audit_trail', { organization }),
    'audit trail, page anywhere': () =>
      owner.rpc('list_audit_trail', { organization, before_id: someone() * 10 }),
    'billing, summary': () => owner.rpc('billing_summary', { organization }),
    'invoices, first page': () => invoices(null),
    'invoices, page anywhere': () => invoices(anywhere()),
    'inbox, first page': () => inbox({}),
    'inbox, page anywhere': () => inbox({ before_created_at: anywhere(), before_id }),
    'inbox, one address': () => inbox({ search: `user${someone()}@example.com` }),
    'inbox, cases of data rights': () => inbox({ kind_filter: 'gdpr', status_filter: 'pending' }),
    'inbox, counts': () => admin.rpc('inbox_counts'),
    'overview, 30 days': () => admin.rpc('summarise_business', { days: 30 }),
    'overview, 365 days': () => admin.rpc('summarise_business', { days: 365 }),
  };
}
