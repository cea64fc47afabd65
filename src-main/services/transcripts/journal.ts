import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { appendLineDurably, readRegularLines } from '../../../src-node/files/index.ts';
import { wordSchema } from '../../../src-shared/domain/transcript/document.ts';

export const TRANSCRIPT_JOURNAL = 'transcript.journal.jsonl';
const MOST_BYTES = 256 << 20;

const doneSchema = z.object({
  type: z.literal('done'),
  span: z.string(),
  sec: z.number(),
  usd: z.number(),
  language: z.string().nullable(),
  words: z.array(wordSchema),
});
const lineSchema = z.discriminatedUnion('type', [
  /** Before it is sent: what was sent and has no answer may have been paid for. */
  z.object({ type: z.literal('sent'), span: z.string(), sec: z.number() }),
  doneSchema,
]);
export type FinishedSpan = z.infer<typeof doneSchema>;

/** What was sent and answered already: after a kill nothing of it is sent, or paid, again. */
export interface TranscriptJournal {
  finished: ReadonlyMap<string, FinishedSpan>;
  /** Seconds that were sent without an answer. */
  unansweredSec: number;
  sent(span: string, sec: number): void;
  done(span: Omit<FinishedSpan, 'type'>): void;
  remove(): void;
}

export function openJournal(folder: string): TranscriptJournal {
  const path = join(folder, TRANSCRIPT_JOURNAL);
  const finished = new Map<string, FinishedSpan>();
  const open = new Map<string, number>();
  for (const text of readRegularLines(folder, TRANSCRIPT_JOURNAL, { mostBytes: MOST_BYTES })) {
    const line = parseLine(text);
    if (line?.type === 'sent') open.set(line.span, line.sec);
    if (line?.type !== 'done') continue;
    open.delete(line.span);
    finished.set(line.span, line);
  }
  const append = (line: z.infer<typeof lineSchema>) =>
    void appendLineDurably(path, `${JSON.stringify(line)}\n`);
  return {
    finished,
    unansweredSec: [...open.values()].reduce((sum, sec) => sum + sec, 0),
    sent: (span, sec) => append({ type: 'sent', span, sec }),
    done(span) {
      const line = { type: 'done' as const, ...span };
      append(line);
      finished.set(span.span, line);
    },
    remove: () => rmSync(path, { force: true }),
  };
}

/** A line that a kill has cut off is none. */
function parseLine(text: string): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
