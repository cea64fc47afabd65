import { z } from 'zod';
import { defineEvent, defineProcedure } from './define.ts';

/**
 * Who works here. `local` is the one workspace of a machine without accounts; the other kinds are
 * where a backend's session arrives, so that screens and guards already know them.
 */
export const sessionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('local'), workspaceName: z.string(), userName: z.string() }),
  z.object({ kind: z.literal('signedIn'), workspaceName: z.string(), userId: z.string(), email: z.email() }),
  z.object({ kind: z.literal('signedOut') }),
]);
export type Session = z.infer<typeof sessionSchema>;

export const sessionContract = {
  'session.read': defineProcedure({ input: z.void(), output: sessionSchema }),
  'session.onChanged': defineEvent({ payload: sessionSchema, delivery: 'every' }),
};
