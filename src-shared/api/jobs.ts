import { z } from 'zod';
import { problemSchema } from './problem.ts';

/** Long work that a call has begun: its address is the `Location` of the answer. */
export const jobSchema = z.object({
  id: z.uuid(),
  /** The operation that began it. */
  operation: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** 0 to 1; null where the work does not say. */
  done: z.number().min(0).max(1).nullable(),
  startedAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  /** What the work answers; null until it is done. */
  result: z.unknown(),
  problem: problemSchema.nullable(),
});
export type Job = z.infer<typeof jobSchema>;
