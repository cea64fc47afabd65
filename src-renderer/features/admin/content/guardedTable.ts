import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import type { z } from 'zod';
import type { Database } from '../../../../src-shared/domain/database.ts';
import { queryBackend, type Supabase } from '../../../platform/index.ts';

/** `changed`: somebody else has written the row meanwhile; it is as it is, and nothing was written. */
export type Guarded<Row> = { outcome: 'written' | 'changed'; row: Row } | { outcome: 'gone' };

interface Answer {
  data: unknown;
  error: { message: string; code?: string } | null;
}

type Tables = Database['public']['Tables'];
type GuardedName = 'admin_contact_info' | 'admin_content_pages' | 'admin_tutorials';
type Context = Pick<BaseQueryApi, 'extra'>;

/** Changes and removals of rows that were read before: one that somebody else has written since stays as it is. */
export function guardedTable<Name extends GuardedName, Row extends { id: string; updated_at: string }>(
  name: Name,
  schema: z.ZodType<Row>,
  columns: string,
) {
  const tableOf = (supabase: Supabase) => supabase.from<GuardedName, Tables[GuardedName]>(name);
  const read = (supabase: Supabase, { id }: Row) =>
    tableOf(supabase).select(columns).eq('id', id).maybeSingle();
  return {
    save: ({ base, changes }: { base: Row; changes: Tables[Name]['Update'] }, context: Context) => {
      const values: Tables[GuardedName]['Update'] = changes;
      return queryBackend(context, (supabase) =>
        settle(
          schema,
          base,
          tableOf(supabase)
            .update(values)
            .eq('id', base.id)
            .eq('updated_at', base.updated_at)
            .select(columns)
            .maybeSingle(),
          () => read(supabase, base),
        ),
      );
    },
    remove: (base: Row, context: Context) =>
      queryBackend(context, (supabase) =>
        settle(
          schema,
          base,
          tableOf(supabase)
            .delete()
            .eq('id', base.id)
            .eq('updated_at', base.updated_at)
            .select(columns)
            .maybeSingle(),
          () => read(supabase, base),
        ),
      ),
  };
}

/** `write` answers with the row where it is as it was seen; `read` says what is there where nothing was written. */
async function settle<Row extends { updated_at: string }>(
  schema: z.ZodType<Row>,
  seen: Row,
  write: PromiseLike<Answer>,
  read: () => PromiseLike<Answer>,
): Promise<{ data: Guarded<Row> | null; error: Answer['error'] }> {
  const written = await write;
  if (written.error) return { data: null, error: written.error };
  if (written.data !== null) {
    return { data: { outcome: 'written', row: schema.parse(written.data) }, error: null };
  }
  const found = await read();
  if (found.error) return { data: null, error: found.error };
  if (found.data === null) return { data: { outcome: 'gone' }, error: null };
  const row = schema.parse(found.data);
  // The same, and not written: who asks is no admin any more, and reads it as every visitor does.
  if (row.updated_at === seen.updated_at) return { data: null, error: { message: 'Admin Access Required' } };
  return { data: { outcome: 'changed', row }, error: null };
}
