import { z } from 'zod';
import { MEETING_PLATFORMS, MOST_PARTICIPANTS } from '../../../../src-shared/domain/meetings.ts';

/** `system`: what the shared tab or screen plays. */
const OLD_KINDS = ['audio', 'system', 'video', 'screen'] as const;
export type OldKind = (typeof OLD_KINDS)[number];

export const isSoundKind = (kind: OldKind): boolean => kind === 'audio' || kind === 'system';

const trackSchema = z.object({
  kind: z.enum(OLD_KINDS),
  file: z.string().regex(/^[a-z]{1,20}\d{0,4}\.webm$/),
  mimeType: z.string().max(200),
  /** What the browser calls the microphone, camera or screen. */
  source: z.string().max(500),
  /** How much later than the take it began. Times in a file are those of the take. */
  startMs: z.number().nonnegative(),
  /** Frames that this browser could not encode in time. */
  framesDropped: z.number().int().nonnegative().default(0),
  /** Why it ended before the take did. */
  ended: z.string().max(2000).nullable(),
});
export type OldTrack = z.infer<typeof trackSchema>;

/** The screen that it was recorded on. */
const OLD_PURPOSES = ['studio', 'screen', 'meeting'] as const;

const meetingSchema = z.object({
  platform: z.enum(MEETING_PLATFORMS),
  participants: z.number().int().min(0).max(MOST_PARTICIPANTS),
});

/** Nobody shares another window so often. */
const MOST_TRACKS = 1000;

const MOST_NAME_LENGTH = 200;

/** `take.json` of a recording that an earlier version made in this browser: it is read, and never written any more. */
export const oldTakeSchema = z.object({
  /** 1: its files came from the browser's own recorder, and are left as they are. */
  schemaVersion: z.literal([1, 2]),
  id: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
  name: z.string().max(MOST_NAME_LENGTH),
  purpose: z.enum(OLD_PURPOSES).default('studio'),
  meeting: meetingSchema.nullable().default(null),
  startedAtMs: z.number(),
  /** `recovered`: its page or its browser ended before it did. */
  status: z.enum(['recording', 'finished', 'recovered']),
  durationMs: z.number().nonnegative(),
  tracks: z.array(trackSchema).max(MOST_TRACKS),
  /** Why it ended on its own; all until then is kept. */
  ended: z.object({ code: z.string().max(100), message: z.string().max(2000) }).nullable(),
  /** When it was deleted; it can be taken back until it is removed. */
  deletedAtMs: z.number().nullable().default(null),
});
export type OldTake = z.infer<typeof oldTakeSchema>;
