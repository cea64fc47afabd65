/** What is beside users and bills on the business screens: keys, taxes, pixels, content, exports, one's own data. */
import { createHash } from 'node:crypto';

const SESSIONS = 1_000_000;
const EXPORT_PAGE_SIZE = 500;
/** Of the key that is used by the API's server. */
export const API_KEY = `sd_live_${'0'.repeat(64)}`;

/** As much as there can be of each, or far more than there will be. */
export async function fillAdministration(query, facts) {
  await fillBills(query, facts);
  await fillKeys(query, facts);
  await fillSite(query);
  await fillExports(query, facts);
  const tables = ['api_keys', 'tax_rates', 'invoices', 'tracking_pixels', 'testimonials', 'psfaba_api_keys'];
  const content = ['admin_content_pages', 'content_page_versions', 'admin_tutorials', 'service_incidents'];
  for (const table of [...tables, ...content, 'gateway_events', 'affiliate_payouts', 'usage_sessions'])
    await query(`vacuum analyze public.${table}`);
  await query('vacuum analyze private.api_calls');
  const one = async (sql) => (await query(sql)).rows[0].id;
  return {
    contentPage: await one('select id from admin_content_pages limit 1'),
    inboxCase: await one(`select id from sounddesk_feedback where kind = 'contact' limit 1`),
  };
}

async function fillBills(query, { small }) {
  await query(
    `insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
     values ('I-SMALL', $1, 'enterprise', 'monthly', 1, 22, 'https://example.org', 'ACTIVE', now() - interval '9 years')`,
    [small],
  );
  await query(
    `insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at, covers_from, covers_until)
     select $1, 'I-SMALL', 'T-SMALL-' || month, 22, 'completed', month, month, month + interval '1 month'
     from generate_series(now() - interval '9 years', now(), interval '1 month') month`,
    [small],
  );
  await query(
    `insert into tax_rates (country, name, rate_percent, valid_from)
     select chr(65 + c / 26 % 26) || chr(65 + c % 26), 'VAT', 20, date '2020-01-01' + y * 365
     from generate_series(0, 249) c cross join generate_series(0, 3) y`,
  );
  await query(
    `update invoices set billed_to = '{"name": "Soak", "country": "AA"}', net_usd = 18.33, tax_usd = 3.67, tax_name = 'VAT',
       tax_percent = 20 where number like 'SD-2026-%'`,
  );
}

async function fillKeys(query, { organization, userId, rows }) {
  await query(
    `insert into api_keys (organization_id, name, key_hash, key_prefix, created_by, scopes)
     select $1, 'Key ' || n, case n when 1 then $3 else sha256(n::text::bytea) end, 'sd_live_0000', $2, '{recording:create}'
     from generate_series(1, 100) n`,
    [organization, userId, createHash('sha256').update(API_KEY).digest()],
  );
  await query(
    `insert into api_keys (organization_id, name, key_hash, key_prefix, scopes)
     select o.id, 'Key', sha256(o.id::text::bytea), 'sd_live_0000', '{recording:create}' from organizations o where o.is_personal`,
  );
  await query(
    `insert into license_keys (user_id, user_email, key_hash, key_prefix, platform, trial_ends_at, is_self_trial)
     values ($1, 'owner@example.org', sha256('own'), 'SD-AAAAA', 'desktop', now() - interval '1 day', true)`,
    [userId],
  );
  await query(
    `insert into private.api_calls (organization_id, month, calls)
     select o.id, month::date, 1000 from organizations o
     cross join generate_series(date_trunc('month', now()) - interval '11 months', now(), interval '1 month') month`,
  );
  await query(
    `insert into psfaba_api_keys (key_name, key_hash, key_prefix, key_suffix)
     select 'Key ' || n, sha256(('gateway' || n)::bytea), 'psfaba_live_0000', '0000' from generate_series(1, 500) n`,
  );
  await query(
    `insert into gateway_events (id, key_id, event_type, received_at)
     select 'event-' || n, null, 'payment', now() - n * interval '1 second' from generate_series(1, $1::int) n`,
    [rows],
  );
}

