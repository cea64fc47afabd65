import { z } from 'zod';

export const BASIC_KINDS = ['audio', 'video', 'screen'] as const;
export type BasicKind = (typeof BASIC_KINDS)[number];

const trackSchema = z.object({
  kind: z.enum(BASIC_KINDS),
  file: z.string().regex(/^[a-z]{1,20}\.webm$/),
  mimeType: z.string().max(200),
  /** What the browser calls the microphone, camera or screen. */
  source: z.string().max(500),
  /** How much later than the take it began. */
  startMs: z.number().nonnegative(),
  /** Why it ended before the take did. */
  ended: z.string().max(2000).nullable(),
});
export type BasicTrack = z.infer<typeof trackSchema>;

/** `take.json` of a recording in this browser's own storage. */
export const basicTakeSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
  name: z.string().max(200),
  startedAtMs: z.number(),
  /** `recovered`: its page or its browser ended before it did. */
  status: z.enum(['recording', 'finished', 'recovered']),
  durationMs: z.number().nonnegative(),
  tracks: z.array(trackSchema).max(BASIC_KINDS.length),
  /** Why it ended by itself; all until then is kept. */
  ended: z.object({ code: z.string().max(100), message: z.string().max(2000) }).nullable(),
});
export type BasicTake = z.infer<typeof basicTakeSchema>;

/** A line of `journal.jsonl`: so far is a file whole. */
export const journalLineSchema = z.object({
  file: z.string(),
  bytes: z.number().nonnegative(),
  recordedMs: z.number().nonnegative(),
});

export const TAKES_FOLDER = 'takes';
export const DOCUMENT_NAME = 'take.json';
export const JOURNAL_NAME = 'journal.jsonl';
/** Room that is let go of at the end: where the storage is full, its last words still have a place. */
export const RESERVE_NAME = 'reserve';

/** Held while a take is recorded: the browser lets go of it with the page, however that ends. */
export const lockOf = (takeId: string) => `sounddesk.take.${takeId}`;
