/**
 * A million licences: how long the admin screen's queries take, asked as the screen asks them (by
 * supabase-js through PostgREST, as a super admin). `node scripts/soak/licences.mjs [rows] [part of a query's name]`;
 * ends with code 1 where a query takes more than 50 ms at p95.
 */
import pg from 'pg';
import { createRandom } from '../../tests/lib/random.ts';
import { withBackend } from './lib/backend.mjs';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const ONLY = process.argv[3] ?? '';
const TRIES = 60;
const LIMIT_MS = 50;
/** Which rows are asked for: the same ones in each run. */
const random = createRandom(1);

process.exitCode = await withBackend(async (backend) => ((await measure(backend)) ? 0 : 1), {
  prepare: fill,
});

/** Licences over three years, of 200,000 people, in the proportions of a product that lives. */
async function fill(asOwner) {
  const db = new pg.Client(asOwner);
  // What fails is reported by the query that failed.
  db.on('error', () => undefined);
  await db.connect();
  const startedMs = Date.now();
  // Without triggers: the log and the counters are not what is measured.
  await db.query('set session_replication_role = replica');
  await db.query('select setseed(0.5)');
  // The indexes are made afterwards: row by row they take ten times as long.
  const { rows: indexes } = await db.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'public.license_keys'::regclass and not i.indisunique`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  await db.query(
    `insert into public.license_keys (user_email, key_hash, key_prefix, platform, product_type, status, trial_ends_at,
       activated_at, created_at, device_name, device_id)
     select
       (array['anna','ben','carla','david','elena','felix','greta','hugo','ines','jonas'])[1 + n % 10] || '.' ||
         (array['meyer','rossi','dubois','novak','smith','garcia','kowalski','jensen'])[1 + (n / 10) % 8] || (n % 200000) ||
         '@' || (array['example.org','example.com','studio.example','radio.example','podcast.example'])[1 + n % 5],
       sha256(n::text::bytea), 'SD-' || upper(substr(md5(n::text), 1, 5)),
       (array['windows','windows','windows','mac','mac','linux','desktop'])[1 + n % 7],
       (array['desktop','desktop','desktop','desktop','web','api'])[1 + n % 6],
       case when s.r < 0.1 then 'trial' when s.r < 0.6 then 'active' when s.r < 0.97 then 'expired' else 'revoked' end,
       now() + interval '10 days', case when s.r > 0.2 then now() end, now() - random() * interval '3 years',
       case when s.r > 0.2 then (array['Studio PC','Macbook','Laptop','Workstation'])[1 + n % 4] || ' ' || (n % 9999) end,
       case when s.r > 0.2 then md5(n::text) end
     from generate_series(1, $1::int) n cross join lateral (select random() + 0 * n as r) s`,
    [ROWS],
  );
  await db.query(
    `update private.license_counts c set total = coalesce(n, 0)
     from (select status, count(*) as n from public.license_keys group by status) k where k.status = c.status`,
  );
  await db.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await db.query(definition);
  // The migrations' sample sizes went with the indexes.
  for (const name of ['license_keys_domain_idx', 'license_keys_device_idx'])
    await db.query(`alter index public.${name} alter column 1 set statistics 1000`);
  await db.query('vacuum analyze public.license_keys');
  await db.end();
  console.log(`${ROWS} licences in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
}

async function measure({ signIn, asOwner }) {
  const { client, userId } = await signIn('admin@example.org', { super_admin: true });
  const db = await openAsAdmin(asOwner, userId);
  let worstMs = 0;
  for (const name of Object.keys(queries(client)).filter((one) => one.includes(ONLY))) {
    const whole = await time(name, queries(client)[name]);
    const alone = await time(name, queries(db)[name]);
    worstMs = Math.max(worstMs, whole.p95);
    console.log(
      `${name.padEnd(42)} REST p50 ${ms(whole.p50)} p95 ${ms(whole.p95)}   database p50 ${ms(alone.p50)} p95 ${ms(alone.p95)}   ${whole.found} rows`,
    );
  }
  await db.end();
  console.log(`worst p95: ${worstMs.toFixed(1)} ms of ${LIMIT_MS} ms`);
  return worstMs <= LIMIT_MS;
}