/** What visitors see, and what measures them. */
async function fillSite(query) {
  await query(
    `insert into tracking_pixels (name, pixel_type, pixel_id, is_active, created_at)
     select 'Pixel ' || n, 'meta', (1000000 + n)::text, n <= 20, now() - n * interval '1 hour' from generate_series(1, 500) n`,
  );
  await query(
    `insert into testimonials (quote, author_name, is_published, created_at)
     select repeat('Good. ', 60), 'Person ' || n, n % 2 = 0, now() - n * interval '1 hour' from generate_series(1, 10000) n`,
  );
  await query(
    `insert into admin_content_pages (page_key, title, content, status)
     select 'page-' || n, 'Page ' || n, json_build_object('sections', json_build_array(json_build_object('heading', 'One',
       'text', repeat('Words. ', 200)))), 'published' from generate_series(1, 200) n`,
  );
  await query(
    `insert into content_page_versions (page_id, title, content, meta_data, status, created_at)
     select p.id, p.title, p.content, p.meta_data, p.status, now() - n * interval '1 hour'
     from admin_content_pages p cross join generate_series(1, 500) n`,
  );
  await query(
    `insert into admin_tutorials (title, category, content_type, is_published, is_featured, view_count, created_at)
     select 'Tutorial ' || n, 'Getting Started', 'video', n % 4 <> 0, n % 50 = 0, n % 977, now() - n * interval '1 hour'
     from generate_series(1, 5000) n`,
  );
  await query(
    `insert into service_incidents (title, status, impact, started_at)
     select 'Incident ' || n, 'resolved', 'low', now() - n * interval '6 hours' from generate_series(1, 5000) n`,
  );
}

