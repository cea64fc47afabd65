import { z } from 'zod';
import { endedSessionSchema } from '../domain/endedSessions.ts';
import { periodRangeSchema, periodSchema } from '../domain/journalPeriod.ts';
import { defineEvent, defineProcedure } from './define.ts';

/** What was really done today, in the machine's own time zone. */
export const todaySchema = z.object({
  /** Sessions that began today, the running one included. */
  sessions: z.int().nonnegative(),
  /** Seconds cleaned today, the running session included up to when this was read. */
  cleanedSec: z.number().nonnegative(),
  /** Seconds cleaned in each of the 24 hours. */
  cleanedSecByHour: z.array(z.number().nonnegative()).length(24),
});
export type Today = z.infer<typeof todaySchema>;

export const journalContract = {
  /** What ended after that, the oldest first; without names of devices. */
  'journal.readEnded': defineProcedure({
    input: z.strictObject({ sinceMs: z.number().nonnegative() }),
    output: z.array(endedSessionSchema),
  }),
  'journal.readPeriod': defineProcedure({ input: periodRangeSchema, output: periodSchema }),
  'journal.readToday': defineProcedure({ input: z.void(), output: todaySchema }),
  'journal.onChanged': defineEvent({ payload: todaySchema, delivery: 'latest' }),
};