function ms(value) {
  return `${value.toFixed(1).padStart(7)} ms`;
}

/** The same calls without PostgREST, as the same person: what of the time is the database's. */
async function openAsAdmin(asOwner, userId) {
  const db = new pg.Client(asOwner);
  db.on('error', () => undefined);
  await db.connect();
  const claims = { sub: userId, role: 'authenticated', app_metadata: { super_admin: true } };
  await db.query(`select set_config('request.jwt.claims', $1, false)`, [JSON.stringify(claims)]);
  await db.query('set role authenticated');
  return {
    end: () => db.end(),
    async rpc(name, input = {}) {
      const names = Object.keys(input);
      const args = names.map((arg, index) => `${arg} => $${index + 1}`).join(', ');
      const { rows } = await db.query(`select * from public.${name}(${args})`, Object.values(input));
      return { data: rows, error: null };
    },
  };
}

function queries(client) {
  const search = (input) => client.rpc('search_licenses', { page_size: 50, ...input });
  const some = (list) => list[Math.floor(random() * list.length)];
  const digits = () => String(Math.floor(random() * 200_000));
  const hex = () =>
    Math.floor(random() * 0xfffff)
      .toString(16)
      .padStart(5, '0');
  const deep = () => ({
    before_created_at: new Date(Date.now() - random() * 3 * 365 * 86_400_000).toISOString(),
    before_id: '00000000-0000-0000-0000-000000000000',
  });
  const status = () => some(['trial', 'active', 'expired', 'revoked']);
  const platform = () => some(['windows', 'mac', 'linux']);
  return {
    cards: () => client.rpc('license_counts'),
    'first page': () => search({}),
    'page anywhere': () => search(deep()),
    status: () => search({ status_filter: status() }),
    'status, page anywhere': () => search({ status_filter: status(), ...deep() }),
    platform: () => search({ platform_filter: platform() }),
    'revoked on linux': () => search({ status_filter: 'revoked', platform_filter: 'linux', ...deep() }),
    'search: one address': () => search({ search: `anna.rossi${digits()}@example.org` }),
    'search: an address, half typed': () => search({ search: `anna.rossi${digits().slice(0, 2)}` }),
    'search: a key prefix': () => search({ search: `SD-${hex()}` }),
    'search: a whole key': () => search({ search: 'SD-AAAAA-BBBBB-CCCCC-DDDDD' }),
    'search: a common name': () => search({ search: some(['meyer', 'rossi', 'anna']) }),
    'search: a common name, page anywhere': () => search({ search: 'kowalski', ...deep() }),
    'search: a device': () => search({ search: `Studio PC ${Math.floor(random() * 9999)}` }),
    'search: two letters': () => search({ search: some(['an', 'st', 'sd', 'x7', 'qq']) }),
    'search: one letter': () => search({ search: some(['a', '7', 'z', '@']) }),
    'search: nothing found': () => search({ search: `zzqx${digits()}` }),
    'search: nothing found, of common parts': () => search({ search: 'macbook meyer' }),
    'search: a name among revoked': () => search({ search: 'jensen', status_filter: 'revoked' }),
    'search: a name among revoked on linux': () =>
      search({ search: 'jensen', status_filter: 'revoked', platform_filter: 'linux' }),
    'search: four digits': () => search({ search: String(1000 + Math.floor(random() * 8999)) }),
    'search: a domain': () => search({ search: 'example.org' }),
    'search: three digits': () => search({ search: digits().slice(0, 3).padEnd(3, '1') }),
    'search: three digits among trials on mac': () =>
      search({ search: digits().slice(0, 3).padEnd(3, '1'), status_filter: 'trial', platform_filter: 'mac' }),
    'search: sd- alone': () => search({ search: 'SD-' }),
    'search: @example': () => search({ search: '@example', ...deep() }),
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
  return { name, p50: at(0.5), p95: at(0.95), most: durations.at(-1), found };
}
