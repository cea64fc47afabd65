import { z } from 'zod';
import type { Period } from '../domain/journalPeriod.ts';
import type { EndedSession } from '../domain/endedSessions.ts';
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

const daySchema = z.iso.date();
/** More than ten years by day is nobody's question. */
const MAX_PERIOD_DAYS = 3700;
const DAY_MS = 86_400_000;

export const periodRangeSchema = z
  .strictObject({
    /** Local days of the host, both included. */
    from: daySchema,
    to: daySchema,
    /** Weeks begin on Monday. */
    by: z.enum(['day', 'week', 'month']),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'the period ends before it begins' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_PERIOD_DAYS * DAY_MS, {
    path: ['to'],
    message: `the period is longer than ${MAX_PERIOD_DAYS} days`,
  });

const count = z.int().nonnegative();
const seconds = z.number().nonnegative();
const known = z.number().nullable();
const spanFields = {
  sessions: count,
  cleanedSec: seconds,
  meanReductionDb: known,
  recordings: count,
  recordedSec: seconds,
};
const deviceFields = {
  sessions: count,
  cleanedSec: seconds,
  latencyP50Ms: known,
  latencyP99Ms: known,
  framesMissed: count,
  framesProcessed: count,
};

/** The meaning of each figure is in `domain/journalPeriod.ts`. */
export const periodSchema = z.object({
  buckets: z.array(z.object({ startMs: z.number(), ...spanFields })),
  devices: z.array(z.object({ inputName: z.string(), outputName: z.string(), ...deviceFields })),
  totals: z.object({ ...deviceFields, ...spanFields }),
}) satisfies z.ZodType<Period>;

export const endedSessionSchema = z.object({
  kind: z.enum(['noise-cancellation', 'recording']),
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  figures: z.object({
    durationSec: seconds,
    meanReductionDb: known,
    latencyP50Ms: known,
    latencyP99Ms: known,
    framesMissed: count.nullable(),
    framesProcessed: count.nullable(),
  }),
}) satisfies z.ZodType<EndedSession>;

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
