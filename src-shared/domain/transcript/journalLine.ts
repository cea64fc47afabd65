import { z } from 'zod';
import { wordSchema } from './document.ts';

const doneSchema = z.object({
  type: z.literal('done'),
  span: z.string(),
  sec: z.number(),
  usd: z.number(),
  language: z.string().nullable(),
  words: z.array(wordSchema),
});

/** A line of `transcript.journal.jsonl`, which lies beside a take while its transcript is made. */
export const journalLineSchema = z.discriminatedUnion('type', [
  /** Before it is sent: what was sent and has no answer may have been paid for. */
  z.object({ type: z.literal('sent'), span: z.string(), sec: z.number() }),
  doneSchema,
]);
export type JournalLine = z.infer<typeof journalLineSchema>;
export type FinishedSpan = z.infer<typeof doneSchema>;
