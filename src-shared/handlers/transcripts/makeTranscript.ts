import { withFarSide, type Transcript } from '../../domain/transcript/document.ts';
import type { SpanEngine } from '../voice/index.ts';
import { openJournal } from './journal.ts';
import { writeTranscript } from './keptTranscripts.ts';
import { transcribeTake, type Listened, type TranscribeOptions } from './transcribeTake.ts';

/** Makes the transcript of a take that was listened to, and keeps it beside the take; what was there before is replaced. */
export async function makeTranscript(
  listened: Listened,
  engine: SpanEngine,
  options: TranscribeOptions,
): Promise<Transcript> {
  const { files, isMeeting } = listened.take;
  const said = await transcribeTake(listened, engine, options);
  const transcript = isMeeting ? withFarSide(said) : said;
  await writeTranscript(files, transcript);
  await (await openJournal(files)).remove();
  return transcript;
}
