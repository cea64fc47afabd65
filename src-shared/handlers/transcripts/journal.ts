import {
  journalLineSchema,
  type FinishedSpan,
  type JournalLine,
} from '../../domain/transcript/journalLine.ts';
import type { TakeFiles } from './files.ts';

export const TRANSCRIPT_JOURNAL = 'transcript.journal.jsonl';

/** What was sent and answered already: after a kill nothing of it is sent, or paid, again. */
export interface TranscriptJournal {
  finished: ReadonlyMap<string, FinishedSpan>;
  /** Seconds that were sent without an answer. */
  unansweredSec: number;
  sent(span: string, sec: number): Promise<void>;
  done(span: Omit<FinishedSpan, 'type'>): Promise<void>;
  remove(): Promise<void>;
}

export async function openJournal(files: TakeFiles): Promise<TranscriptJournal> {
  const finished = new Map<string, FinishedSpan>();
  const open = new Map<string, number>();
  for (const text of await files.readLines(TRANSCRIPT_JOURNAL)) {
    const line = parseLine(text);
    if (line?.type === 'sent') open.set(line.span, line.sec);
    if (line?.type !== 'done') continue;
    open.delete(line.span);
    finished.set(line.span, line);
  }
  const append = (line: JournalLine) => files.append(TRANSCRIPT_JOURNAL, `${JSON.stringify(line)}\n`);
  return {
    finished,
    unansweredSec: [...open.values()].reduce((sum, sec) => sum + sec, 0),
    sent: (span, sec) => append({ type: 'sent', span, sec }),
    async done(span) {
      const line = { type: 'done' as const, ...span };
      await append(line);
      finished.set(span.span, line);
    },
    remove: () => files.remove(TRANSCRIPT_JOURNAL),
  };
}

/** A line that a kill has cut off is none. */
function parseLine(text: string): JournalLine | null {
  try {
    return journalLineSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
