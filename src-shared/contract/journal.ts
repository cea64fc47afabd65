import { z } from 'zod';
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
  'journal.readToday': defineProcedure({ input: z.void(), output: todaySchema }),
  'journal.onChanged': defineEvent({ payload: todaySchema, delivery: 'latest' }),
};
