import { z } from 'zod';
import { interruptionSchema } from '../domain/interruptions.ts';
import { defineEvent, defineProcedure } from './define.ts';
import { takeIdSchema } from './takes.ts';

/** More than that many are not listed: a machine that sleeps every minute does so for a day. */
export const MOST_INTERRUPTIONS = 2000;

/** `interruptions.json` beside a take's `take.json`: when the computer slept, or SoundDesk stood still. */
export const interruptionsDocumentSchema = z.object({
  version: z.literal(1),
  interruptions: z.array(interruptionSchema).max(MOST_INTERRUPTIONS),
});

export const interruptionsStateSchema = z.object({
  /** The take that is recorded, or the last one; null before the first. */
  takeId: takeIdSchema.nullable(),
  interruptions: z.array(interruptionSchema),
});
export type InterruptionsState = z.infer<typeof interruptionsStateSchema>;

/** What interrupted a recording while it ran, though it was asked for by nobody. */
export const interruptionsContract = {
  'interruptions.read': defineProcedure({ input: z.void(), output: interruptionsStateSchema }),
  'interruptions.onChanged': defineEvent({ payload: interruptionsStateSchema, delivery: 'every' }),
};
