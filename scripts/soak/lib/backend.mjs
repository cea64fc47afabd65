/** A backend of its own for scripts that measure: Postgres, PostgREST and the account service in a folder that goes. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { prepareBinaries } from '../../../supabase/embedded/binaries.ts';
import { startCluster } from '../../../supabase/embedded/cluster.ts';
import { adminOf, ensureDatabase, migrate } from '../../../supabase/embedded/migrate.ts';
import { createSecrets } from '../../../supabase/embedded/secrets.ts';
import { startServices } from '../../../supabase/embedded/services.ts';
import { prepareGatewaySocket } from '../../../supabase/embedded/sockets.ts';
import { backendPaths, findDatabaseUser } from '../../../supabase/embedded/systemUser.ts';

const DATABASE = 'sounddesk';
const PASSWORD = 'correct horse 7';
const WARM_UP = 5;
const WITHOUT_SESSION = { auth: { persistSession: false, autoRefreshToken: false } };

/**
 * With the embedded backend's own settings, where no others are given: what is measured is what runs. Ends with what `use`
 * returns. `prepare` is called with the database before anything is connected to it.
 */
export async function withBackend(use, { settings = {}, prepare = () => undefined } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sounddesk-soak-'));
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
    settings,
  });
  let services;
  try {
    await ensureDatabase(cluster, secrets, DATABASE);
    await migrate(cluster, secrets, DATABASE);
    const asOwner = adminOf(cluster, secrets, DATABASE);
    await prepare(asOwner);
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
      nowMs: () => Date.now(),
      log: (message, error) => console.error(message, error),
    });
    const { url } = services;
    const clientWith = (key) => createClient(url, key, WITHOUT_SESSION);
    return await use({
      url,
      secrets,
      /** Connections for `pg`: the database's owner, past all policies, and the role that the services use. */
      asOwner,
      asService: cluster.connection('postgres', secrets.postgresPassword, DATABASE),
      visitor: clientWith(secrets.anonKey),
      server: clientWith(secrets.serviceKey),
      signIn: (email, metadata = {}) => signIn({ url, secrets, email, metadata }),
      fill: (statements) => fill(asOwner, statements),
    });
  } finally {
    await services?.close();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signIn({ url, secrets, email, metadata }) {
  const service = createClient(url, secrets.serviceKey, WITHOUT_SESSION);
  const made = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    app_metadata: metadata,
  });
  if (made.error) throw made.error;
  const client = createClient(url, secrets.anonKey, WITHOUT_SESSION);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, userId: made.data.user.id };
}

/** `statements(query)` asks as the database's owner, without triggers and references: neither is what is measured. */
async function fill(connection, statements) {
  const db = new pg.Client(connection);
  // What fails is reported by the query that failed.
  db.on('error', () => undefined);
  await db.connect();
  try {
    await db.query('set session_replication_role = replica');
    return await statements((sql, values) => db.query(sql, values));
  } finally {
    await db.end();
  }
}

/** Asks each query so often, one after the other, and prints how long it took; whether all stay within the limit at p95. */
export async function measure(queries, { tries, limitMs }) {
  let worstMs = 0;
  for (const [name, ask] of Object.entries(queries)) {
    const { p50, p95, found } = await time(name, ask, tries);
    worstMs = Math.max(worstMs, p95);
    console.log(`${name.padEnd(36)} p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  ${found} rows`);
  }
  console.log(`worst p95: ${worstMs.toFixed(1)} ms of ${limitMs} ms`);
  return worstMs <= limitMs;
}

async function time(name, ask, tries) {
  const durations = [];
  let found = 0;
  for (let attempt = 0; attempt < tries + WARM_UP; attempt += 1) {
    const startedMs = performance.now();
    const { data, error } = await ask();
    const tookMs = performance.now() - startedMs;
    if (error) throw new Error(`${name}: ${error.message}`);
    found = Math.max(found, Array.isArray(data) ? data.length : 1);
    if (attempt >= WARM_UP) durations.push(tookMs);
  }
  durations.sort((a, b) => a - b);
  const at = (share) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))];
  return { p50: at(0.5), p95: at(0.95), found };
}
