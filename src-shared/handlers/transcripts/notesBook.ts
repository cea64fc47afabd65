import { failWith } from '../../contract/errorTexts.ts';
import type { Transcript } from '../../domain/transcript/document.ts';
import { editedTranscript } from '../../domain/transcript/edits.ts';
import {
  notesLineSchema,
  notesPieces,
  notesSchema,
  readNotes,
  sentencesOf,
  type NotesLine,
  type TranscriptNotes,
} from '../../domain/transcript/notes.ts';
import type { NotesEngine } from '../voice/index.ts';
import type { EditedState } from './editBook.ts';
import type { TakeFiles } from './files.ts';

export const NOTES_NAME = 'transcript.notes.json';
/** Each answer as it comes: what was paid for is not paid for again. */
export const NOTES_JOURNAL = 'transcript.notes.jsonl';

export interface NotedTranscript extends EditedState {
  files: TakeFiles;
  transcript: Transcript;
}

/** null where there are none, or what is there cannot be read: they are made again. */
export async function readKeptNotes(files: TakeFiles): Promise<TranscriptNotes | null> {
  const text = await files.read(NOTES_NAME);
  try {
    return text === null ? null : notesSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** US dollars at most for what is not answered yet. */
export async function estimateNotes(noted: NotedTranscript, engine: NotesEngine): Promise<number> {
  const { pieces } = piecesOf(noted);
  const finished = await readAnswers(noted.files);
  return engine.priceOf(await filterAsync(pieces, async (piece) => !finished.has(await nameOf(piece))));
}

/** Asks for notes of each piece, keeps each answer at once, and then the whole. */
export async function makeNotes(
  noted: NotedTranscript,
  engine: NotesEngine,
  nowMs: number,
  signal: AbortSignal,
): Promise<TranscriptNotes> {
  const { files, transcript, revision } = noted;
  const { pieces, sentences } = piecesOf(noted);
  if (pieces.length === 0) throw failWith('BAD_OPTION', 'notesNothing');
  const finished = await readAnswers(files);
  const answers = [];
  let usd = 0;
  for (const piece of pieces) {
    const name = await nameOf(piece);
    const known = finished.get(name);
    const made = known ?? (await engine.write(piece, signal));
    const line: NotesLine = { piece: name, answer: made.answer, usd: made.usd };
    if (!known) await files.append(NOTES_JOURNAL, `${JSON.stringify(line)}\n`);
    answers.push(made.answer);
    usd += made.usd;
  }
  const notes: TranscriptNotes = {
    schemaVersion: 1,
    of: transcript.madeAtMs,
    revision,
    madeAtMs: nowMs,
    model: engine.model,
    usd,
    ...readNotes(answers, sentences),
  };
  await files.write(NOTES_NAME, `${JSON.stringify(notes)}\n`);
  await files.remove(NOTES_JOURNAL);
  return notes;
}

function piecesOf({ transcript, edits }: NotedTranscript) {
  const sentences = sentencesOf(editedTranscript(transcript, edits));
  return { sentences, pieces: notesPieces(sentences) };
}

async function readAnswers(files: TakeFiles) {
  const answers = new Map<string, NotesLine>();
  for (const text of await files.readLines(NOTES_JOURNAL)) {
    try {
      const line = notesLineSchema.parse(JSON.parse(text));
      answers.set(line.piece, line);
    } catch {
      // A line that a kill has cut off is none.
    }
  }
  return answers;
}

/** The same text has the same name. */
async function nameOf(piece: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(piece));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function filterAsync<T>(values: readonly T[], keep: (value: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(values.map(keep));
  return values.filter((_, at) => kept[at]);
}
