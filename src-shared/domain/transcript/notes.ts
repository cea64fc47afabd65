import { z } from 'zod';
import { utterancesOf, type Transcript } from './document.ts';

/** Where in the recording something was said. */
const momentSchema = z.object({ startSec: z.number().nonnegative(), speaker: z.string(), text: z.string() });

/** A statement, and the sentences that it stands on: without any it is not kept. */
const statementSchema = z.object({ text: z.string(), said: z.array(momentSchema).min(1) });

export const notesSchema = z.object({
  schemaVersion: z.literal(1),
  /** Of the transcript (`madeAtMs`, and its edits) that it was made of. */
  of: z.number(),
  revision: z.int().nonnegative(),
  madeAtMs: z.number(),
  model: z.string(),
  usd: z.number().nonnegative(),
  summary: z.array(statementSchema),
  chapters: z.array(z.object({ title: z.string(), startSec: z.number().nonnegative() })),
  showNotes: z.array(statementSchema),
});
export type TranscriptNotes = z.infer<typeof notesSchema>;

/** What a model answers: sentences by their numbers. */
export const notesAnswerSchema = z.object({
  summary: z.array(z.object({ text: z.string(), sentences: z.array(z.int()) })),
  chapters: z.array(z.object({ title: z.string(), sentence: z.int() })),
  showNotes: z.array(z.object({ text: z.string(), sentences: z.array(z.int()) })),
});
export type NotesAnswer = z.infer<typeof notesAnswerSchema>;

/** A line of the journal of notes: what was answered for a piece of the transcript. */
export const notesLineSchema = z.object({ piece: z.string(), answer: notesAnswerSchema, usd: z.number() });
export type NotesLine = z.infer<typeof notesLineSchema>;

/** The same for the provider, which holds its model to it (`response_format`, strict). */
export const NOTES_FORMAT = {
  name: 'notes',
  strict: true,
  schema: strictObject({
    summary: listOf(strictObject({ text: { type: 'string' }, sentences: listOf({ type: 'integer' }) })),
    chapters: listOf(strictObject({ title: { type: 'string' }, sentence: { type: 'integer' } })),
    showNotes: listOf(strictObject({ text: { type: 'string' }, sentences: listOf({ type: 'integer' }) })),
  }),
};

function strictObject(properties: Record<string, object>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
function listOf(items: object) {
  return { type: 'array', items };
}

export const NOTES_MAX_TOKENS = 4000;
/** Of what is said: about 40,000 tokens, which leaves room in a window of 128,000 for any language. */
const PIECE_LENGTH = 120_000;
/** A sentence without an end is one of so many words. */
const MOST_SENTENCE_WORDS = 40;

export const NOTES_INSTRUCTION = [
  'You get a numbered transcript of a recording: a number, the speaker, what is said.',
  'Write, in the language of the transcript: a summary of three to seven points; chapters with short titles, in order,',
  'each with the number of its first sentence; show notes that name people, works, places and links that are mentioned.',
  'Each point and each note lists the numbers of the sentences that it is based on. Add nothing that is not said.',
].join(' ');

export interface Sentence {
  speaker: string;
  startSec: number;
  text: string;
}

export function sentencesOf(transcript: Transcript): Sentence[] {
  return utterancesOf(transcript).flatMap(({ speaker, words }) => {
    const sentences: Sentence[] = [];
    let count = 0;
    for (const { text, startFrame } of words) {
      const last = sentences.at(-1);
      if (!last || count === 0) {
        sentences.push({ speaker, startSec: startFrame / transcript.sampleRateHz, text });
      } else last.text += ` ${text}`;
      count = /[.!?…。]$/.test(text) || count + 1 >= MOST_SENTENCE_WORDS ? 0 : count + 1;
    }
    return sentences;
  });
}

/** What is sent, in pieces that a model takes; numbers go on from piece to piece. */
export function notesPieces(sentences: readonly Sentence[]): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const [number, { speaker, text }] of sentences.entries()) {
    const line = `${number} ${speaker}: ${text}\n`;
    if (piece !== '' && piece.length + line.length > PIECE_LENGTH) {
      pieces.push(piece);
      piece = '';
    }
    piece += line;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** The answers with what was said. What stands on no sentence, or on one that is not there, is left out. */
export function readNotes(
  answers: readonly NotesAnswer[],
  sentences: readonly Sentence[],
): Pick<TranscriptNotes, 'summary' | 'chapters' | 'showNotes'> {
  const statements = (of: 'summary' | 'showNotes') =>
    answers.flatMap((answer) =>
      answer[of].flatMap(({ text, sentences: numbers }) => {
        const said = [...new Set(numbers)].flatMap((number) => sentences[number] ?? []);
        return said.length === 0 || text.trim() === '' ? [] : [{ text: text.trim(), said }];
      }),
    );
  const chapters = answers
    .flatMap((answer) => answer.chapters)
    .flatMap(({ title, sentence }) => {
      const first = sentences[sentence];
      return first && title.trim() !== '' ? [{ title: title.trim(), startSec: first.startSec }] : [];
    })
    .sort((one, other) => one.startSec - other.startSec);
  return { summary: statements('summary'), chapters, showNotes: statements('showNotes') };
}
