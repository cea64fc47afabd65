import { z } from 'zod';
import { transcriptSchema } from '../domain/transcript/document.ts';
import { transcriptEditsSchema, transcriptPatchSchema } from '../domain/transcript/edits.ts';
import { TRANSCRIPT_FORMATS } from '../domain/transcript/formats.ts';
import { notesSchema } from '../domain/transcript/notes.ts';
import { packedTranscriptSchema } from '../domain/transcript/packed.ts';
import { ENGINE_KINDS } from '../domain/voiceAi/index.ts';
import { defineEvent, defineProcedure, defineStream } from './define.ts';
import { rpcFailureSchema, type ErrorCode } from './errors.ts';

const takeId = z.strictObject({ takeId: z.string().min(1).max(300) });

const TAKE_ERRORS: readonly ErrorCode[] = ['FILE_NOT_FOUND', 'FILE_UNREADABLE', 'FORMAT_UNSUPPORTED'];
const ENGINE_ERRORS: readonly ErrorCode[] = [
  'PLAN_LIMIT',
  'KEY_MISSING',
  'KEY_REFUSED',
  'QUOTA_USED_UP',
  'TOO_MANY_REQUESTS',
  'PROVIDER_REFUSED',
  'PROVIDER_UNREACHABLE',
  'SPENDING_CAP',
];

export const transcriptJobSchema = z.object({
  takeId: z.string(),
  /** `listening`: finding who speaks when, on this computer. */
  step: z.enum(['listening', 'transcribing', 'done', 'cancelled', 'failed']),
  /** 0 to 1. */
  done: z.number().min(0).max(1),
  /** Until now, in US dollars. */
  usd: z.number(),
  failure: rpcFailureSchema.nullable(),
});
export type TranscriptJob = z.infer<typeof transcriptJobSchema>;

export const transcriptEstimateSchema = z.object({
  /** Speech that would be sent: pauses, and what was transcribed before, are not. */
  speechSec: z.number(),
  usd: z.number(),
  /** Sent before an end of the program, without an answer: it may have been paid for. */
  unansweredSec: z.number(),
  /** What would write the words. */
  engine: z.enum(ENGINE_KINDS),
});
export type TranscriptEstimate = z.infer<typeof transcriptEstimateSchema>;

/** A transcript as it is opened in a page. */
export const openedTranscriptSchema = z.object({
  transcript: packedTranscriptSchema.nullable(),
  edits: transcriptEditsSchema,
  /** Raised by each edit. */
  revision: z.int().nonnegative(),
});

export const transcriptsContract = {
  /** The transcript of a take as the engine has it, if there is one, what a person changed of it, and what is being made. */
  'transcripts.read': defineProcedure({
    input: takeId,
    output: z.object({
      transcript: transcriptSchema.nullable(),
      edits: transcriptEditsSchema,
      /** Raised by each edit. */
      revision: z.int().nonnegative(),
      job: transcriptJobSchema.nullable(),
    }),
    errors: TAKE_ERRORS,
  }),
  /**
   * The same to edit it: JSON (`openedTranscriptSchema`) in pieces, since that of 128,000 words is longer than a message may be,
   * and in a form that is quick for them.
   */
  'transcripts.open': defineStream({ input: takeId, errors: TAKE_ERRORS }),
  /** What is being made, or was made last. */
  'transcripts.readJob': defineProcedure({ input: takeId, output: transcriptJobSchema.nullable() }),
  /** On the disk when it answers. `revision` is the one that the patches are made of: another one is refused. */
  'transcripts.edit': defineProcedure({
    input: takeId.extend({
      revision: z.int().nonnegative(),
      patches: z.array(transcriptPatchSchema).min(1).max(1000),
    }),
    output: z.object({ revision: z.int().nonnegative() }),
    errors: [...TAKE_ERRORS, 'FILE_UNWRITABLE', 'DISK_FULL', 'BAD_OPTION'],
  }),
  /** Listens to the take, and says what a transcript would cost. Nothing is sent. */
  'transcripts.estimate': defineProcedure({
    input: takeId,
    output: transcriptEstimateSchema,
    errors: TAKE_ERRORS,
  }),
  /** Begins a transcript, or continues one that was cut off; the answer comes when it has begun. */
  'transcripts.start': defineProcedure({
    input: takeId,
    output: transcriptJobSchema,
    errors: [...TAKE_ERRORS, ...ENGINE_ERRORS],
  }),
  'transcripts.cancel': defineProcedure({ input: takeId, output: z.void() }),
  /** What was said in all takes, the newest take first. Every word has to be there; "of quotes" as they follow each other. */
  'transcripts.search': defineProcedure({
    input: z.strictObject({ query: z.string().max(500), most: z.int().min(1).max(500).default(100) }),
    output: z.object({
      hits: z.array(
        z.object({
          takeId: z.string(),
          takeName: z.string(),
          speaker: z.string(),
          startSec: z.number().nonnegative(),
          text: z.string(),
        }),
      ),
      /** There are more than were asked for. */
      hasMore: z.boolean(),
    }),
    errors: TAKE_ERRORS,
  }),
  /** Summary, chapters and show notes, if there are any, and what others would cost at most. */
  'transcripts.readNotes': defineProcedure({
    input: takeId,
    output: z.object({ notes: notesSchema.nullable(), maxUsd: z.number().nonnegative() }),
    errors: TAKE_ERRORS,
  }),
  /** Has them written by the provider, with the person's own key. An abort keeps what was answered. */
  'transcripts.makeNotes': defineProcedure({
    input: takeId,
    output: notesSchema,
    errors: [...TAKE_ERRORS, ...ENGINE_ERRORS, 'BAD_OPTION', 'FILE_UNWRITABLE', 'DISK_FULL'],
  }),
  /** As it was corrected. */
  'transcripts.format': defineProcedure({
    input: takeId.extend({ format: z.enum(TRANSCRIPT_FORMATS) }),
    output: z.object({ text: z.string(), fileName: z.string() }),
    errors: TAKE_ERRORS,
  }),
  'transcripts.remove': defineProcedure({
    input: takeId,
    output: z.void(),
    errors: [...TAKE_ERRORS, 'FILE_UNWRITABLE'],
  }),
  'transcripts.onProgressed': defineEvent({ payload: transcriptJobSchema, delivery: 'latest' }),
};
