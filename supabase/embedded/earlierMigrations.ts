/** Databases from before the migrations were as they are now: what they lack runs there, and makes the same schema. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { BackendError } from './errors.ts';
import { EARLIER_DIR } from './parts.ts';

/** The migrations that took the place of the earlier ones; later ones run on every database. */
const FIRST = '20261126000001';
const LAST = '20261126000014';
/** SHA-256 of the earlier ones, a line of version and hash each, and the first of `EARLIER_DIR` that such a database lacks. */
const EARLIER: Readonly<Record<string, string>> = {
  '4de570e6bb43e68056f5653e37008047c87397c95f4fbbc38ca4a164422558ae': '20261125000016',
  '2491d554863b023de17b82d80399a9784e5b368aecf70a3d6a4f4dc667ad071a': '20261125000016',
  '6d5d31b6265b31847dfc50d7b422a08f19793f41847e46fd601a12e4f5ef9505': '20261125000017',
  e0cf91e369a4106a29b492243388af21f7bec93156f4cc2cbf75c9b946440f93: '20261125000018',
  '036363d4fe041125f9e173107885b02cefcfe041c8f270dc3a4c1c372c70eae5': '20261126000000',
};

interface Recorded {
  version: string;
  name: string;
  contentHash: string;
}

/** Runs what an earlier database lacks and records the present migrations for the earlier ones, in a transaction of the caller. */
export async function carryOver(client: pg.Client, migrations: readonly Recorded[]): Promise<void> {
  const { rows } = await client.query<{ version: string; hash: string }>(
    `select version, content_hash as hash from supabase_migrations.schema_migrations
     where version < $1 order by version`,
    [FIRST],
  );
  const last = rows.at(-1);
  if (!last) return;
  const lines = rows.map(({ version, hash }) => `${version} ${hash}\n`).join('');
  const firstLacking = EARLIER[createHash('sha256').update(lines).digest('hex')];
  if (firstLacking === undefined) {
    throw new BackendError(
      'BACKEND_MIGRATION',
      `This database is of an early version of SoundDesk (its last migration is ${last.version}), and this one cannot bring it up to date. Nothing was changed. Start it once with the version of 24 November 2026, then with this one.`,
    );
  }
  for (const file of lackingFrom(firstLacking)) {
    await client.query(readFileSync(join(EARLIER_DIR, file), 'utf8'));
  }
  await record(
    client,
    migrations.filter(({ version }) => version <= LAST),
  );
}

const lackingFrom = (version: string) =>
  readdirSync(EARLIER_DIR)
    .filter((file) => file >= version)
    .sort();

async function record(client: pg.Client, present: readonly Recorded[]): Promise<void> {
  await client.query(
    `with earlier as (delete from supabase_migrations.schema_migrations where version < $1)
     insert into supabase_migrations.schema_migrations (version, name, content_hash)
     select * from unnest($2::text[], $3::text[], $4::text[])`,
    [
      FIRST,
      present.map(({ version }) => version),
      present.map(({ name }) => name),
      present.map(({ contentHash }) => contentHash),
    ],
  );
}
