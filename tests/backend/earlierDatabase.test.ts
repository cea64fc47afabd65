/** A database that the earlier migrations made, with what people had written into it, is that of the present ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { connectable } from '../../supabase/embedded/cluster.ts';
import {
  adminOf,
  isMigrated,
  prepareDatabase,
  readMigrations,
  withClient,
} from '../../supabase/embedded/migrate.ts';
import { EARLIER_DIR } from '../../supabase/embedded/parts.ts';
import { describeSchema } from '../lib/describeSchema.ts';
import { TEMPLATE } from './globalSetup.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const DUMP = join(FIXTURES, 'earlierDatabase.sql.gz');
const DATABASE = 'sounddesk_earlier';
/** What had run on databases of 25 November: fifteen, and behind them three that are in `EARLIER_DIR` now. */
const OF_25_NOVEMBER = z
  .array(z.strictObject({ version: z.string(), contentHash: z.string() }))
  .parse(JSON.parse(readFileSync(join(FIXTURES, 'migrationsOf25November.json'), 'utf8')));
const BY_AREA = 15;
/** Migrations behind those that took the place of the earlier ones. */
const LATER = readMigrations()
  .filter(({ version }) => version > '20261126000014')
  .map(({ name }) => name);
/** Columns that later migrations add. */
const ADDED = ['role'];
const ADDED_TO = 'team_members';

const { socketDir, secrets } = inject('cluster');
const cluster = connectable(socketDir);
const inside = <T>(act: (client: pg.Client) => Promise<T>, database = DATABASE) =>
  withClient(adminOf(cluster, secrets, database), act);
const applied = () =>
  inside(async (client) => {
    const { rows } = await client.query<{ version: string; contentHash: string }>(
      'select version, content_hash as "contentHash" from supabase_migrations.schema_migrations order by version',
    );
    return rows;
  });

beforeEach(async () => {
  await inside((client) => client.query(`create database ${DATABASE} template template0`), 'postgres');
  await inside((client) => client.query(gunzipSync(readFileSync(DUMP)).toString()));
});
afterEach(() => inside((client) => client.query(`drop database ${DATABASE} with (force)`), 'postgres'));

it('keeps every row, has the schema of a new one, and is carried over once', async () => {
  const before = await inside(readRows);
  expect(before).toHaveLength(66);
  expect(await isMigrated(cluster, secrets, DATABASE)).toBe(false);
  expect(await prepareDatabase(cluster, secrets, DATABASE)).toEqual(LATER);
  expect(await isMigrated(cluster, secrets, DATABASE)).toBe(true);
  expect(await inside(readRows)).toEqual(before);
  expect(await inside(describeSchema)).toEqual(await inside(describeSchema, TEMPLATE));
  const present = readMigrations().map(({ version, contentHash }) => ({ version, contentHash }));
  expect(await applied()).toEqual(present);
  expect(await prepareDatabase(cluster, secrets, DATABASE)).toEqual([]);
  expect(await applied()).toEqual(present);
});

it.each([15, 16, 17, 18])(
  'carries over a database of 25 November on which %i migrations had run',
  async (count) => {
    await inside((client) => bringTo25November(client, count));
    const before = await inside(readRows);
    expect(await prepareDatabase(cluster, secrets, DATABASE)).toEqual(LATER);
    expect(await inside(readRows)).toEqual(before);
    expect(await inside(describeSchema)).toEqual(await inside(describeSchema, TEMPLATE));
  },
);

it.each([
  [
    'the last one missing',
    `delete from supabase_migrations.schema_migrations where version = '20261124000122'`,
  ],
  [
    'one changed',
    `update supabase_migrations.schema_migrations set content_hash = 'other' where version = '20261121000080'`,
  ],
])('is refused and left as it is with %s of its migrations', async (_, change) => {
  await inside((client) => client.query(change));
  const before = [await applied(), await inside(readRows)];
  await expect(prepareDatabase(cluster, secrets, DATABASE)).rejects.toThrow(
    /of an early version of SoundDesk \(its last migration is 202611240001\d\d\).* Nothing was changed\./,
  );
  expect([await applied(), await inside(readRows)]).toEqual(before);
});

/** Makes of the dump what the first `count` migrations of 25 November had made. */
async function bringTo25November(client: pg.Client, count: number): Promise<void> {
  const behind = readdirSync(EARLIER_DIR)
    .sort()
    .slice(0, count - BY_AREA);
  await client.query('set role postgres');
  for (const file of behind) await client.query(readFileSync(join(EARLIER_DIR, file), 'utf8'));
  await client.query('reset role');
  const ran = OF_25_NOVEMBER.slice(0, count);
  await client.query('delete from supabase_migrations.schema_migrations');
  await client.query(
    `insert into supabase_migrations.schema_migrations (version, name, content_hash)
     select version, version, hash from unnest($1::text[], $2::text[]) ran (version, hash)`,
    [ran.map(({ version }) => version), ran.map(({ contentHash }) => contentHash)],
  );
}

/** Every row of every table of ours and of the accounts, as JSON behind its table's name. */
async function readRows(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth') order by 1`,
  );
  const found: string[] = [];
  for (const { table } of rows) {
    const all = await client.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${table} t order by 1`,
      [table.endsWith(ADDED_TO) ? ADDED : []],
    );
    found.push(...all.rows.map(({ row }) => `${table} ${row}`));
  }
  return found;
}
