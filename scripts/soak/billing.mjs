/**
 * The books of billing against a model: random sequences of subscribing, paying, failing, refunding, changing, cancelling,
 * and of PayPal's events in any order, by the real functions, PostgREST and Postgres.
 * `node scripts/soak/billing.mjs [sequences] [first seed] [steps]`; ends with code 1 at the first sequence that differs,
 * and names its seed.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { prepareBinaries } from '../../supabase/embedded/binaries.ts';
import { startCluster } from '../../supabase/embedded/cluster.ts';
import { ensureDatabase, migrate } from '../../supabase/embedded/migrate.ts';
import { createSecrets } from '../../supabase/embedded/secrets.ts';
import { startServices } from '../../supabase/embedded/services.ts';
import { prepareGatewaySocket } from '../../supabase/embedded/sockets.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { runSequence } from '../../tests/lib/payPal/sequence.ts';

const SEQUENCES = Number(process.argv[2] ?? 1000);
const FIRST_SEED = Number(process.argv[3] ?? 1);
const STEPS = Number(process.argv[4] ?? 40);
const AT_ONCE = 4;
const DATABASE = 'sounddesk';
const PASSWORD = 'correct horse 7';

const folder = mkdtempSync(join(tmpdir(), 'sounddesk-billing-'));
chmodSync(folder, 0o711);
const user = findDatabaseUser();
const binaries = prepareBinaries(user, backendPaths(folder, user).runtime);
const secrets = await createSecrets();
const cluster = await startCluster({
  binaries,
  databaseHome: join(folder, 'database'),
  user,
  adminPassword: secrets.adminPassword,
  logFile: join(folder, 'postgres.log'),
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
});
let services;
let db;
try {
  await ensureDatabase(cluster, secrets, DATABASE);
  await migrate(cluster, secrets, DATABASE);
  db = new pg.Pool({ ...cluster.connection('postgres', secrets.postgresPassword, DATABASE), max: AT_ONCE });
  // At the end the server ends idle connections; a query that fails throws on its own.
  db.on('error', () => undefined);
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
    gatewaySocket: prepareGatewaySocket(folder),
    nowMs: Date.now,
    log: (message, error) => console.error(message, error),
  });
  process.exitCode = (await soak(services.url)) ? 0 : 1;
} finally {
  await services?.close();
  await db?.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function soak(url) {
  const startedMs = performance.now();
  const [owner, stranger] = [await signUp(url), await signUp(url)];
  const shared = { url, secrets, db, steps: STEPS, owner, strangerToken: stranger.token };
  let next = FIRST_SEED;
  let done = 0;
  const work = async () => {
    while (next < FIRST_SEED + SEQUENCES) {
      await runSequence({ ...shared, seed: next++ });
      done += 1;
      if (done % 50 === 0) console.log(`${done} sequences`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    console.error(error);
    next = Number.POSITIVE_INFINITY;
    return false;
  }
  const { rows } = await db.query(
    `select (select count(*)::int from payments) as payments, (select count(*)::int from refunds) as refunds,
       (select count(*)::int from invoices) as invoices, (select count(*)::int from payment_events) as events,
       (select sum(last)::int from private.invoice_numbers) as numbers`,
  );
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`${done} sequences of ${STEPS} steps in ${seconds} s:`, rows[0]);
  return rows[0].invoices === rows[0].numbers;
}

async function signUp(url) {
  const client = createClient(url, secrets.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signUp({
    email: `${randomUUID()}@example.org`,
    password: PASSWORD,
  });
  if (error) throw error;
  return { userId: data.user.id, token: data.session.access_token };
}
