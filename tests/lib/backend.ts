import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import pg from 'pg';
import { inject } from 'vitest';
import { connectable } from '../../supabase/embedded/cluster.ts';
import { adminOf, withClient } from '../../supabase/embedded/migrate.ts';
import { startServices, type Services, type ServicesOptions } from '../../supabase/embedded/services.ts';
import type { StoredMail } from '../../supabase/embedded/outbox.ts';
import { prepareGatewaySocket } from '../../supabase/embedded/sockets.ts';
import { findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { TEST_COST } from './testCost.ts';
import { TEMPLATE } from '../backend/globalSetup.ts';

export const PASSWORD = 'correct horse 7';

export interface TestBackend {
  readonly services: Services;
  readonly gatewaySocket: string;
  /** The owner of the schema, past row level security. */
  owner: pg.Pool;
  errors: unknown[];
  /** Moves the services' clock (the database keeps its own). */
  clock: { offsetMs: number };
  /** An unmodified supabase-js client without a session. */
  client(options?: SupabaseClientOptions<'public'>): SupabaseClient;
  serviceClient(): SupabaseClient;
  /** A client signed in as a new user. */
  signUp(email: string): Promise<{ client: SupabaseClient; userId: string }>;
  /** Ends the services and starts them again, on the same database and at another address. */
  restart(): Promise<void>;
  /** All mails, newest first, also those that leave after the call that asked for them was answered. */
  mails(): Promise<StoredMail[]>;
  close(): Promise<void>;
}

/** A backend on a database of its own, made from the migrated template. */
export async function createTestBackend(
  options: Partial<Pick<ServicesOptions, 'auth' | 'rates' | 'gateway'>> = {},
): Promise<TestBackend> {
  const facts = inject('cluster');
  const { secrets } = facts;
  const cluster = connectable(facts.socketDir);
  const database = `test_${randomBytes(6).toString('hex')}`;
  await withClient(adminOf(cluster, secrets, 'postgres'), async (client) => {
    // Its files are copied: half of what it costs to write them into the log as well.
    await client.query(`create database ${database} template ${TEMPLATE} strategy file_copy`);
    await client.query(`revoke connect on database ${database} from public`);
    await client.query(
      `grant connect, create on database ${database} to postgres, authenticator, supabase_auth_admin`,
    );
  });
  const home = mkdtempSync(join(tmpdir(), 'sounddesk-services-'));
  const gatewaySocket = prepareGatewaySocket(home);
  const errors: unknown[] = [];
  const clock = { offsetMs: 0 };
  const start = () =>
    startServices({
      cluster,
      database,
      secrets,
      postgrest: facts.postgrest,
      configDir: facts.configDir,
      user: findDatabaseUser(),
      outboxDir: join(home, 'outbox'),
      restLogFile: join(home, 'postgrest.log'),
      port: 0,
      gatewaySocket,
      nowMs: () => Date.now() + clock.offsetMs,
      log: (message, error) => errors.push(error ?? message),
      rates: options.rates ?? {
        signUp: [{ by: 'everyone', limit: 1000, windowMs: 1000 }],
        mail: [{ by: 'everyone', limit: 1000, windowMs: 1000 }],
      },
      auth: { passwordCost: TEST_COST, ...options.auth },
      ...(options.gateway ? { gateway: options.gateway } : {}),
    });
  let services = await start();
  const owner = new pg.Pool({
    ...cluster.connection('postgres', secrets.postgresPassword, database),
    max: 4,
  });
  // `end` resolves before the last connections have closed: "drop database … with (force)" then ends them, and
  // without a listener that event would fail whichever test runs at the moment.
  let isClosing = false;
  owner.on('error', (error) => {
    if (!isClosing) errors.push(error);
  });
  const clientWith = (key: string, more: SupabaseClientOptions<'public'> = {}) =>
    createClient(services.url, key, {
      ...more,
      auth: { autoRefreshToken: false, persistSession: false, ...more.auth },
    });
  return {
    get services() {
      return services;
    },
    gatewaySocket,
    owner,
    errors,
    clock,
    client: (more) => clientWith(secrets.anonKey, more),
    serviceClient: () => clientWith(secrets.serviceKey),
    async signUp(email) {
      const client = clientWith(secrets.anonKey);
      const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
      if (error || !data.user) throw error ?? new Error('no user');
      return { client, userId: data.user.id };
    },
    async restart() {
      await services.close();
      services = await start();
    },
    async mails() {
      await services.settled();
      return services.outbox.list();
    },
    async close() {
      isClosing = true;
      await services.close();
      await owner.end();
      await withClient(adminOf(cluster, secrets, 'postgres'), (client) =>
        client.query(`drop database ${database} with (force)`),
      );
      rmSync(home, { recursive: true, force: true });
    },
  };
}
