import { z } from 'zod';
import { SERVER_UNREACHABLE_MESSAGE, type Supabase } from './backend.ts';

/** What a function of ours says where it refuses. */
export const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const UNREACHED = { code: 'SERVER_UNREACHABLE', message: SERVER_UNREACHABLE_MESSAGE };

/** Calls a function of ours; its refusal carries a code, and a message for the user. */
export async function callFunction<S extends z.ZodType>(
  supabase: Supabase,
  name: string,
  input: object,
  schema: S,
): Promise<{ data: z.infer<S> | null; error: { message: string; code?: string } | null }> {
  const called = await supabase.functions.invoke<unknown>(name, { body: input });
  const failure: unknown = called.error;
  if (failure === null)
    return { data: schema.parse(z.object({ data: z.unknown() }).parse(called.data).data), error: null };
  const response = (failure as { context?: unknown }).context;
  const body: unknown = response instanceof Response ? await response.json().catch(() => null) : null;
  const refusal = refusalSchema.safeParse(body);
  return { data: null, error: refusal.success ? refusal.data.error : UNREACHED };
}
