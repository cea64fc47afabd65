import type { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';

/** What a JSON file of a take says; `FILE_UNREADABLE` where the file is damaged, or of a newer version. */
export function parseDocument<T>(path: string, text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RpcError('FILE_UNREADABLE', `${path} is damaged: it is no JSON.`, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const why = `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
  throw new RpcError('FILE_UNREADABLE', `${path} is damaged, or of a newer SoundDesk: ${why}.`);
}
