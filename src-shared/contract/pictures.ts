import { z } from 'zod';
import { defineEvent, defineProcedure, defineUpload } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import { takeIdSchema } from './takes.ts';
import {
  bubblePlaceSchema,
  MAX_PICTURE_SOURCES,
  pictureCodecSchema,
  pictureKindSchema,
  sourceIdSchema,
} from './takePictures.ts';

const count = z.int().nonnegative();
const trackInput = z.strictObject({ trackId: z.string().min(1).max(200) });

/** Of the frames of one call together: they are written when all have arrived. */
export const MAX_APPEND_BYTES = 4 << 20;
const MAX_HEADER_CHARS = 100_000;
/** Of one call: five seconds at the highest rate. */
const MAX_FRAMES_A_CALL = 300;

export const pictureTrackStateSchema = z.object({
  id: z.string(),
  /** The source that it is a part of; null: a track by itself. */
  sourceId: z.string().nullable(),
  kind: pictureKindSchema,
  name: z.string(),
  width: count,
  height: count,
  framesWritten: count,
  framesDropped: count,
  bytesWritten: count,
  isEnded: z.boolean(),
});
export type PictureTrackState = z.infer<typeof pictureTrackStateSchema>;

/** A camera or screen that the take is to have: what is armed and not written is to be told. */
export const armedSourceStateSchema = z.object({
  id: sourceIdSchema,
  kind: pictureKindSchema,
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

export const endedPicturesSchema = z.object({
  id: takeIdSchema,
  recordedSec: z.number().nonnegative(),
  /** null where it was asked for; otherwise what was recorded until then is kept. */
  code: errorCodeSchema.nullable(),
  message: z.string().nullable(),
});
export type EndedPictures = z.infer<typeof endedPicturesSchema>;

export const picturesStateSchema = z.object({
  /** The take that pictures can be written into now. */
  take: z
    .object({
      id: takeIdSchema,
      name: z.string(),
      isPaused: z.boolean(),
      /** When this state was told; pauses are not among it. */
      recordedSec: z.number().nonnegative(),
      /** Whether it was begun by `pictures.startTake`, and ends with its pictures. */
      isOwn: z.boolean(),
      hasSound: z.boolean(),
      /** null where no microphone is recorded with it. */
      isMicrophoneMuted: z.boolean().nullable(),
      tracks: z.array(pictureTrackStateSchema),
      sources: z.array(armedSourceStateSchema),
    })
    .nullable(),
  lastTake: endedPicturesSchema.nullable(),
});
export type PicturesState = z.infer<typeof picturesStateSchema>;

const sizeOf = (frames: readonly { sizeBytes: number }[]) =>
  frames.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

const TAKE_ERRORS = ['TAKE_NOT_RUNNING', 'ENGINE_UNAVAILABLE', 'ENGINE_STOPPED', 'BAD_OPTION'] as const;
const WRITE_ERRORS = [
  'TAKE_NOT_RUNNING',
  'FILE_NOT_FOUND',
  'FILE_UNWRITABLE',
  'DISK_FULL',
  'BAD_OPTION',
] as const;

/**
 * Cameras and screens of takes. The page captures and encodes; what it has encoded comes here as it is made, and the
 * host writes it beside the sound. Times are those of `pictures.readClock`, which only ever grows.
 */
export const picturesContract = {
  'pictures.readClock': defineProcedure({ input: z.void(), output: z.object({ nowMs: z.number() }) }),
  'pictures.readState': defineProcedure({ input: z.void(), output: picturesStateSchema }),
  /** Begins a take for pictures, with the sound that is asked for. */
  'pictures.startTake': defineProcedure({
    input: z.strictObject({
      /** null: named by date and time. */
      name: z.string().trim().min(1).max(200).nullable(),
      /** The cleaned microphone of the settings, and what the computer plays. */
      sound: z.strictObject({ microphone: z.boolean(), system: z.boolean() }),
    }),
    output: picturesStateSchema,
    errors: [
      ...TAKE_ERRORS,
      'TAKE_ALREADY_RUNNING',
      'CAPTURE_ALREADY_RUNNING',
      'DEVICE_NOT_FOUND',
      'DEVICE_UNAVAILABLE',
      'NO_ENABLED_CHANNEL',
      'FILE_UNWRITABLE',
      'DISK_FULL',
    ],
  }),
  'pictures.pauseTake': defineProcedure({
    input: z.void(),
    output: picturesStateSchema,
    errors: TAKE_ERRORS,
  }),
  'pictures.resumeTake': defineProcedure({
    input: z.void(),
    output: picturesStateSchema,
    errors: TAKE_ERRORS,
  }),
  /** The microphone beside the pictures is recorded as silence, or heard again; the take goes on. */
  'pictures.setMicrophoneMuted': defineProcedure({
    input: z.strictObject({ isMuted: z.boolean() }),
    output: picturesStateSchema,
    errors: [...TAKE_ERRORS, 'CHANNEL_NOT_FOUND', 'DEVICE_NOT_FOUND', 'DEVICE_UNAVAILABLE'],
  }),
  'pictures.addMarker': defineProcedure({
    input: z.strictObject({ label: z.string().trim().max(200) }),
    output: z.object({ label: z.string(), atSec: z.number().nonnegative() }),
    errors: TAKE_ERRORS,
  }),
  /** Whoever captures is asked for the last pictures first. All files are closed when it answers. */
  'pictures.stopTake': defineProcedure({
    input: z.void(),
    output: picturesStateSchema,
    errors: [...TAKE_ERRORS, 'DISK_FULL', 'FILE_UNWRITABLE'],
  }),
  /**
   * Cameras and screens that the running take is to have from now on; those that it has already stay as they are. What is
   * armed and not written is told by the state and by the certificate.
   */
  'pictures.arm': defineProcedure({
    input: z.strictObject({
      sources: z
        .array(
          z.strictObject({
            id: sourceIdSchema,
            kind: pictureKindSchema,
            name: z.string().trim().min(1).max(200),
          }),
        )
        .min(1)
        .max(MAX_PICTURE_SOURCES),
      /** Whoever began the take with them says so a moment later. */
      isFromStart: z.boolean().default(false),
    }),
    output: picturesStateSchema,
    errors: [...WRITE_ERRORS, 'DEVICE_UNAVAILABLE'],
  }),
  /** It is not wanted any more: from now on nothing of it is missing. */
  'pictures.disarm': defineProcedure({
    input: z.strictObject({ sourceId: sourceIdSchema }),
    output: picturesStateSchema,
    errors: WRITE_ERRORS,
  }),
  /**
   * A camera or screen of the running take, known by its first encoded picture. Another track of the same source is its
   * next part: its last one has to have ended, or to be fed by nobody any more.
   */
  'pictures.addTrack': defineProcedure({
    input: z.strictObject({
      /** null: a track by itself, which nobody misses. */
      sourceId: sourceIdSchema.nullable().default(null),
      kind: pictureKindSchema,
      name: z.string().trim().min(1).max(200),
      source: z.string().max(500),
      codec: pictureCodecSchema,
      /** What a decoder has to know beforehand; of H.264 it must be there. */
      codecPrivate: z.base64().max(MAX_HEADER_CHARS).nullable(),
      width: z.int().min(2).max(16_384),
      height: z.int().min(2).max(16_384),
      fps: z.number().min(1).max(240),
      /** Of a camera that is shown upon the screen: kept with its track, for the export. */
      bubble: bubblePlaceSchema.nullable().default(null),
    }),
    output: z.object({ trackId: z.string() }),
    errors: [...WRITE_ERRORS, 'PLAN_LIMIT', 'TAKE_ALREADY_RUNNING'],
  }),
  /**
   * Encoded pictures in their order, the first of a track a key picture; their bytes follow one another. None at all says
   * that the page is still there. `framesDropped` is the sum since the track began.
   */
  'pictures.append': defineUpload({
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
      /** What was sent cannot be begun with: make the next one a key picture. */
      wantsKey: z.boolean(),
    }),
    errors: WRITE_ERRORS,
  }),
  /** Closes the track's file. `ended`: why it ended by itself, e.g. since the camera was unplugged. */
  'pictures.endTrack': defineProcedure({
    input: trackInput.extend({
      framesDropped: count,
      ended: z.strictObject({ code: errorCodeSchema, message: z.string().max(2000) }).nullable(),
    }),
    output: z.void(),
    errors: WRITE_ERRORS,
  }),
  /**
   * Asks whoever shows Screen Capture to begin a capture: only a page can ask the user which screen. Forgotten where no
   * page takes it within a few seconds.
   */
  'pictures.askStart': defineProcedure({ input: z.void(), output: z.void() }),
  /** Whether a capture was asked for, and nobody has begun it: the one page that is told so does. */
  'pictures.takeStartRequest': defineProcedure({
    input: z.void(),
    output: z.object({ isAsked: z.boolean() }),
  }),
  'pictures.onStartAsked': defineEvent({ payload: z.object({}), delivery: 'every' }),
  /** It ends in a moment: pictures that are encoded and not sent yet are wanted now. */
  'pictures.onTakeEnding': defineEvent({ payload: z.object({ id: takeIdSchema }), delivery: 'every' }),
  /** A screen that a page was given is not there any more, by its track's id: whatever is captured of it ends. */
  'pictures.onScreenGone': defineEvent({ payload: z.object({ screenId: z.string() }), delivery: 'every' }),
  'pictures.onStateChanged': defineEvent({ payload: picturesStateSchema, delivery: 'every' }),
  /** However it ended. */
  'pictures.onTakeEnded': defineEvent({ payload: endedPicturesSchema, delivery: 'every' }),
};
