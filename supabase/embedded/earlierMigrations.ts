/** Databases from before the migrations were one file an area: all that had run there makes the same schema. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { BackendError } from './errors.ts';

/** The migrations that took the place of the earlier ones; later ones run on every database. */
const FIRST = '20261125000001';
const LAST = '20261125000015';
/** SHA-256 of the earlier ones, a line of version and hash each. */
const ALL_EARLIER = '4de570e6bb43e68056f5653e37008047c87397c95f4fbbc38ca4a164422558ae';

interface Recorded {
  version: string;
  name: string;
  contentHash: string;
}

/** Records the present migrations for the earlier ones; nothing else of the database changes. */
export async function carryOver(client: pg.Client, migrations: readonly Recorded[]): Promise<void> {
  const { rows } = await client.query<{ version: string; hash: string }>(
    `select version, content_hash as hash from supabase_migrations.schema_migrations
     where version < $1 order by version`,
    [FIRST],
  );
  const last = rows.at(-1);
  if (!last) return;
  const lines = rows.map(({ version, hash }) => `${version} ${hash}\n`).join('');
  if (createHash('sha256').update(lines).digest('hex') !== ALL_EARLIER) {
    throw new BackendError(
      'BACKEND_MIGRATION',
      `This database is of an early version of SoundDesk (its last migration is ${last.version}), and this one cannot bring it up to date. Nothing was changed. Start it once with the version of 24 November 2026, then with this one.`,
    );
  }
  const same = migrations.filter(({ version }) => version <= LAST);
  await client.query(
    `with earlier as (delete from supabase_migrations.schema_migrations where version < $1)
     insert into supabase_migrations.schema_migrations (version, name, content_hash)
     select * from unnest($2::text[], $3::text[], $4::text[])`,
    [
      FIRST,
      same.map(({ version }) => version),
      same.map(({ name }) => name),
      same.map(({ contentHash }) => contentHash),
    ],
  );
}
