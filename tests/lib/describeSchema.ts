/** What a schema is made of, a line each, in an order that does not say when it was made. */
import type pg from 'pg';

/** Rights in one order: they come in that in which they were given. */
const rights = (acl: string) => `array(select unnest(${acl})::text order by 1)`;

const IN_OURS = `in ('public'::regnamespace, 'private'::regnamespace)`;

const QUERIES = [
  `select 'table', oid::regclass, relkind, relrowsecurity, ${rights('relacl')}
   from pg_class where relnamespace ${IN_OURS} and relkind in ('r', 'S', 'v', 'm')`,
  `select 'column', attrelid::regclass, row_number() over (partition by attrelid order by attnum), attname,
     format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, coalesce(attstattarget, -1),
     pg_get_expr(adbin, adrelid), ${rights('attacl')}
   from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relnamespace ${IN_OURS} and relkind in ('r', 'i') and attnum > 0 and not attisdropped`,
  // Rows from before some checks are not looked at; what is written is.
  `select 'constraint', conrelid::regclass, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')
   from pg_constraint where connamespace ${IN_OURS}`,
  `select 'index', pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
   where relnamespace ${IN_OURS}`,
  `select 'function', pg_get_functiondef(oid), ${rights('proacl')} from pg_proc where pronamespace ${IN_OURS}`,
  `select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  `select 'policy', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check from pg_policies`,
  `select 'schema', nspname, ${rights('nspacl')} from pg_namespace where oid ${IN_OURS}`,
  `select 'default', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, ${rights('defaclacl')}
   from pg_default_acl`,
];

export async function describeSchema(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const text of QUERIES) {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    lines.push(...rows.map((row) => JSON.stringify(row)));
  }
  return lines.sort();
}
