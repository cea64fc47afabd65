import { z } from 'zod';
import { mapReductions } from '../domain/stripEffects.ts';
import {
  captureChannelChangesSchema,
  captureChannelSchema,
  captureOptionChangesSchema,
  captureSetUpSchema,
} from '../domain/captureSetUp.ts';
import { defineEvent, defineProcedure } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import { sampleRateSchema, latencyModeSchema } from '../domain/audio.ts';

const channelIdSchema = z.string().min(1).max(100);
/** dBFS, never below -120. */
const level = z.number();
const lufs = z.number().nullable();
const count = z.int().nonnegative();

/** One strip's meters since the last event. `null`: not known yet, or the stage is off. */
const stripLevelsSchema = z.object({
  inputPeakDb: level,
  inputRmsDb: level,
  /** Hum of the mains in the last whole second: the level of 50 or 60 Hz and two harmonics, and by how much they stand out. */
  hum: z.object({ mainsHz: z.number(), levelDb: level, prominenceDb: z.number() }).nullable(),
  outputPeakDb: level,
  outputRmsDb: level,
  /** ITU-R BS.1770 of what leaves the strip: 400 ms, 3 s, since the start. */
  momentaryLufs: lufs,
  shortTermLufs: lufs,
  integratedLufs: lufs,
  /** Samples at or above full scale since the session's start, before and after the strip. */
  inputClipped: count,
  outputClipped: count,
  ...mapReductions(() => z.number().nullable()),
  automaticGainDb: z.number().nullable(),
  speechProbability: z.number().nullable(),
  /** By how much the strip delays the sound, plug-ins and all; the other channels are delayed alike on the buses. */
  latencyFrames: count,
  /** There is a chain of plug-ins, and it gives no sound in time: the dry one is heard. */
  isInsertDry: z.boolean(),
});

const busLevelsSchema = z.object({
  /** Left and right. */
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
  /** Input converter to monitor output, as in `LiveLevels`; null without a monitor, or not known yet. */
  latencyMs: z.number().nullable(),
  latencyP50Ms: z.number().nullable(),
  latencyP99Ms: z.number().nullable(),
  framesProcessed: count,
  framesMissed: count,
  dspLoad: z.number().nonnegative(),
});
export type CaptureLevels = z.infer<typeof captureLevelsSchema>;

/** Of one device that a session uses. */
export const captureDeviceStateSchema = z.object({
  id: z.string(),
  name: z.string(),
  direction: z.enum(['input', 'output']),
  status: z.enum(['open', 'lost', 'missing']),
  sampleRate: z.number().nonnegative(),
  /** Its clock against the session's, once known. */
  driftPpm: z.number().nullable(),
  /** Sound that never arrived, in session frames since the start. */
  missingFrames: count,
});
export type CaptureDeviceState = z.infer<typeof captureDeviceStateSchema>;

export const latencyModeStateSchema = z.object({
  modeMs: latencyModeSchema,
  /** What this mode costs on the open devices, by measurement where it ran, else by their stated latencies. */
  expectedMs: z.number().nullable(),
  isAchievable: z.boolean(),
  /** Why not, or which chain it is. */
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
  lastFailure: z.object({ code: errorCodeSchema, message: z.string(), atMs: z.number() }).nullable(),
});
export type CaptureState = z.infer<typeof captureStateSchema>;

/** A sentence for the user beside what happened. */
const message = z.string();

const ENGINE_ERRORS = ['ENGINE_UNAVAILABLE', 'ENGINE_STOPPED', 'BAD_OPTION'] as const;
const DEVICE_ERRORS = [...ENGINE_ERRORS, 'DEVICE_NOT_FOUND', 'DEVICE_UNAVAILABLE'] as const;
const CHANGE_ERRORS = [...DEVICE_ERRORS, 'CHANNEL_NOT_FOUND', 'TAKE_ALREADY_RUNNING'] as const;

/** Multi-channel capture: the bridge calls and level events of document 2, section 7. */
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
  /** Ends a running take cleanly first. Does nothing where nothing runs. */
  'capture.stop': defineProcedure({ input: z.void(), output: captureStateSchema, errors: ENGINE_ERRORS }),
  /** Nothing is changed where the engine refuses: the answer says why. */
  'capture.updateChannel': defineProcedure({
    input: z.strictObject({ channelId: channelIdSchema, changes: captureChannelChangesSchema }),
    output: captureStateSchema,
    errors: [...CHANGE_ERRORS, 'PLAN_LIMIT'],
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
};
