import { z } from 'zod';
import { CRASHED_PARTS } from '../domain/crashes.ts';
import { defineEvent, defineProcedure } from './define.ts';

const crashIdSchema = z.string().regex(/^[\w-]{1,80}$/);

const crashListSchema = z.object({
  /** The newest first. */
  reports: z.array(
    z.object({
      id: crashIdSchema,
      part: z.enum(CRASHED_PARTS),
      /** Milliseconds since 1970. */
      atMs: z.number(),
      reason: z.string(),
    }),
  ),
  /** This run was started without plug-ins and without the graphics processor. */
  isSafeMode: z.boolean(),
});
export type CrashList = z.infer<typeof crashListSchema>;

/** Reports of parts that crashed. They stay on this computer until somebody sends or deletes them. */
export const crashesContract = {
  'crashes.list': defineProcedure({ input: z.void(), output: crashListSchema }),
  /** All of a report, as text: nothing else would be sent of it. */
  'crashes.read': defineProcedure({
    input: z.strictObject({ id: crashIdSchema }),
    output: z.string(),
    errors: ['FILE_NOT_FOUND'],
  }),
  'crashes.remove': defineProcedure({
    input: z.strictObject({ ids: z.array(crashIdSchema).max(100) }),
    output: crashListSchema,
  }),
  'crashes.onChanged': defineEvent({ payload: crashListSchema, delivery: 'latest' }),
};
