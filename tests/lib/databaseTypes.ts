import type pg from 'pg';

interface Column {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
}
interface Procedure {
  name: string;
  args: { name: string; type: string; isOptional: boolean }[] | null;
  columns: { name: string; type: string }[] | null;
  result: string;
  isSet: boolean;
}

/** The TypeScript types of schema public, in the form that supabase-js takes as `Database`. */
export async function generateDatabaseTypes(db: pg.Pool): Promise<string> {
  const columns = await readColumns(db);
  const procedures = await readProcedures(db);
  const tables = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const own = columns.filter((column) => column.table === table);
    const fields = (write: (column: Column) => string | null) => own.map(write).filter(Boolean).join(';');
    const row = fields((c) => `${c.column}: ${typeOf(c)}`);
    const insert = fields((c) =>
      c.isGenerated ? null : `${c.column}${c.isNullable || c.hasDefault ? '?' : ''}: ${typeOf(c)}`,
    );
    const update = fields((c) => (c.isGenerated ? null : `${c.column}?: ${typeOf(c)}`));
    return `${table}: { Row: {${row}}; Insert: {${insert}}; Update: {${update}}; Relationships: [] }`;
  });
  const functions = procedures.map(({ name, args, columns: out, result, isSet }) => {
    const input = (args ?? [])
      .map((arg) => `${arg.name}${arg.isOptional ? '?' : ''}: ${scalar(arg.type)}`)
      .join(';');
    const one = out
      ? `{${out.map((field) => `${field.name}: ${scalar(field.type)} | null`).join(';')}}`
      : scalar(result);
    return `${name}: { Args: ${input === '' ? 'Record<string, never>' : `{${input}}`}; Returns: ${one}${isSet ? '[]' : ''} }`;
  });
  return `/** Made from the migrations by tests/backend/types.test.ts ("vitest -u" makes it again). Do not edit. */
type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export interface Database {
  public: {
    Tables: {${tables.join(';\n')}};
    Views: Record<string, never>;
    Functions: {${functions.join(';\n')}};
    Enums: Record<string, never>;
    CompositeTypes: Record<string, never>;
  };
}
`;
}

async function readColumns(db: pg.Pool): Promise<Column[]> {
  const { rows } = await db.query<Column>(
    `select table_name as table, column_name as column, case when data_type = 'ARRAY' then udt_name else data_type end as type,
       is_nullable = 'YES' as "isNullable", column_default is not null or is_identity = 'YES' as "hasDefault",
       is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as "isGenerated"
     from information_schema.columns where table_schema = 'public' order by table_name, column_name`,
  );
  return rows;
}

async function readProcedures(db: pg.Pool): Promise<Procedure[]> {
  const { rows } = await db.query<Procedure>(
    `select p.proname as name, p.proretset as "isSet", format_type(p.prorettype, null) as result,
       (select json_agg(json_build_object('name', n, 'type', format_type(t, null), 'isOptional', i > p.pronargs - p.pronargdefaults) order by i)
        from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality x(n, t, i)) as args,
       (select json_agg(json_build_object('name', n, 'type', format_type(t, null)) order by i)
        from unnest(p.proargnames, p.proallargtypes, p.proargmodes) with ordinality x(n, t, m, i) where m = 't') as columns
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype order by 1`,
  );
  return rows;
}

function typeOf({ type, isNullable }: Column): string {
  return `${scalar(type)}${isNullable ? ' | null' : ''}`;
}

function scalar(type: string): string {
  if (/^(smallint|integer|bigint|numeric|real|double precision)$/.test(type)) return 'number';
  if (type === 'boolean') return 'boolean';
  if (/^jsonb?$/.test(type)) return 'Json';
  if (type === 'text[]' || type === '_text') return 'string[]';
  return type === 'void' ? 'undefined' : 'string';
}
