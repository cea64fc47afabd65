import { z } from 'zod';
import { MEETING_PLATFORMS, MOST_PARTICIPANTS } from '../../../src-shared/domain/meetings.ts';

/** `system`: what the shared tab or screen plays. */
export const BASIC_KINDS = ['audio', 'system', 'video', 'screen'] as const;
export type BasicKind = (typeof BASIC_KINDS)[number];
export type SoundKind = Extract<BasicKind, 'audio' | 'system'>;
export type PictureKind = Exclude<BasicKind, SoundKind>;

export const isSoundKind = (kind: BasicKind): kind is SoundKind => kind === 'audio' || kind === 'system';

const trackSchema = z.object({
  kind: z.enum(BASIC_KINDS),
  file: z.string().regex(/^[a-z]{1,20}\d{0,4}\.webm$/),
  mimeType: z.string().max(200),
  /** What the browser calls the microphone, camera or screen. */
  source: z.string().max(500),
  /** How much later than the take it began. Times in a file are those of the take. */
  startMs: z.number().nonnegative(),
  /** Pictures that this browser could not encode in time. */
  framesDropped: z.number().int().nonnegative().default(0),
  /** Why it ended before the take did. */
  ended: z.string().max(2000).nullable(),
});
export type BasicTrack = z.infer<typeof trackSchema>;

/** The screen that it was recorded on. */
export const BASIC_PURPOSES = ['studio', 'screen', 'meeting'] as const;
export type BasicPurpose = (typeof BASIC_PURPOSES)[number];

const meetingSchema = z.object({
  platform: z.enum(MEETING_PLATFORMS),
  participants: z.number().int().min(0).max(MOST_PARTICIPANTS),
});
/** What is known of a meeting beside its name. */
export type BasicMeeting = z.infer<typeof meetingSchema>;

/** Nobody shares another window so often. */
const MOST_TRACKS = 1000;

const MOST_NAME_LENGTH = 200;

/** `take.json` of a recording in this browser's own storage. */
export const basicTakeSchema = z.object({
  /** 1: its files came from the browser's own recorder, and are left as they are. */
  schemaVersion: z.literal([1, 2]),
  id: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
  name: z.string().max(MOST_NAME_LENGTH),
  purpose: z.enum(BASIC_PURPOSES).default('studio'),
  meeting: meetingSchema.nullable().default(null),
  startedAtMs: z.number(),
  /** `recovered`: its page or its browser ended before it did. */
  status: z.enum(['recording', 'finished', 'recovered']),
  durationMs: z.number().nonnegative(),
  tracks: z.array(trackSchema).max(MOST_TRACKS),
  /** Why it ended by itself; all until then is kept. */
  ended: z.object({ code: z.string().max(100), message: z.string().max(2000) }).nullable(),
  /** When it was deleted; it can be taken back until it is removed. */
  deletedAtMs: z.number().nullable().default(null),
});
export type BasicTake = z.infer<typeof basicTakeSchema>;

export const TAKES_FOLDER = 'takes';
export const DOCUMENT_NAME = 'take.json';
/** Room that is let go of at the end: where the storage is full, its last words still have a place. */
export const RESERVE_NAME = 'reserve';

/** Held while a take is recorded: the browser lets go of it with the page, however that ends. */
export const lockOf = (takeId: string) => `sounddesk.take.${takeId}`;
