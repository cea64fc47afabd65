import { z } from 'zod';
import { defineEvent, defineProcedure } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import { armedSourceStateSchema, newSourcesSchema, videoTrackStateSchema } from './video.ts';
import { takeIdSchema } from './takes.ts';

const count = z.int().nonnegative();
/** A sentence for the user beside what happened. */
const message = z.string();

/** Of the sound. */
export const takeProgressSchema = z.object({
  recordedSec: z.number().nonnegative(),
  isPaused: z.boolean(),
  bytesWritten: count,
  /** Until `keepFreeBytes` is reached, at the rate of this take; null until it is known. */
  secondsLeft: z.number().nonnegative().nullable(),
  gaps: count,
  missingFrames: count,
  /** What the sound's clock has lost against the machine's since the take's start; negative where it gained. */
  clockDriftMs: z.number(),
});
export type TakeProgress = z.infer<typeof takeProgressSchema>;

export const takeMarkerSchema = z.object({ label: z.string(), atSec: z.number().nonnegative() });
export type NotedMarker = z.infer<typeof takeMarkerSchema>;

export const endedTakeSchema = z.object({
  id: takeIdSchema,
  name: z.string(),
  folder: z.string(),
  recordedSec: z.number().nonnegative(),
  /** null where it was asked for; otherwise what was recorded until then is kept. */
  code: errorCodeSchema.nullable(),
  message: z.string().nullable(),
  /** The folder of the take in which the recording continues on its own, after the death of the engine. */
  continuedIn: z.string().nullable(),
});
export type EndedTake = z.infer<typeof endedTakeSchema>;

export const runningTakeSchema = z.object({
  /** Where the engine dies, the recording continues as another take. */
  id: takeIdSchema,
  name: z.string(),
  folder: z.string(),
  /** Milliseconds since 1970, on the host's clock. */
  startedAtMs: z.number(),
  isPaused: z.boolean(),
  /** When this state was reported; pauses are not among it. */
  recordedSec: z.number().nonnegative(),
  /** The studio's channels are recorded, and it ends with them; else it ends with its cameras and screens. */
  hasChannels: z.boolean(),
  hasSound: z.boolean(),
  /** Of what is heard. */
  channelIds: z.array(z.string()),
  /** null where no microphone is recorded beside a screen. */
  isMicrophoneMuted: z.boolean().nullable(),
  /** null where it has no sound. */
  progress: takeProgressSchema.nullable(),
  markers: z.array(takeMarkerSchema),
  tracks: z.array(videoTrackStateSchema),
  sources: z.array(armedSourceStateSchema),
});
export type RunningTake = z.infer<typeof runningTakeSchema>;

export const recordingStateSchema = z.object({
  take: runningTakeSchema.nullable(),
  lastTake: endedTakeSchema.nullable(),
});
export type RecordingState = z.infer<typeof recordingStateSchema>;

/** `channels`: the studio's that are enabled; `soundFiles`: and the sound files of a broadcast, each on a track of its own. `screen`: what is recorded beside a screen, one of both or none. */
export const recordingSoundSchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('channels'), soundFiles: z.boolean().optional() }),
  z.strictObject({
    of: z.literal('screen'),
    /** The cleaned one of the settings. */
    microphone: z.boolean(),
    /** What the computer plays. */
    system: z.boolean(),
  }),
]);
export type RecordingSound = z.infer<typeof recordingSoundSchema>;

const TAKE_ERRORS = ['TAKE_NOT_RUNNING', 'ENGINE_UNAVAILABLE', 'ENGINE_STOPPED', 'BAD_OPTION'] as const;

/** The one recording of a host: channels, cameras, screens and sound are parts of it. */
export const recordingContract = {
  'recording.readState': defineProcedure({ input: z.void(), output: recordingStateSchema }),
  'recording.start': defineProcedure({
    input: z.strictObject({
      /** null: named by date and time. */
      name: z.string().trim().min(1).max(200).nullable(),
      sound: recordingSoundSchema,
      /** Cameras and screens that it is to have from its first moment on: what does not come is reported. */
      sources: newSourcesSchema.default([]),
    }),
    output: recordingStateSchema,
    errors: [
      ...TAKE_ERRORS,
      'TAKE_ALREADY_RUNNING',
      'CAPTURE_NOT_RUNNING',
      'CAPTURE_ALREADY_RUNNING',
      'DEVICE_NOT_FOUND',
      'DEVICE_UNAVAILABLE',
      'NO_ENABLED_CHANNEL',
      'PLAN_LIMIT',
      'FILE_UNWRITABLE',
      'DISK_FULL',
      'FORMAT_UNSUPPORTED',
    ],
  }),
  'recording.pause': defineProcedure({
    input: z.void(),
    output: recordingStateSchema,
    errors: TAKE_ERRORS,
  }),
  'recording.resume': defineProcedure({
    input: z.void(),
    output: recordingStateSchema,
    errors: TAKE_ERRORS,
  }),
  /** At the frame that is being recorded now. */
  'recording.addMarker': defineProcedure({
    input: z.strictObject({ label: z.string().trim().max(200) }),
    output: takeMarkerSchema,
    errors: TAKE_ERRORS,
  }),
  /** The microphone beside a screen is recorded as silence, or heard again; the take continues. */
  'recording.setMicrophoneMuted': defineProcedure({
    input: z.strictObject({ isMuted: z.boolean() }),
    output: recordingStateSchema,
    errors: [...TAKE_ERRORS, 'CHANNEL_NOT_FOUND', 'DEVICE_NOT_FOUND', 'DEVICE_UNAVAILABLE'],
  }),
  /**
   * The capturing page is asked for its last frames first. All files are closed when it answers; `lastTake` says what
   * became of them.
   */
  'recording.stop': defineProcedure({
    input: z.void(),
    output: recordingStateSchema,
    errors: [...TAKE_ERRORS, 'DISK_FULL', 'FILE_UNWRITABLE'],
  }),
  'recording.onStateChanged': defineEvent({ payload: recordingStateSchema, delivery: 'every' }),
  /** Of its sound, some times a second. */
  'recording.onProgressed': defineEvent({ payload: takeProgressSchema, delivery: 'latest' }),
  'recording.onWarned': defineEvent({
    payload: z.object({ code: z.enum(['DISK_LOW', 'DISK_SLOW']), message }),
    delivery: 'every',
  }),
  /** It ends in a moment: frames that are encoded and not sent yet are wanted now. */
  'recording.onEnding': defineEvent({ payload: z.object({ id: takeIdSchema }), delivery: 'every' }),
  /** However it ended. */
  'recording.onEnded': defineEvent({ payload: endedTakeSchema, delivery: 'every' }),
  /** What was left of an interrupted take was looked through and repaired. */
  'recording.onRecovered': defineEvent({
    payload: z.object({ folder: z.string(), isWhole: z.boolean(), message }),
    delivery: 'every',
  }),
};
