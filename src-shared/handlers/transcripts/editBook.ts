import { failWith } from '../../contract/errorTexts.ts';
import type { Transcript } from '../../domain/transcript/document.ts';
import {
  applyTranscriptPatches,
  editLineSchema,
  fitsTranscript,
  NO_EDITS,
  type EditLine,
  type TranscriptEdits,
  type TranscriptPatch,
} from '../../domain/transcript/edits.ts';
import type { TakeFiles } from './files.ts';

/** Beside `transcript.json`, which stays as the engine has made it. */
export const EDITS_NAME = 'transcript.edits.jsonl';

/** After so many lines it begins again: opening never replays more. */
const MOST_LINES = 1000;
/** Words of a line: no line is longer than readers take. */
const WORDS_A_LINE = 2000;

export interface EditedState {
  edits: TranscriptEdits;
  revision: number;
}

interface Book extends EditedState {
  lines: number;
}

/** What a person has changed of a transcript, as a journal: nothing that was answered is lost. */
export async function readEditBook(files: TakeFiles, { madeAtMs }: Transcript): Promise<Book> {
  let book: Book = { edits: NO_EDITS, revision: 0, lines: 0 };
  let batch: TranscriptPatch[] = [];
  for (const text of await files.readLines(EDITS_NAME)) {
    const line = parseLine(text);
    book.lines += 1;
    if (line?.of !== madeAtMs) continue;
    if (line.part === 0) batch = [];
    batch.push(...line.patches);
    if (!line.isLast) continue;
    book = { ...book, edits: applyTranscriptPatches(book.edits, batch), revision: line.revision };
    batch = [];
  }
  return book;
}

/** Writes a batch, and gives what is so then. */
export async function addEdits(
  files: TakeFiles,
  transcript: Transcript,
  book: Book,
  { revision, patches }: { revision: number; patches: readonly TranscriptPatch[] },
): Promise<Book> {
  if (revision !== book.revision || !patches.every((patch) => fitsTranscript(transcript, patch)))
    throw failWith('BAD_OPTION', 'transcriptChanged');
  const edits = applyTranscriptPatches(book.edits, patches);
  const next = { edits, revision: revision + 1 };
  if (book.lines >= MOST_LINES) {
    const lines = toLines(transcript.madeAtMs, next.revision, patchesOf(edits));
    await files.write(EDITS_NAME, lines.join(''));
    return { ...next, lines: lines.length };
  }
  const lines = toLines(transcript.madeAtMs, next.revision, patches);
  await files.append(EDITS_NAME, lines.join(''));
  return { ...next, lines: book.lines + lines.length };
}

function toLines(of: number, revision: number, patches: readonly TranscriptPatch[]): string[] {
  const parts = patches.flatMap(splitPatch);
  return parts.map((patch, part): string => {
    const line: EditLine = { of, revision, patches: [patch], part, isLast: part === parts.length - 1 };
    return `${JSON.stringify(line)}\n`;
  });
}

function splitPatch(patch: TranscriptPatch): TranscriptPatch[] {
  switch (patch.on) {
    case 'name':
      return [patch];
    case 'texts':
      return chunks(patch.texts).map((texts) => ({ on: 'texts', texts }));
    case 'cut':
      return chunks(patch.words).map((words) => ({ ...patch, words }));
  }
}

function chunks<T>(values: readonly T[]): T[][] {
  const count = Math.max(1, Math.ceil(values.length / WORDS_A_LINE));
  return Array.from({ length: count }, (_, at) => values.slice(at * WORDS_A_LINE, (at + 1) * WORDS_A_LINE));
}

/** All of them as one batch. */
const patchesOf = ({ texts, names, cut }: TranscriptEdits): TranscriptPatch[] => [
  { on: 'texts', texts: [...texts] },
  ...[...names].map(([trackId, name]): TranscriptPatch => ({ on: 'name', trackId, name })),
  { on: 'cut', words: [...cut], isCut: true },
];

/** A line that a kill has cut off is none. */
function parseLine(text: string): EditLine | null {
  try {
    return editLineSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
