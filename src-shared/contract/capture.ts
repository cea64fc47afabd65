import { z } from 'zod';
import { mapReductions } from '../domain/stripEffects.ts';
import {
  captureChannelChangesSchema,
  captureChannelSchema,
  captureOptionChangesSchema,
  captureSetUpSchema,
  latencyModeSchema,
} from './captureSetUp.ts';
import { defineEvent, defineProcedure } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import { sampleRateSchema } from './settings.ts';

const channelIdSchema = z.string().min(1).max(100);
const level = z.number();
const lufs = z.number().nullable();
const count = z.int().nonnegative();

/** The meaning of each figure is in `services/engine/process/captureAddon.ts`. */
const stripLevelsSchema = z.object({
  inputPeakDb: level,
  inputRmsDb: level,
  outputPeakDb: level,
  outputRmsDb: level,
  momentaryLufs: lufs,
  shortTermLufs: lufs,
  integratedLufs: lufs,
  inputClipped: count,
  outputClipped: count,
  ...mapReductions(() => z.number().nullable()),
  automaticGainDb: z.number().nullable(),
  speechProbability: z.number().nullable(),
  latencyFrames: count,
  isInsertDry: z.boolean(),
});

const busLevelsSchema = z.object({
  peakDb: z.tuple([level, level]),
  rmsDb: z.tuple([level, level]),
  momentaryLufs: lufs,
  shortTermLufs: lufs,
  integratedLufs: lufs,
  clipped: count,
});

export const captureLevelsSchema = z.object({
  channels: z.array(z.object({ id: channelIdSchema, levels: stripLevelsSchema })),
  monitor: busLevelsSchema,
  program: busLevelsSchema,
  latencyMs: z.number().nullable(),
  latencyP50Ms: z.number().nullable(),
  latencyP99Ms: z.number().nullable(),
  framesProcessed: count,
  framesMissed: count,
  dspLoad: z.number().nonnegative(),
});
export type CaptureLevels = z.infer<typeof captureLevelsSchema>;

export const captureDeviceStateSchema = z.object({
  id: z.string(),
  name: z.string(),
  direction: z.enum(['input', 'output']),
  status: z.enum(['open', 'lost', 'missing']),
  sampleRate: z.number().nonnegative(),
  driftPpm: z.number().nullable(),
  missingFrames: count,
});
export type CaptureDeviceState = z.infer<typeof captureDeviceStateSchema>;

export const latencyModeStateSchema = z.object({
  modeMs: latencyModeSchema,
  expectedMs: z.number().nullable(),
  isAchievable: z.boolean(),
  reason: z.string(),
});

export const captureInfoSchema = z.object({
  sampleRate: sampleRateSchema,
  /** What runs: the short latency modes ask for fewer than the set-up can. */
  bufferFrames: z.int().positive(),
  devices: z.array(captureDeviceStateSchema),
  latencyModes: z.array(latencyModeStateSchema),
  realtimePriority: z.object({ granted: z.boolean(), reason: z.string().nullable() }),
});
export type CaptureInfo = z.infer<typeof captureInfoSchema>;

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

const markerSchema = z.object({ label: z.string(), atSec: z.number().nonnegative() });

const takeStateSchema = z.object({
  name: z.string(),
  folder: z.string(),
  startedAtMs: z.number(),
  channelIds: z.array(channelIdSchema),
  markers: z.array(markerSchema),
  progress: takeProgressSchema,
});

const endedTakeSchema = z.object({
  name: z.string(),
  folder: z.string(),
  recordedSec: z.number().nonnegative(),
  /** null where it was asked for; otherwise what was recorded until then is kept. */
  code: errorCodeSchema.nullable(),
  message: z.string().nullable(),
  /** The folder of the take in which the recording goes on by itself, after the death of the engine. */
  continuedIn: z.string().nullable(),
});
export type EndedTake = z.infer<typeof endedTakeSchema>;

export const captureStateSchema = z.object({
  /** What is wanted; every accepted change is in it, none that was refused. */
  setUp: captureSetUpSchema,
  /** What runs; null where nothing does. */
  session: captureInfoSchema
    .extend({
      /** Milliseconds since 1970, on the host's clock. */
      startedAtMs: z.number(),
      /** Seconds since the start, when this state was read. */
      elapsedSec: z.number().nonnegative(),
      /** What runs now: above the set-up's where the machine could not keep up. */
      latencyModeMs: latencyModeSchema.nullable(),
      /** The engine is being started again after it died. */
      isInterrupted: z.boolean(),
    })
    .nullable(),
  take: takeStateSchema.nullable(),
  lastTake: endedTakeSchema.nullable(),
  lastFailure: z.object({ code: errorCodeSchema, message: z.string(), atMs: z.number() }).nullable(),
});
export type CaptureState = z.infer<typeof captureStateSchema>;

/** A sentence for the user beside what happened. */
const message = z.string();

const ENGINE_ERRORS = ['ENGINE_UNAVAILABLE', 'ENGINE_STOPPED', 'BAD_OPTION'] as const;
const DEVICE_ERRORS = [...ENGINE_ERRORS, 'DEVICE_NOT_FOUND', 'DEVICE_UNAVAILABLE'] as const;
const CHANGE_ERRORS = [...DEVICE_ERRORS, 'CHANNEL_NOT_FOUND', 'TAKE_ALREADY_RUNNING'] as const;
const TAKE_ERRORS = [...ENGINE_ERRORS, 'TAKE_NOT_RUNNING'] as const;

