import { z } from 'zod';
import { defineProcedure } from './define.ts';

/**
 * Where people have their accounts: a Supabase project, or nowhere. Who is signed in is known to the
 * page alone, which talks to the project itself.
 */
export const accountsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('project'),
    url: z.url({ protocol: /^https?$/ }),
    /** The project's public key: it opens what anonymous visitors may see and do. */
    anonKey: z.string().min(1),
    /** Whether it is the backend of this machine, which keeps mails in an outbox. */
    isOnThisMachine: z.boolean(),
  }),
  z.object({
    kind: z.literal('none'),
    /** A sentence for the user. */
    reason: z.string(),
    /** What to call the one who works here. */
    userName: z.string(),
  }),
]);
export type Accounts = z.infer<typeof accountsSchema>;
export type AccountsProject = Extract<Accounts, { kind: 'project' }>;

export const accountsContract = {
  /** The same as long as the host runs. */
  'accounts.read': defineProcedure({ input: z.void(), output: accountsSchema }),
};
