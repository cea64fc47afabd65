import type { z } from 'zod';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';

/** What a JSON file of a take says; `FILE_UNREADABLE` where the file is damaged, or of a newer version. */
export function parseDocument<T>(path: string, text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw failWith('FILE_UNREADABLE', 'noJson', { values: { path }, cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const why = `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
  throw failWith('FILE_UNREADABLE', 'documentDamaged', { values: { path, reason: why } });
}
