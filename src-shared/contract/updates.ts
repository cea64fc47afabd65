import { z } from 'zod';
import { defineEvent, defineProcedure } from './define.ts';

const updateStateSchema = z.object({
  /** What runs. */
  version: z.string(),
  /** Where releases are announced; null where none is configured, which `reason` says. */
  address: z.string().nullable(),
  /** Why nothing is asked here, as a sentence; null where it is. */
  reason: z.string().nullable(),
  /** Milliseconds since 1970, of the last answer; null: none yet. */
  checkedAtMs: z.number().nullable(),
  /** The release of the last answer, where it is newer than what runs. */
  newer: z.object({ version: z.string(), pageUrl: z.string().nullable() }).nullable(),
  /** Why the last try had no answer, as a sentence; null where it had one. */
  problem: z.string().nullable(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

/** Whether there is a newer version. Nothing is downloaded and nothing reported: the address is read, and that is all. */
export const updatesContract = {
  'updates.read': defineProcedure({ input: z.void(), output: updateStateSchema }),
  /** Asks now. Without an address, and in privacy mode, it says so and asks nobody. */
  'updates.check': defineProcedure({
    input: z.void(),
    output: updateStateSchema,
    errors: ['UNSUPPORTED'],
  }),
  'updates.onChanged': defineEvent({ payload: updateStateSchema, delivery: 'latest' }),
};
