import { z } from 'zod';
import { defineEvent, defineProcedure, defineUpload } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import { MAX_VIDEO_SOURCES, videoCodecSchema, videoKindSchema } from './takeVideoTracks.ts';
import { sourceIdSchema } from '../domain/certificateSchema.ts';
import { bubblePlaceSchema } from '../domain/cameraBubble.ts';

const count = z.int().nonnegative();
const trackInput = z.strictObject({ trackId: z.string().min(1).max(200) });

/** Of the frames of one call together: they are written when all have arrived. */
export const MAX_APPEND_BYTES = 4 << 20;
const MAX_HEADER_CHARS = 100_000;
/** Of one call: five seconds at the highest rate. */
const MAX_FRAMES_A_CALL = 300;

export const newSourcesSchema = z
  .array(
    z.strictObject({
      id: sourceIdSchema,
      kind: videoKindSchema,
      name: z.string().trim().min(1).max(200),
    }),
  )
  .max(MAX_VIDEO_SOURCES);
export type NewSource = z.infer<typeof newSourcesSchema>[number];

export const videoTrackStateSchema = z.object({
  id: z.string(),
  /** The source that it is a part of; null: an independent track. */
  sourceId: z.string().nullable(),
  kind: videoKindSchema,
  name: z.string(),
  width: count,
  height: count,
  framesWritten: count,
  framesDropped: count,
  bytesWritten: count,
  isEnded: z.boolean(),
});
export type VideoTrackState = z.infer<typeof videoTrackStateSchema>;

/** A camera or screen that the take is to have: what is armed and not written is to be reported. */
export const armedSourceStateSchema = z.object({
  id: sourceIdSchema,
  kind: videoKindSchema,
  name: z.string(),
  /** The track that is written now; null where none is. */
  trackId: z.string().nullable(),
  /** Since when nothing of it is written though it should be, in seconds of the recording; null where all is well. */
  missingSinceSec: z.number().nonnegative().nullable(),
  /** What was not written of it until now, this time among it. */
  gapCount: count,
  missedSec: z.number().nonnegative(),
});
export type ArmedSourceState = z.infer<typeof armedSourceStateSchema>;

const sizeOf = (frames: readonly { sizeBytes: number }[]) =>
  frames.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

const WRITE_ERRORS = [
  'TAKE_NOT_RUNNING',
  'FILE_NOT_FOUND',
  'FILE_UNWRITABLE',
  'DISK_FULL',
  'BAD_OPTION',
] as const;

/**
 * Cameras and screens of takes. The page captures and encodes; what it has encoded comes here as it is made, and the
 * host writes it beside the sound. Times are those of `video.readClock`, which only ever grows.
 */
export const videoContract = {
  'video.readClock': defineProcedure({ input: z.void(), output: z.object({ nowMs: z.number() }) }),
  /**
   * Cameras and screens that the running take is to have from now on; those that it has already stay as they are. What is
   * armed and not written is reported by the state and by the certificate.
   */
  'video.arm': defineProcedure({
    input: z.strictObject({
      sources: newSourcesSchema.min(1),
    }),
    output: z.void(),
    errors: [...WRITE_ERRORS, 'DEVICE_UNAVAILABLE'],
  }),
  /** It is not wanted any more: from now on nothing of it is missing. */
  'video.disarm': defineProcedure({
    input: z.strictObject({ sourceId: sourceIdSchema }),
    output: z.void(),
    errors: WRITE_ERRORS,
  }),
  /**
   * A camera or screen of the running take, known by its first encoded frame. Another track of the same source is its
   * next part: its last one must have ended, or get no more data.
   */
  'video.addTrack': defineProcedure({
    input: z.strictObject({
      /** null: an independent track, which does not count as missing. */
      sourceId: sourceIdSchema.nullable().default(null),
      kind: videoKindSchema,
      name: z.string().trim().min(1).max(200),
      source: z.string().max(500),
      codec: videoCodecSchema,
      /** What a decoder has to know beforehand; of H.264 it must be there. */
      codecPrivate: z.base64().max(MAX_HEADER_CHARS).nullable(),
      width: z.int().min(2).max(16_384),
      height: z.int().min(2).max(16_384),
      fps: z.number().min(1).max(240),
      /** Of a camera that is shown on the screen: kept with its track, for the export. */
      bubble: bubblePlaceSchema.nullable().default(null),
    }),
    output: z.object({ trackId: z.string() }),
    errors: [...WRITE_ERRORS, 'PLAN_LIMIT', 'TAKE_ALREADY_RUNNING'],
  }),
  /**
   * Encoded frames in their order, the first of a track a key frame; their bytes follow one another. None at all says
   * that the page is still there. `framesDropped` is the sum since the track began.
   */
  'video.append': defineUpload({
    input: trackInput.extend({
      frames: z
        .array(
          z.strictObject({
            atMs: z.number(),
            isKey: z.boolean(),
            sizeBytes: z.int().min(1).max(MAX_APPEND_BYTES),
            /** Of `framesDropped`, those that lay before this one. */
            droppedBefore: count.default(0),
          }),
        )
        .max(MAX_FRAMES_A_CALL)
        .refine((frames) => sizeOf(frames) <= MAX_APPEND_BYTES, {
          error: `the frames of one call have ${MAX_APPEND_BYTES} bytes at most`,
        }),
      framesDropped: count,
    }),
    output: z.object({
      framesWritten: count,
      isPaused: z.boolean(),
      /** What was sent cannot be begun with: make the next one a key frame. */
      wantsKey: z.boolean(),
    }),
    errors: WRITE_ERRORS,
  }),
  /** Closes the track's file. `ended`: why it ended on its own, e.g. since the camera was unplugged. */
  'video.endTrack': defineProcedure({
    input: trackInput.extend({
      framesDropped: count,
      ended: z.strictObject({ code: errorCodeSchema, message: z.string().max(2000) }).nullable(),
    }),
    output: z.void(),
    errors: WRITE_ERRORS,
  }),
  /**
   * Asks the page that shows Screen Capture to begin a capture: only a page can ask the user which screen. Forgotten where no
   * page takes it within a few seconds.
   */
  'video.askStart': defineProcedure({ input: z.void(), output: z.void() }),
  /** Whether a capture was requested and not begun: the one page that gets `true` begins it. */
  'video.takeStartRequest': defineProcedure({
    input: z.void(),
    output: z.object({ isAsked: z.boolean() }),
  }),
  'video.onStartAsked': defineEvent({ payload: z.object({}), delivery: 'every' }),
  /** A screen that a page was given is not there any more, by its track's id: whatever is captured of it ends. */
  'video.onScreenGone': defineEvent({ payload: z.object({ screenId: z.string() }), delivery: 'every' }),
};
