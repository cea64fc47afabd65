import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Host } from '../../src-main/node/host.ts';
import { DATABASE } from '../../supabase/embedded/backend.ts';
import { prepareBinaries } from '../../supabase/embedded/binaries.ts';
import { startCluster } from '../../supabase/embedded/cluster.ts';
import { readBackendSecrets } from '../../supabase/embedded/index.ts';
import type { Secrets } from '../../supabase/embedded/secrets.ts';
import { startServices } from '../../supabase/embedded/services.ts';
import { prepareGatewaySocket } from '../../supabase/embedded/sockets.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { fillFromTemplate } from './databaseTemplate.ts';
import { startHostAgain } from './startHostAgain.ts';
import { licenseDataDir, TEST_ISSUERS } from './licensedHost.ts';
import { issuerAt } from './licensee.ts';
import { TEST_COST } from './testCost.ts';
import { startPayPalStandIn, type PayPalStandIn } from './payPal/standIn.ts';

/** A headless host whose accounts are a project of their own that sells by the stand-in for PayPal. */
export interface BillingHost {
  host: Host;
  origin: string;
  /** Address of the backend. */
  url: string;
  secrets: Secrets;
  standIn: PayPalStandIn;
  /** The database, past row level security. */
  owner: pg.Pool;
  close(): Promise<void>;
}

export async function startBillingHost({ isLicensed = true } = {}): Promise<BillingHost> {
  const folder = mkdtempSync(join(tmpdir(), 'sounddesk-billing-'));
  const user = findDatabaseUser();
  await fillFromTemplate(folder);
  const { databaseHome, runtime } = backendPaths(folder, user);
  const binaries = prepareBinaries(user, runtime);
  const secrets = await readBackendSecrets(folder);
  const cluster = await startCluster({
    binaries,
    databaseHome,
    user,
    adminPassword: secrets.adminPassword,
    logFile: join(folder, 'postgres.log'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  const standIn = await startPayPalStandIn(Date.now);
  const services = await startServices({
    cluster,
    database: DATABASE,
    secrets,
    postgrest: binaries.postgrest,
    configDir: databaseHome,
    user,
    outboxDir: join(folder, 'outbox'),
    restLogFile: join(folder, 'postgrest.log'),
    port: 0,
    auth: { passwordCost: TEST_COST },
    gatewaySocket: prepareGatewaySocket(folder),
    nowMs: Date.now,
    payPal: standIn.settings,
    // A page that is left cuts its requests off.
    log: () => undefined,
  });
  const owner = new pg.Pool({
    ...cluster.connection('postgres', secrets.postgresPassword, DATABASE),
    max: 2,
  });
  // Its connections end with the database; a query that needs one fails on its own.
  owner.on('error', () => undefined);
  const dataDir = join(folder, 'data');
  if (isLicensed) await licenseDataDir(dataDir);
  const env = {
    ...process.env,
    SOUNDDESK_SUPABASE_URL: services.url,
    SOUNDDESK_SUPABASE_ANON_KEY: secrets.anonKey,
  };
  // A project that this build knows: it may sell.
  const licenceIssuers = [...TEST_ISSUERS, issuerAt(services.url, secrets)];
  const host = await startHostAgain({ dataDir, hasAccounts: true, env, licenceIssuers });
  const origin = `http://127.0.0.1:${host.port}`;
  standIn.settings.siteUrl = `${origin}/`;
  return {
    host,
    origin,
    url: services.url,
    secrets,
    standIn,
    owner,
    async close() {
      await host.close();
      await owner.end();
      await services.close();
      await standIn.close();
      await cluster.stop();
      rmSync(databaseHome, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