/** Multi-channel capture: the bridge calls and level events of document 2, section 7, and takes. */
export const captureContract = {
  'capture.readState': defineProcedure({ input: z.void(), output: captureStateSchema }),
  'capture.listChannels': defineProcedure({ input: z.void(), output: z.array(captureChannelSchema) }),
  /** Replaces the whole set-up; of a running session only what differs is touched. */
  'capture.applySetUp': defineProcedure({
    input: captureSetUpSchema,
    output: captureStateSchema,
    errors: CHANGE_ERRORS,
  }),
  /** Starts multi-channel capture, with this set-up or the one that is there (null). */
  'capture.start': defineProcedure({
    input: z.object({ setUp: captureSetUpSchema.nullable() }),
    output: captureStateSchema,
    errors: [...DEVICE_ERRORS, 'CAPTURE_ALREADY_RUNNING'],
  }),
  /** Ends a running take in good order first. Does nothing where nothing runs. */
  'capture.stop': defineProcedure({ input: z.void(), output: captureStateSchema, errors: ENGINE_ERRORS }),
  /** Nothing is changed where the engine refuses: the answer says why. */
  'capture.updateChannel': defineProcedure({
    input: z.strictObject({ channelId: channelIdSchema, changes: captureChannelChangesSchema }),
    output: captureStateSchema,
    errors: CHANGE_ERRORS,
  }),
  /** With an id of its own, unless the caller gives one. */
  'capture.addChannel': defineProcedure({
    input: captureChannelChangesSchema.extend({
      id: captureChannelSchema.shape.id.optional(),
      name: captureChannelSchema.shape.name,
    }),
    output: captureStateSchema,
    errors: CHANGE_ERRORS,
  }),
  'capture.renameChannel': defineProcedure({
    input: z.strictObject({ channelId: channelIdSchema, name: captureChannelSchema.shape.name }),
    output: captureStateSchema,
    errors: CHANGE_ERRORS,
  }),
  'capture.removeChannel': defineProcedure({
    input: z.strictObject({ channelId: channelIdSchema }),
    output: captureStateSchema,
    errors: CHANGE_ERRORS,
  }),
  /** All ids, each once, in their new order. */
  'capture.reorderChannels': defineProcedure({
    input: z.strictObject({ channelIds: z.array(channelIdSchema).max(1000) }),
    output: captureStateSchema,
    errors: CHANGE_ERRORS,
  }),
  'capture.setLatencyMode': defineProcedure({
    input: z.strictObject({ modeMs: latencyModeSchema.nullable() }),
    output: captureStateSchema,
    errors: CHANGE_ERRORS,
  }),
  /** Rate, buffer, outputs and recording; a change of the session's own is refused while a take runs. */
  'capture.updateOptions': defineProcedure({
    input: captureOptionChangesSchema,
    output: captureStateSchema,
    errors: CHANGE_ERRORS,
  }),
  'capture.startTake': defineProcedure({
    /** null: named by date and time. */
    input: z.strictObject({ name: z.string().trim().min(1).max(200).nullable() }),
    output: captureStateSchema,
    errors: [
      ...ENGINE_ERRORS,
      'CAPTURE_NOT_RUNNING',
      'NO_ENABLED_CHANNEL',
      'PLAN_LIMIT',
      'TAKE_ALREADY_RUNNING',
      'FILE_UNWRITABLE',
      'DISK_FULL',
      'FORMAT_UNSUPPORTED',
    ],
  }),
  'capture.pauseTake': defineProcedure({ input: z.void(), output: captureStateSchema, errors: TAKE_ERRORS }),
  'capture.resumeTake': defineProcedure({ input: z.void(), output: captureStateSchema, errors: TAKE_ERRORS }),
  /** At the frame that is being recorded now. */
  'capture.addMarker': defineProcedure({
    input: z.strictObject({ label: z.string().trim().max(200) }),
    output: markerSchema,
    errors: TAKE_ERRORS,
  }),
  /** All files are closed when it answers; `lastTake` says what became of them. */
  'capture.stopTake': defineProcedure({
    input: z.void(),
    output: captureStateSchema,
    errors: [...TAKE_ERRORS, 'DISK_FULL', 'FILE_UNWRITABLE'],
  }),
  'capture.onStateChanged': defineEvent({ payload: captureStateSchema, delivery: 'every' }),
  /** 30 times a second while capture runs. */
  'capture.onLevelsMeasured': defineEvent({ payload: captureLevelsSchema, delivery: 'latest' }),
  /** A device of the session was lost or came back. */
  'capture.onDeviceChanged': defineEvent({
    payload: z.object({ device: captureDeviceStateSchema, atMs: z.number(), message }),
    delivery: 'every',
  }),
  /** The chain was made longer since the machine could not keep up. */
  'capture.onOverloaded': defineEvent({
    payload: z.object({
      fromMs: latencyModeSchema.nullable(),
      toMs: latencyModeSchema.nullable(),
      message,
    }),
    delivery: 'every',
  }),
  'capture.onTakeProgressed': defineEvent({ payload: takeProgressSchema, delivery: 'latest' }),
  'capture.onTakeWarned': defineEvent({
    payload: z.object({ code: z.enum(['DISK_LOW', 'DISK_SLOW']), message }),
    delivery: 'every',
  }),
  /** However it ended. */
  'capture.onTakeEnded': defineEvent({ payload: endedTakeSchema, delivery: 'every' }),
  /** What was left of an interrupted take was looked through and repaired. */
  'capture.onTakeRecovered': defineEvent({
    payload: z.object({ folder: z.string(), isWhole: z.boolean(), message }),
    delivery: 'every',
  }),
};
