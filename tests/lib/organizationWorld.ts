import type { SupabaseClient } from '@supabase/supabase-js';
import type pg from 'pg';
import { PASSWORD, type TestBackend } from './backend.ts';

export interface Person {
  client: SupabaseClient;
  userId: string;
  email: string;
}

export interface OrganizationSeed {
  /** Stands in every text of this organisation's rows. */
  marker: string;
  organizationId: string;
  owner: Person;
  admin: Person;
  member: Person;
}

/** Signs up a person with profile, personal workspace and trial. */
export async function createPerson(backend: TestBackend, email: string): Promise<Person> {
  const { client, userId } = await backend.signUp(email);
  const { error } = await client.rpc('create_default_sounddesk_profiles', { user_uuid: userId });
  if (error) throw error;
  return { client, userId, email };
}

export async function createSuperAdmin(backend: TestBackend): Promise<Person> {
  const email = 'super@example.org';
  const { data, error } = await backend.serviceClient().auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    app_metadata: { super_admin: true },
  });
  if (error) throw error;
  const client = backend.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { client, userId: data.user.id, email };
}

/** An organisation with an owner, an admin and a member, and a row in every table that has owners. */
export async function createOrganization(backend: TestBackend, marker: string): Promise<OrganizationSeed> {
  const name = marker.toLowerCase();
  const owner = await createPerson(backend, `${name}-owner@example.org`);
  const admin = await createPerson(backend, `${name}-admin@example.org`);
  const member = await createPerson(backend, `${name}-member@example.org`);
  const made = await owner.client.rpc('create_organization', { organization_name: marker });
  if (made.error) throw made.error;
  const seed: OrganizationSeed = { marker, organizationId: made.data as string, owner, admin, member };
  for (const [person, role] of [
    [admin, 'admin'],
    [member, 'member'],
  ] as const) {
    const invited = await owner.client.rpc('invite_to_organization', {
      organization: seed.organizationId,
      invited_email: person.email,
      invited_role: role,
    });
    const accepted = await person.client.rpc('accept_organization_invitation', {
      token: invited.data as string,
    });
    if (accepted.error) throw accepted.error;
  }
  await seedTables(backend.owner, seed);
  return seed;
}

/** Every row of an organisation and its people as text; what somebody else adds for them is in it as well. */
export async function rowsOf(db: pg.Pool, seed: OrganizationSeed): Promise<string> {
  const { marker, organizationId, owner, admin, member } = seed;
  const words = [marker, marker.toLowerCase(), organizationId, owner.userId, admin.userId, member.userId];
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p', 'v', 'm') order by 1`,
  );
  const lines: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await db.query<{ text: string }>(
      `select to_jsonb(t)::text as text from public.${name} t order by 1`,
    );
    const own = rows.filter(({ text }) => words.some((word) => text.includes(word)));
    lines.push(...own.map(({ text }) => `${name} ${text}`));
  }
  return lines.join('\n');
}

