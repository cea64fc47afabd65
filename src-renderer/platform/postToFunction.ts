import { z } from 'zod';
import { within } from '../lib/within.ts';
import { requireSupabase, type Backend } from './backend.ts';
import { refusalSchema } from './callFunction.ts';

/** A server that has not answered by then is taken for one that was not reached. */
const ANSWER_LIMIT_MS = 10_000;

export type Posted =
  | { kind: 'sent' }
  /** Nobody answered, or not yet. */
  | { kind: 'unreached' }
  /** `message` is null where what answered said nothing that can be shown. `isFinal`: the same will be refused again. */
  | { kind: 'refused'; message: string | null; isFinal: boolean };

/**
 * Gives something to a function of the backend: in the name of the signed-in user, or in nobody's. What carries an id of
 * its own may be given again after `unreached`.
 */
export async function postToFunction(
  backend: Backend,
  name: string,
  body: object,
  { asVisitor }: { asVisitor: boolean },
): Promise<Posted> {
  const supabase = requireSupabase(backend);
  const headers = { Authorization: `Bearer ${backend.project?.anonKey}` };
  const called = await within(
    supabase.functions.invoke(name, { body, ...(asVisitor ? { headers } : {}) }),
    ANSWER_LIMIT_MS,
  );
  if (called.isLate) return { kind: 'unreached' };
  const { response } = called.value;
  if (called.value.error === null) return { kind: 'sent' };
  if (!response) return { kind: 'unreached' };
  return { kind: 'refused', message: await readRefusal(response), isFinal: isFinal(response.status) };
}

/** Wrong input stays wrong; too many at once, a session that is over and a server in trouble pass. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

async function readRefusal(response: Response): Promise<string | null> {
  try {
    return refusalSchema.parse(await response.json()).error.message;
  } catch (error) {
    // A gateway in between may answer anything.
    if (error instanceof SyntaxError || error instanceof z.ZodError || error instanceof TypeError)
      return null;
    throw error;
  }
}