async function fillExports(query, { userId, rows }) {
  await query(
    `insert into affiliate_payouts (amount_usd, status, paypal_email, requested_at)
     select 5 + n % 100, 'processing', 'affiliate' || n || '@example.com', now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [rows],
  );
  await query(
    `insert into usage_sessions (user_id, kind, preset_id, started_at, figures)
     select $1, 'recording', 'office', now() - n * interval '10 seconds', '{"reductionDb": 12.5}'
     from generate_series(1, $2::int) n`,
    [userId, SESSIONS],
  );
}

const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** As the screens ask, of an owner, a super admin, a visitor, and the API's server. */
export function administrationQueries({ owner, admin, visitor, server }, facts) {
  return {
    ...ownerQueries(owner, server, facts),
    ...adminQueries(admin, facts),
    ...visitorQueries(visitor),
    ...exportQueries(owner, admin, facts),
  };
}

function ownerQueries(owner, server, { organization, small, userId }) {
  const quote = (plan, seats) => () =>
    owner.rpc('quote_subscription', {
      organization: small,
      new_plan: plan,
      new_cycle: 'yearly',
      new_seats: seats,
    });
  return {
    'organizations of mine': () => owner.rpc('list_my_organizations'),
    'workspaces that are billed': () =>
      owner
        .from('organization_members')
        .select('organization_id, joined_at')
        .eq('user_id', userId)
        .eq('status', 'active')
        .in('role', ['owner', 'admin']),
    'quote, another plan': quote('professional', 2),
    'quote, more seats': quote('enterprise', 50),
    'billing details': () => owner.from('billing_details').select('name').eq('organization_id', organization),
    'tax in what was paid': () => owner.rpc('read_tax_total', { organization }),
    'limits of the plan': () => owner.rpc('read_plan_usage', { organization }),
    'API keys': () =>
      newest(
        owner,
        'api_keys',
        'id, name, key_prefix, scopes, status, usage_count, expires_at',
        'created_at',
        100,
      ).eq('organization_id', organization),
    'an API key that is used': () =>
      server.rpc('use_api_key', { api_key: API_KEY, scope: 'recording:create' }),
    'licences of mine, by a seat': () => server.rpc('list_licenses_of', { account: userId }),
  };
}

function adminQueries(admin, { contentPage, inboxCase }) {
  return {
    'tax rates': () =>
      admin
        .from('tax_rates')
        .select('id, country, name, rate_percent, valid_from')
        .order('country')
        .order('valid_from', { ascending: false })
        .limit(500),
    seller: () => admin.from('invoice_seller').select('name, address, country, tax_id').single(),
    'pixels, managed': () =>
      newest(
        admin,
        'tracking_pixels',
        'id, name, pixel_type, pixel_id, description, is_active',
        'created_at',
        200,
      ),
    'testimonials, managed': () => newest(admin, 'testimonials', 'id, quote, author_name', 'created_at', 200),
    'gateway keys': () =>
      newest(admin, 'psfaba_api_keys', 'id, key_name, key_prefix, key_suffix, status', 'created_at', 500),
    'gateway events': () => newest(admin, 'gateway_events', 'id, event_type, key_id', 'received_at', 20),
    'gateway webhook': () => admin.rpc('read_gateway_webhook').maybeSingle(),
    'content pages': () =>
      admin
        .from('admin_content_pages')
        .select('id, page_key, title, status, updated_at')
        .order('page_key')
        .limit(200),
    'history of a page': () => admin.rpc('list_content_page_versions', { page: contentPage }),
    'tutorials, managed': () =>
      newest(admin, 'admin_tutorials', 'id, title, category', 'created_at', 50).order('id'),
    incidents: () => newest(admin, 'service_incidents', 'id, title, status, impact', 'started_at', 50),
    'admin users': () => admin.rpc('list_admins'),
    'a case of the inbox': () => admin.rpc('read_inbox_case', { case_id: inboxCase }),
  };
}

function visitorQueries(visitor) {
  return {
    'pixels, for visitors': () =>
      visitor.from('tracking_pixels').select('id, pixel_type, pixel_id').eq('is_active', true),
    'testimonials, for visitors': () =>
      newest(visitor, 'testimonials', 'id, quote, author_name', 'created_at', 6).eq('is_published', true),
    'a published page': () =>
      visitor
        .from('admin_content_pages')
        .select('title, content')
        .eq('page_key', 'page-7')
        .eq('status', 'published'),
    'tutorials, for visitors': () =>
      visitor
        .from('admin_tutorials')
        .select('id, title')
        .eq('is_published', true)
        .order('is_featured', { ascending: false })
        .order('view_count', { ascending: false })
        .order('title')
        .limit(50),
  };
}

/** Files that are exported page by page, and all that is kept of a person. */
function exportQueries(owner, admin, { organization }) {
  const own = (list, days) => () =>
    owner.rpc('list_my_data', {
      list,
      page_size: EXPORT_PAGE_SIZE,
      ...(days === 0 ? {} : { after_at: anywhere(days), after_id: NOWHERE }),
    });
  const invoicesForFile = () =>
    owner
      .from('invoices')
      .select('*')
      .eq('organization_id', organization)
      .lt('issued_at', anywhere(3 * 365))
      .order('issued_at', { ascending: false })
      .order('id')
      .limit(EXPORT_PAGE_SIZE);
  return {
    'invoices, a page of the export': invoicesForFile,
    'payouts, a page of the export': () =>
      admin.rpc('list_payouts_to_pay', {
        page_size: EXPORT_PAGE_SIZE,
        before_requested_at: anywhere(60),
        before_id: NOWHERE,
      }),
    'own data, facts': () => owner.rpc('read_my_data'),
    'own data, sessions, first page': own('sessions', 0),
    'own data, sessions, anywhere': own('sessions', 110),
    'own data, invoices, anywhere': own('invoices', 3 * 365),
    'own data, payments, anywhere': own('payments', 3 * 365),
    'own data, messages': own('messages', 0),
    'own data, answers': own('answers', 0),
    'own data, organizations': own('organizations', 0),
  };
}

const anywhere = (days) => new Date(Date.now() - Math.random() * days * 86_400_000).toISOString();

const newest = (client, table, columns, column, most) =>
  client.from(table).select(columns).order(column, { ascending: false }).limit(most);