/** Written by the schema's owner, so that every table has something to find. */
async function seedTables(db: pg.Pool, seed: OrganizationSeed): Promise<void> {
  const { marker, organizationId, owner, member } = seed;
  const one = async (sql: string, values: unknown[]) =>
    (await db.query<{ id: string }>(sql, values)).rows[0]?.id ?? '';
  await db.query('update public.sounddesk_profiles set display_name = $1 where user_id = any($2)', [
    marker,
    [owner.userId, seed.admin.userId, member.userId],
  ]);
  const team = await one(
    'insert into teams (organization_id, name, description, created_by) values ($1, $2, $2, $3) returning id',
    [organizationId, marker, owner.userId],
  );
  await db.query('insert into team_members (team_id, organization_id, user_id) values ($1, $2, $3)', [
    team,
    organizationId,
    member.userId,
  ]);
  const subscription = await one(
    `insert into subscriptions (organization_id, plan_id, status, seats, provider, provider_subscription_id)
     values ($1, 'enterprise', 'active', 10, 'paypal', $2)
     on conflict (organization_id) do update set plan_id = excluded.plan_id, status = excluded.status,
       seats = excluded.seats, provider = excluded.provider,
       provider_subscription_id = excluded.provider_subscription_id, trial_ends_at = null
     returning id`,
    [organizationId, `I-${marker}`],
  );
  await db.query(
    `insert into invoices (organization_id, subscription_id, number, amount_usd, status) values ($1, $2, $3, 10, 'paid')`,
    [organizationId, subscription, marker],
  );
  await db.query(
    `insert into paypal_subscriptions (id, organization_id, plan_id, cycle, seats, unit_price_usd, approve_url, status, created_at)
     values ($1, $2, 'enterprise', 'monthly', 1, 22, $3, 'CANCELLED', now())`,
    [`I-${marker}`, organizationId, `https://example.org/${marker}`],
  );
  const payment = await one(
    `insert into payments (organization_id, paypal_subscription_id, transaction_id, amount_usd, status, paid_at)
     values ($1, $2, $3, 22, 'declined', now()) returning id`,
    [organizationId, `I-${marker}`, marker],
  );
  await db.query(
    'insert into refunds (id, organization_id, payment_id, amount_usd, refunded_at) values ($1, $2, $3, 1, now())',
    [marker, organizationId, payment],
  );
  await db.query('insert into billing_details (organization_id, name) values ($1, $2)', [
    organizationId,
    marker,
  ]);
  await db.query(`insert into payment_events (id, event_type, payload) values ($1, 'test', '{}')`, [marker]);
  const license = await one(
    `insert into license_keys (user_id, user_email, key_hash, key_prefix, platform, device_name)
     values ($1, $2, sha256($3), 'SD-AAAAA', 'desktop', $4) returning id`,
    [owner.userId, owner.email, Buffer.from(marker), marker],
  );
  await db.query(
    `insert into license_activations (license_id, device_id, device_name, platform) values ($1, $2, $3, 'linux')`,
    [license, `${marker}-device-0123456789`, marker],
  );
  const program = await one(
    'insert into affiliate_programs (user_id, affiliate_code) values ($1, $2) returning id',
    [owner.userId, `SD${marker.slice(0, 6).padEnd(6, 'X')}`],
  );
  await db.query(
    `insert into affiliate_applications (program_id, company_name, website, monthly_traffic, marketing_channels, motivation)
     values ($1, $2, 'https://example.org', 'under-1000', '{Podcast}', $2)`,
    [program, marker],
  );
  const referral = await one(
    'insert into affiliate_referrals (program_id, referred_organization_id, label) values ($1, $2, $3) returning id',
    [program, organizationId, marker],
  );
  await db.query(
    `insert into affiliate_commissions (program_id, referral_id, payment_id, rate, amount_usd, earned_at, payable_at)
     values ($1, $2, $3, 20, 4.4, now(), now())`,
    [program, referral, payment],
  );
  await db.query('insert into affiliate_payouts (program_id, amount_usd) values ($1, 5)', [program]);
  await db.query(
    `insert into admin_content_pages (page_key, title, status, last_edited_by) values ($1, $2, 'draft', $3)`,
    [marker.toLowerCase(), marker, owner.userId],
  );
  await db.query(
    `insert into admin_tutorials (title, category, content_type, created_by) values ($1, 'Getting Started', 'video', $2)`,
    [marker, owner.userId],
  );
  await db.query(
    `insert into admin_contact_info (contact_type, title, contact_value, is_active) values ('sales', $1, $1, false)`,
    [marker],
  );
  await db.query(
    `insert into tracking_pixels (name, pixel_type, pixel_id, is_active) values ($1, 'meta', '1234567890', false)`,
    [marker],
  );
  await db.query(
    `insert into tax_rates (country, name, rate_percent, valid_from) values ($1, $2, 1, '2020-01-01')`,
    [marker.slice(0, 2), marker],
  );
  await db.query('insert into testimonials (quote, author_name) values ($1, $1)', [marker]);
  await db.query(`insert into service_checks (service, status) values ('public', 'operational')`);
  await db.query(
    `insert into service_incidents (title, status, impact) values ('public', 'resolved', 'low')`,
  );
  await db.query(
    `insert into psfaba_api_keys (key_name, key_hash, key_prefix, key_suffix) values ($1, sha256($2), 'psfaba_live_0000', '0000')`,
    [marker, Buffer.from(marker)],
  );
  await db.query('insert into gateway_events (id, event_type) values ($1, $1)', [marker]);
  await db.query(
    `insert into api_keys (organization_id, name, key_hash, key_prefix, created_by, scopes)
     values ($1, $2, sha256($3), 'sd_live_0000', $4, '{recording:create}')`,
    [organizationId, marker, Buffer.from(marker), owner.userId],
  );
  const feedback = await one(
    `insert into sounddesk_feedback (user_id, feedback_type, message, email) values ($1, 'bug', $2, $3) returning id`,
    [owner.userId, marker, owner.email],
  );
  await db.query(
    `insert into inbox_replies (id, feedback_id, sent_to, subject, body, status)
     values (gen_random_uuid(), $1, $2, $3, $3, 'sent')`,
    [feedback, owner.email, marker],
  );
  await db.query(
    `insert into usage_sessions (user_id, kind, preset_id, started_at) values ($1, 'recording', $2, now())`,
    [owner.userId, marker],
  );
  await db.query(
    `insert into account_deletions (user_id, delete_after) values ($1, now() + interval '1 day')`,
    [member.userId],
  );
}
