/**
 * A million referrals: how long the queries of the affiliate screens take, asked as the screens ask them (by supabase-js
 * through PostgREST), for the affiliate with the most of them and for a super admin.
 * `node scripts/soak/affiliates.mjs [rows]`; ends with code 1 where a query takes more than 100 ms at p95.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { prepareBinaries } from '../../supabase/embedded/binaries.ts';
import { startCluster } from '../../supabase/embedded/cluster.ts';
import { adminOf, ensureDatabase, migrate } from '../../supabase/embedded/migrate.ts';
import { createSecrets } from '../../supabase/embedded/secrets.ts';
import { startServices } from '../../supabase/embedded/services.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const PROGRAMS = 5000;
const TRIES = 60;
const LIMIT_MS = 100;
const DATABASE = 'sounddesk';
const PASSWORD = 'correct horse 7';
const PAGE_SIZE = 20;

const folder = mkdtempSync(join(tmpdir(), 'sounddesk-affiliates-'));
chmodSync(folder, 0o711);
const user = findDatabaseUser();
const binaries = prepareBinaries(user, backendPaths(folder, user).runtime);
const secrets = await createSecrets();
// The embedded backend's own settings: what is measured is what runs.
const cluster = await startCluster({
  binaries,
  databaseHome: join(folder, 'database'),
  user,
  adminPassword: secrets.adminPassword,
  logFile: join(folder, 'postgres.log'),
});
let services;
try {
  await ensureDatabase(cluster, secrets, DATABASE);
  await migrate(cluster, secrets, DATABASE);
  services = await startServices({
    cluster,
    database: DATABASE,
    secrets,
    postgrest: binaries.postgrest,
    configDir: join(folder, 'database'),
    user,
    outboxDir: join(folder, 'outbox'),
    restLogFile: join(folder, 'postgrest.log'),
    port: 0,
    nowMs: () => Date.now(),
    log: (message, error) => console.error(message, error),
  });
  const affiliate = await signIn('affiliate@example.org', {});
  const admin = await signIn('admin@example.org', { super_admin: true });
  await fill(affiliate.userId);
  process.exitCode = (await measure(affiliate.client, admin.client)) ? 0 : 1;
} finally {
  await services?.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function signIn(email, metadata) {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const service = createClient(services.url, secrets.serviceKey, options);
  const made = await service.auth.admin.createUser({
    ...{ email, password: PASSWORD, email_confirm: true, app_metadata: metadata },
  });
  if (made.error) throw made.error;
  const client = createClient(services.url, secrets.anonKey, options);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, userId: made.data.user.id };
}

/** A third of all referrals are one affiliate's; six of ten pay, each twice; payouts over three years. */
async function fill(userId) {
  const db = new pg.Client(adminOf(cluster, secrets, DATABASE));
  // What fails is told by the query that failed.
  db.on('error', () => undefined);
  await db.connect();
  const startedMs = Date.now();
  // Without triggers and references: neither the log nor the payments are what is measured.
  await db.query('set session_replication_role = replica');
  await db.query(
    `create temp table p as select n, gen_random_uuid() as id, case when n = 1 then $1::uuid else gen_random_uuid() end as user_id
     from generate_series(1, $2::int) n`,
    [userId, PROGRAMS],
  );
  await db.query(
    `insert into auth.users (id, email) select user_id, 'affiliate' || n || '@example.com' from p where n > 1`,
  );
  await db.query(
    `insert into affiliate_programs (id, user_id, affiliate_code, status, applied_at, total_referrals, total_earnings)
     select id, user_id, 'SD' || lpad(n::text, 6, '0'), (array['approved','approved','pending','rejected'])[1 + n % 4],
       now() - random() * interval '3 years', 1000, 1000000 from p`,
  );
  await db.query(`update affiliate_programs set status = 'approved' where user_id = $1`, [userId]);
  await db.query(
    `insert into affiliate_applications (program_id, company_name, website, monthly_traffic, marketing_channels, motivation)
     select id, 'Company ' || n, 'https://example.org/' || n, 'under-1000', '{Podcast}', repeat('Why. ', 50) from p`,
  );
  await db.query(
    `insert into affiliate_referrals (program_id, label, status, earnings_usd, referred_at, converted_at)
     select p.id, g.n::text, case when g.n % 10 < 6 then 'converted' else 'pending' end, 5.6, s.at, s.at
     from generate_series(1, $1::int) g (n)
     cross join lateral (select now() - random() * interval '3 years' + 0 * g.n * interval '1 s' as at) s
     join p on p.n = case when g.n % 3 = 0 then 1 else 1 + g.n % $2::int end`,
    [ROWS, PROGRAMS],
  );
  await db.query(
    `insert into affiliate_commissions (program_id, referral_id, rate, amount_usd, earned_at, payable_at)
     select r.program_id, r.id, 20, 2.8, r.referred_at, r.referred_at + interval '30 days'
     from affiliate_referrals r cross join generate_series(1, 2) where r.status = 'converted'`,
  );
  await db.query(
    `insert into affiliate_payouts (program_id, amount_usd, status, requested_at)
     select p.id, 5, 'completed', now() - random() * interval '3 years' from p cross join generate_series(1, 10)`,
  );
  for (const table of ['programs', 'applications', 'referrals', 'commissions', 'payouts'])
    await db.query(`vacuum analyze public.affiliate_${table}`);
  await db.query('analyze auth.users');
  await db.end();
  console.log(`${ROWS} referrals in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
}

async function measure(affiliate, admin) {
  const { data } = await affiliate.rpc('affiliate_summary');
  let worstMs = 0;
  for (const [name, ask] of Object.entries(queries(affiliate, admin, data.id))) {
    const { p50, p95, found } = await time(name, ask);
    worstMs = Math.max(worstMs, p95);
    console.log(`${name.padEnd(36)} p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  ${found} rows`);
  }
  console.log(`worst p95: ${worstMs.toFixed(1)} ms of ${LIMIT_MS} ms`);
  return worstMs <= LIMIT_MS;
}

function queries(affiliate, admin, programId) {
  const anywhere = () => new Date(Date.now() - Math.random() * 3 * 365 * 86_400_000).toISOString();
  const id = '00000000-0000-0000-0000-000000000000';
  const page = (table, columns, column, at) => {
    const all = affiliate.from(table).select(columns).eq('program_id', programId);
    const wanted = at
      ? all.lte(column, at).or(`${column}.lt.${at},and(${column}.eq.${at},id.lt.${id})`)
      : all;
    return wanted.order(column, { ascending: false }).order('id', { ascending: false }).limit(PAGE_SIZE);
  };
  const referrals = (at) =>
    page('affiliate_referrals', 'id, label, status, earnings_usd, refusal', 'referred_at', at);
  const payouts = (at) => page('affiliate_payouts', 'id, amount_usd, status', 'requested_at', at);
  const search = (name, input) => admin.rpc(name, { page_size: PAGE_SIZE, ...input });
  return {
    summary: async () => {
      const { data, error } = await affiliate.rpc('affiliate_summary');
      return { data: data ? [data] : [], error };
    },
    'referrals, first page': () => referrals(null),
    'referrals, page anywhere': () => referrals(anywhere()),
    'payouts, first page': () => payouts(null),
    'payouts, page anywhere': () => payouts(anywhere()),
    'applications, first page': () => search('search_affiliates', {}),
    'applications that wait': () => search('search_affiliates', { status_filter: 'pending' }),
    'applications, page anywhere': () =>
      search('search_affiliates', { before_applied_at: anywhere(), before_id: id }),
    'all payouts, first page': () => search('search_affiliate_payouts', {}),
    'payouts that wait': () => search('search_affiliate_payouts', { status_filter: 'requested' }),
    'all payouts, page anywhere': () =>
      search('search_affiliate_payouts', { before_requested_at: anywhere(), before_id: id }),
  };
}

async function time(name, ask) {
  const durations = [];
  let found = 0;
  for (let attempt = 0; attempt < TRIES + 5; attempt += 1) {
    const startedMs = performance.now();
    const { data, error } = await ask();
    const tookMs = performance.now() - startedMs;
    if (error) throw new Error(`${name}: ${error.message}`);
    found = Math.max(found, data.length);
    if (attempt >= 5) durations.push(tookMs);
  }
  durations.sort((a, b) => a - b);
  const at = (share) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))];
  return { p50: at(0.5), p95: at(0.95), found };
}
