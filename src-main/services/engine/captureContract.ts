import { z } from 'zod';
import {
  captureDeviceStateSchema,
  captureInfoSchema,
  captureLevelsSchema,
  latencyModeStateSchema,
} from '../../../src-shared/contract/capture.ts';
import { latencyModeSchema } from '../../../src-shared/contract/captureSetUp.ts';
import { defineEvent, defineProcedure } from '../../../src-shared/contract/define.ts';
import { errorCodeSchema } from '../../../src-shared/contract/errors.ts';
import { takeProgressSchema } from '../../../src-shared/contract/recording.ts';
import { bufferFramesSchema, sampleRateSchema } from '../../../src-shared/contract/settings.ts';
import { DENOISE_ENGINES } from '../../../src-shared/domain/denoise.ts';
import { engineStripSchema } from '../../../src-shared/domain/stripSchema.ts';
import type { CaptureChannel, CaptureOptions, TakeOptions } from './process/captureAddon.ts';

const number = z.number();

const channelSchema = z.object({
  id: z.string(),
  name: z.string(),
  deviceId: z.string().nullable(),
  deviceChannels: z.array(z.int().nonnegative()),
  isEnabled: z.boolean(),
  strip: engineStripSchema,
}) satisfies z.ZodType<CaptureChannel>;

const optionsSchema = z.object({
  sampleRate: sampleRateSchema,
  bufferFrames: bufferFramesSchema,
  latencyModeMs: latencyModeSchema.nullable(),
  armedPreRollSec: number.default(0),
  channels: z.array(channelSchema),
  monitorDeviceId: z.string().nullable(),
  programDeviceId: z.string().nullable(),
}) satisfies z.ZodType<CaptureOptions>;

const takeOptionsSchema = z.object({
  folder: z.string(),
  name: z.string(),
  mode: z.enum(['multitrack', 'mixed', 'both']),
  tap: z.enum(['raw', 'processed']),
  container: z.enum(['rf64', 'flac']),
  encoding: z.enum(['pcm24', 'float32']),
  preRollSec: number,
  timecode: z.object({
    source: z.enum(['timeOfDay', 'ltc', 'none']),
    ltcChannelId: z.string().nullable(),
  }),
  keepFreeBytes: number,
}) satisfies z.ZodType<TakeOptions>;

/** Where a take's first frame, a pause or its end lies; the meaning of each figure is in `process/captureAddon.ts`. */
const takeMomentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('takeStarted'), startedAtMs: number, sampleRate: number.positive() }),
  z.object({ type: z.literal('takePaused'), sinceStartSec: number.nonnegative() }),
  z.object({ type: z.literal('takeResumed'), sinceStartSec: number.nonnegative() }),
]);
export type TakeMoment = z.infer<typeof takeMomentSchema>;

/** What the addon tells, all but levels. */
export const captureEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('devices'),
    devices: z.array(captureDeviceStateSchema),
    /** As they are known now: they depend on the devices. */
    latencyModes: z.array(latencyModeStateSchema),
  }),
  z.object({
    type: z.literal('overloaded'),
    fromMs: latencyModeSchema.nullable(),
    toMs: latencyModeSchema.nullable(),
    message: z.string(),
  }),
  ...takeMomentSchema.options,
  z.object({ type: z.literal('takeProgress'), progress: takeProgressSchema }),
  z.object({
    type: z.literal('takeWarning'),
    code: z.enum(['DISK_LOW', 'DISK_SLOW']),
    message: z.string(),
  }),
  z.object({
    type: z.literal('takeEnded'),
    code: errorCodeSchema.nullable(),
    message: z.string().nullable(),
  }),
  z.object({ type: z.literal('failed'), code: errorCodeSchema, message: z.string() }),
]);
export type CaptureEvent = z.infer<typeof captureEventSchema>;

/** The meaning of each figure is in `process/captureAddon.ts`. */
export const engineBenchSchema = z.object({
  channels: z.int().positive(),
  seconds: z.number().positive(),
  busySec: z.number().nonnegative(),
  perStage: z.object({
    inputsSec: z.number().nonnegative(),
    gainSec: z.number().nonnegative(),
    denoiseSec: z.number().nonnegative(),
    dynamicsSec: z.number().nonnegative(),
    outputsSec: z.number().nonnegative(),
  }),
  realTimeFactor: z.number().nonnegative(),
  referenceChannelSec: z.number().nonnegative(),
  denoisePath: z.string(),
});
export type EngineBench = z.infer<typeof engineBenchSchema>;

const NOT_RUNNING = ['CAPTURE_NOT_RUNNING', 'BAD_OPTION'] as const;
const TAKE_ERRORS = [...NOT_RUNNING, 'TAKE_NOT_RUNNING'] as const;

/** The part of the process's contract that is capture: the addon's `CaptureSession`, call by call. */
export const captureProcessContract = {
  'capture.start': defineProcedure({
    input: optionsSchema,
    output: captureInfoSchema,
    errors: [
      'ENGINE_UNAVAILABLE',
      'BAD_OPTION',
      'DEVICE_NOT_FOUND',
      'DEVICE_UNAVAILABLE',
      'CAPTURE_ALREADY_RUNNING',
    ],
  }),
  'capture.setChannel': defineProcedure({
    input: channelSchema,
    output: z.void(),
    errors: [...NOT_RUNNING, 'DEVICE_UNAVAILABLE'],
  }),
  'capture.removeChannel': defineProcedure({
    input: z.object({ id: z.string() }),
    output: z.void(),
    errors: NOT_RUNNING,
  }),
  'capture.setLatencyMode': defineProcedure({
    input: z.object({ modeMs: latencyModeSchema.nullable() }),
    output: z.void(),
    errors: NOT_RUNNING,
  }),
  'capture.startTake': defineProcedure({
    input: takeOptionsSchema,
    output: z.void(),
    errors: [...NOT_RUNNING, 'FILE_UNWRITABLE', 'DISK_FULL', 'FORMAT_UNSUPPORTED'],
  }),
  'capture.pauseTake': defineProcedure({ input: z.void(), output: z.void(), errors: TAKE_ERRORS }),
  'capture.resumeTake': defineProcedure({ input: z.void(), output: z.void(), errors: TAKE_ERRORS }),
  'capture.addMarker': defineProcedure({
    input: z.object({ label: z.string() }),
    output: z.object({ atSec: z.number().nonnegative() }),
    errors: TAKE_ERRORS,
  }),
  /** `takeEnded` follows when all files are closed. */
  'capture.stopTake': defineProcedure({ input: z.void(), output: z.void(), errors: TAKE_ERRORS }),
  /** Does nothing where nothing runs. The devices are free when it answers. */
  'capture.stop': defineProcedure({ input: z.void(), output: z.void() }),
  /** Holds the process's thread until it is done. */
  'bench.runEngine': defineProcedure({
    input: z.object({
      channels: z.int().min(1).max(32),
      seconds: z.number().min(1).max(3600),
      engine: z.enum(DENOISE_ENGINES),
    }),
    output: engineBenchSchema,
    errors: ['ENGINE_UNAVAILABLE', 'BAD_OPTION'],
  }),
  'capture.onLevelsMeasured': defineEvent({ payload: captureLevelsSchema, delivery: 'latest' }),
  'capture.onEvent': defineEvent({ payload: captureEventSchema, delivery: 'every' }),
};
