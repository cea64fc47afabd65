/**
 * A million referrals: how long the queries of the affiliate screens take, asked as the screens ask them (by supabase-js
 * through PostgREST), for the affiliate with the most of them and for a super admin.
 * `node scripts/soak/affiliates.mjs [rows]`; ends with code 1 where a query takes more than 100 ms at p95.
 */
import { measure, withBackend } from './lib/backend.mjs';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const PROGRAMS = 5000;
const PAGE_SIZE = 20;

process.exitCode = await withBackend(async (backend) => {
  const affiliate = await backend.signIn('affiliate@example.org');
  const admin = await backend.signIn('admin@example.org', { super_admin: true });
  await backend.fill((query) => fill(query, affiliate.userId));
  const { data } = await affiliate.client.rpc('affiliate_summary');
  const asked = queries(affiliate.client, admin.client, data.id);
  return (await measure(asked, { tries: 60, limitMs: 100 })) ? 0 : 1;
});

/** A third of all referrals are one affiliate's; six of ten pay, each twice; payouts over three years. */
async function fill(query, userId) {
  const startedMs = Date.now();
  await query(
    `create temp table p as select n, gen_random_uuid() as id, case when n = 1 then $1::uuid else gen_random_uuid() end as user_id
     from generate_series(1, $2::int) n`,
    [userId, PROGRAMS],
  );
  await query(
    `insert into auth.users (id, email) select user_id, 'affiliate' || n || '@example.com' from p where n > 1`,
  );
  await query(
    `insert into affiliate_programs (id, user_id, affiliate_code, status, applied_at, total_referrals, total_earnings)
     select id, user_id, 'SD' || lpad(n::text, 6, '0'), (array['approved','approved','pending','rejected'])[1 + n % 4],
       now() - random() * interval '3 years', 1000, 1000000 from p`,
  );
  await query(`update affiliate_programs set status = 'approved' where user_id = $1`, [userId]);
  await query(
    `insert into affiliate_applications (program_id, company_name, website, monthly_traffic, marketing_channels, motivation)
     select id, 'Company ' || n, 'https://example.org/' || n, 'under-1000', '{Podcast}', repeat('Why. ', 50) from p`,
  );
  await query(
    `insert into affiliate_referrals (program_id, label, status, earnings_usd, referred_at, converted_at)
     select p.id, g.n::text, case when g.n % 10 < 6 then 'converted' else 'pending' end, 5.6, s.at, s.at
     from generate_series(1, $1::int) g (n)
     cross join lateral (select now() - random() * interval '3 years' + 0 * g.n * interval '1 s' as at) s
     join p on p.n = case when g.n % 3 = 0 then 1 else 1 + g.n % $2::int end`,
    [ROWS, PROGRAMS],
  );
  await query(
    `insert into affiliate_commissions (program_id, referral_id, rate, amount_usd, earned_at, payable_at)
     select r.program_id, r.id, 20, 2.8, r.referred_at, r.referred_at + interval '30 days'
     from affiliate_referrals r cross join generate_series(1, 2) where r.status = 'converted'`,
  );
  await query(
    `insert into affiliate_payouts (program_id, amount_usd, status, requested_at)
     select p.id, 5, 'completed', now() - random() * interval '3 years' from p cross join generate_series(1, 10)`,
  );
  for (const table of ['programs', 'applications', 'referrals', 'commissions', 'payouts'])
    await query(`vacuum analyze public.affiliate_${table}`);
  await query('analyze auth.users');
  console.log(`${ROWS} referrals in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
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
    summary: () => affiliate.rpc('affiliate_summary'),
    'referrals, first page': () => referrals(null),
    'referrals, page anywhere': () => referrals(anywhere()),
    'payouts, first page': () => payouts(null),
    'payouts, page anywhere': () => payouts(anywhere()),
    'own data, referrals, anywhere': () =>
      affiliate.rpc('list_my_data', { list: 'affiliateReferrals', after_at: anywhere(), after_id: id }),
    'own data, commissions, anywhere': () =>
      affiliate.rpc('list_my_data', { list: 'affiliateCommissions', after_at: anywhere(), after_id: id }),
    'applications, first page': () => search('search_affiliates', {}),
    'applications that wait': () => search('search_affiliates', { status_filter: 'pending' }),
    'applications, page anywhere': () =>
      search('search_affiliates', { before_applied_at: anywhere(), before_id: id }),
    'all payouts, first page': () => search('search_affiliate_payouts', {}),
    'payouts that wait': () => search('search_affiliate_payouts', { status_filter: 'requested' }),
    'all payouts, page anywhere': () =>
      search('search_affiliate_payouts', { before_requested_at: anywhere(), before_id: id }),
    'payouts, a page of the export': () =>
      admin.rpc('list_payouts_to_pay', { before_requested_at: anywhere(), before_id: id, page_size: 500 }),
  };
}
