import type { z } from 'zod';

/** `changed`: somebody else has written the row meanwhile; it stands as it is, and nothing was written. */
export type Guarded<Row> = { outcome: 'written' | 'changed'; row: Row } | { outcome: 'gone' };

interface Answer {
  data: unknown;
  error: { message: string; code?: string } | null;
}

/**
 * A change of a row that was read before. `write` has to be held to the time of change that was seen, and to answer with
 * the row; `read` says what stands there where nothing was written.
 */
export async function writeGuarded<Row extends { updated_at: string }>(
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
