import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillFromTemplate } from './databaseTemplate.ts';
import { createGatewayFaults, type GatewayFaults } from './gatewayFaults.ts';
import { startHostAgain } from './startHostAgain.ts';
import { licenseDataDir, TEST_ISSUERS } from './licensedHost.ts';
import { connectable } from '../../supabase/embedded/cluster.ts';
import { readBackendSecrets } from '../../supabase/embedded/index.ts';
import type { Host } from '../../src-main/node/host.ts';
import type { StoredMail } from '../../supabase/embedded/outbox.ts';
import { socketDirOf } from '../../supabase/embedded/sockets.ts';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';

/** A headless host with the real backend of this machine, on a data folder with nothing but a licence, or nothing at all. */
export interface AccountsHost {
  dataDir: string;
  host: Host;
  /** What becomes of pages' requests to the backend. */
  faults: GatewayFaults;
  /** Address of the backend. */
  url: string;
  /** The database, past row level security. */
  owner: pg.Pool;
  /** Newest first. */
  mails(): Promise<StoredMail[]>;
  close(): Promise<void>;
}

export async function startAccountsHost({ isLicensed = true } = {}): Promise<AccountsHost> {
  const dir = mkdtempSync(join(tmpdir(), 'sounddesk-accounts-'));
  const dataDir = join(dir, 'data');
  await fillFromTemplate(dataDir);
  if (isLicensed) await licenseDataDir(dataDir);
  const faults = createGatewayFaults();
  const { openGateway } = faults;
  const host = await startHostAgain({
    dataDir,
    hasAccounts: true,
    openGateway,
    backendArguments: ['--import', new URL('./quickPasswords.ts', import.meta.url).href],
    licenceIssuers: TEST_ISSUERS,
  });
  const { accounts } = host;
  if (accounts?.kind !== 'project') throw new Error(`no accounts: ${JSON.stringify(accounts)}`);
  const secrets = await readBackendSecrets(dataDir);
  const { databaseHome } = backendPaths(dataDir, findDatabaseUser());
  const owner = new pg.Pool({
    ...connectable(socketDirOf(databaseHome)).connection('postgres', secrets.postgresPassword, 'sounddesk'),
    max: 2,
  });
  // Its connections end with the host's database; a query that needs one fails on its own.
  owner.on('error', () => undefined);
  return {
    dataDir,
    host,
    faults,
    url: accounts.url,
    owner,
    async mails() {
      const { createOutbox } = await import('../../supabase/embedded/outbox.ts');
      return createOutbox(join(dataDir, 'backend', 'outbox'), Date.now).list();
    },
    async close() {
      await owner.end();
      await host.close();
      rmSync(databaseHome, { recursive: true, force: true });
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Takes the checks of tutorials' addresses away: rows of a time before the database looked at them may still be there. */
export async function forgetAddressChecks(owner: pg.Pool): Promise<void> {
  await owner.query(
    `do $$ declare found text; begin
       for found in select conname from pg_constraint where conrelid = 'public.admin_tutorials'::regclass
         and contype = 'c' and pg_get_constraintdef(oid) like '%content_url%'
       loop execute format('alter table public.admin_tutorials drop constraint %I', found); end loop;
     end $$`,
  );
}
