/** Prepares a database as a hosted project would be, and runs the migrations that it lacks. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ADMIN_ROLE, type Connectable } from './cluster.ts';
import { carryOver } from './earlierMigrations.ts';
import { BackendError } from './errors.ts';
import { AUTH_SCHEMA_FILE, BOOTSTRAP_FILE, MIGRATIONS_DIR } from './parts.ts';
import type { Secrets } from './secrets.ts';

export interface Migration {
  version: string;
  name: string;
  sql: string;
  contentHash: string;
}

/** Makes roles and database where they are not there yet. Safe to run again after a kill. */
export async function ensureDatabase(
  cluster: Connectable,
  secrets: Secrets,
  database: string,
): Promise<void> {
  await withClient(adminOf(cluster, secrets, 'postgres'), async (client) => {
    await ensureRoles(client, secrets);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
    const name = client.escapeIdentifier(database);
    await client.query(`revoke connect, temporary on database ${name} from public`);
    await client.query(`grant connect on database ${name} to postgres, authenticator, supabase_auth_admin`);
  });
  await withClient(adminOf(cluster, secrets, database), async (client) => {
    const { rows } = await client.query<{ isMade: boolean }>(IS_MADE);
    if (!rows[0]?.isMade) {
      const sql = readFileSync(BOOTSTRAP_FILE, 'utf8');
      await inTransaction(client, () =>
        client.query(sql.replaceAll(':database', client.escapeIdentifier(database))),
      );
    }
    await renewAuthSchema(client);
  });
}

/** Runs the account service's own schema where the database has another version of it. */
async function renewAuthSchema(client: pg.Client): Promise<void> {
  if (await hasAuthSchema(client)) return;
  const sql = readFileSync(AUTH_SCHEMA_FILE, 'utf8');
  const mark = `comment on schema auth is ${client.escapeLiteral(authSchemaMark())}`;
  await inTransaction(client, () => client.query(`${sql}\n${mark}`));
}

async function hasAuthSchema(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description('auth'::regnamespace, 'pg_namespace') as mark`,
  );
  return rows[0]?.mark === authSchemaMark();
}

const authSchemaMark = () => createHash('sha256').update(readFileSync(AUTH_SCHEMA_FILE)).digest('hex');

/** Makes the database where there is none, and runs the migrations that it lacks; returns their names. */
export async function prepareDatabase(
  cluster: Connectable,
  secrets: Secrets,
  database: string,
): Promise<string[]> {
  await ensureDatabase(cluster, secrets, database);
  return migrate(cluster, secrets, database);
}

/** Whether a database lacks no migration: then it may be used while `prepareDatabase` looks at its roles. */
export async function isMigrated(cluster: Connectable, secrets: Secrets, database: string): Promise<boolean> {
  const { rows } = await withClient(adminOf(cluster, secrets, 'postgres'), (client) =>
    client.query('select 1 from pg_database where datname = $1', [database]),
  );
  if (rows.length === 0) return false;
  return withClient(adminOf(cluster, secrets, database), async (client) => {
    const made = await client.query<{ isMade: boolean }>(IS_MADE);
    if (!made.rows[0]?.isMade || !(await hasAuthSchema(client))) return false;
    const applied = await client.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    );
    const versions = new Set(applied.rows.map(({ version }) => version));
    return readMigrations().every(({ version }) => versions.has(version));
  });
}

const IS_MADE = `select to_regclass('supabase_migrations.schema_migrations') is not null as "isMade"`;

/** Runs what is not applied yet, each migration in one transaction; returns the names of those. */
export async function migrate(
  cluster: Connectable,
  secrets: Secrets,
  database: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const config = cluster.connection('postgres', secrets.postgresPassword, database);
  return withClient(config, async (client) => {
    await inTransaction(client, () => carryOver(client, migrations));
    const { rows } = await client.query<{ version: string; hash: string }>(
      'select version, content_hash as hash from supabase_migrations.schema_migrations',
    );
    const applied = new Map(rows.map(({ version, hash }) => [version, hash]));
    refuseUnknown(applied, migrations);
    const missing = migrations.filter(({ version }) => !applied.has(version));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  });
}

/** The migrations of a folder in their order. */
export function readMigrations(dir: string = MIGRATIONS_DIR): Migration[] {
  return readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(dir, file), 'utf8');
      return {
        version: file.split('_')[0] ?? file,
        name: file.replace(/\.sql$/, ''),
        sql,
        contentHash: createHash('sha256').update(sql).digest('hex'),
      };
    });
}

async function apply(client: pg.Client, { version, name, sql, contentHash }: Migration): Promise<void> {
  try {
    await inTransaction(client, async () => {
      await client.query(sql);
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, name, content_hash) values ($1, $2, $3)',
        [version, name, contentHash],
      );
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackendError(
      'BACKEND_MIGRATION',
      `The migration ${name} failed: ${reason}. The data is as it was before; go back to the earlier SoundDesk, or report this.`,
      error,
    );
  }
}

/** A database of a newer SoundDesk, or of changed migrations, is not written to. */
function refuseUnknown(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ version, contentHash }) => [version, contentHash]));
  for (const [version, hash] of applied) {
    if (known.get(version) === hash) continue;
    const what = known.has(version) ? 'was changed after it had run' : 'is not known to this SoundDesk';
    throw new BackendError(
      'BACKEND_MIGRATION',
      `The migration ${version} of this database ${what}. Use the SoundDesk that made it, or "sounddesk backend reset" (which deletes its data).`,
    );
  }
}

const PLAIN_ROLES: Readonly<Record<string, string>> = {
  anon: 'nologin noinherit',
  authenticated: 'nologin noinherit',
  service_role: 'nologin noinherit bypassrls',
};

async function ensureRoles(client: pg.Client, secrets: Secrets): Promise<void> {
  const logins: Record<string, [options: string, password: string]> = {
    postgres: ['login createdb createrole replication bypassrls', secrets.postgresPassword],
    authenticator: ['login noinherit', secrets.restPassword],
    supabase_auth_admin: ['login noinherit createrole', secrets.authPassword],
  };
  await inTransaction(client, async () => {
    for (const [role, options] of Object.entries(PLAIN_ROLES)) await ensureRole(client, role, options);
    for (const [role, [options, password]] of Object.entries(logins)) {
      await ensureRole(client, role, `${options} password ${client.escapeLiteral(password)}`);
    }
    await client.query('grant anon, authenticated, service_role to authenticator, postgres');
    await client.query(`alter role anon set statement_timeout = '3s'`);
    await client.query(`alter role authenticated set statement_timeout = '8s'`);
    await client.query(`alter role supabase_auth_admin set search_path = 'auth'`);
  });
}

async function ensureRole(client: pg.Client, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${role} with ${options}`);
}

export const adminOf = (cluster: Connectable, secrets: Secrets, database: string): pg.ClientConfig =>
  cluster.connection(ADMIN_ROLE, secrets.adminPassword, database);

/** Runs something with a connection that is closed afterwards. */
export async function withClient<T>(
  config: pg.ClientConfig,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  // A connection that breaks fails the query that runs on it; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

async function inTransaction(client: pg.Client, run: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await run();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
