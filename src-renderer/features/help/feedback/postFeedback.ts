import { z } from 'zod';
import { FEEDBACK_FAILED } from '../../../../src-shared/domain/feedback.ts';
import { within } from '../../../lib/within.ts';
import { requireSupabase, type Backend } from '../../../platform/index.ts';
import type { Feedback } from './kept.ts';

/** A server that has not answered by then is taken for one that was not reached. */
const ANSWER_LIMIT_MS = 10_000;

export type Posted =
  | { kind: 'sent' }
  /** Nobody answered, or not yet: the same may be sent again, and is there once. */
  | { kind: 'unreached' }
  /** `isFinal`: the same will be refused again. */
  | { kind: 'refused'; message: string; isFinal: boolean };

const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Gives feedback to the server, in its author's name or in nobody's. */
export async function postFeedback(backend: Backend, feedback: Feedback): Promise<Posted> {
  const supabase = requireSupabase(backend);
  // Without an account of its author the session of whoever is signed in now says nothing about it.
  const asVisitor = { Authorization: `Bearer ${backend.project?.anonKey}` };
  const called = await within(
    supabase.functions.invoke('submit-feedback', {
      body: feedback,
      ...(feedback.userId === null ? { headers: asVisitor } : {}),
    }),
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

async function readRefusal(response: Response): Promise<string> {
  try {
    return refusalSchema.parse(await response.json()).error.message;
  } catch (error) {
    // A gateway in between may answer anything.
    if (error instanceof SyntaxError || error instanceof z.ZodError || error instanceof TypeError)
      return FEEDBACK_FAILED;
    throw error;
  }
}
