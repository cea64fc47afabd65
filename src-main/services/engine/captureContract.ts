import { z } from 'zod';
import {
  captureDeviceStateSchema,
  captureInfoSchema,
  captureLevelsSchema,
  latencyModeStateSchema,
} from '../../../src-shared/contract/capture.ts';
import {
  defineEvent,
  defineProcedure,
  defineStream,
  defineUpload,
} from '../../../src-shared/contract/define.ts';
import { errorCodeSchema } from '../../../src-shared/contract/errors.ts';
import { takeProgressSchema } from '../../../src-shared/contract/recording.ts';
import { bufferFramesSchema, sampleRateSchema, latencyModeSchema } from '../../../src-shared/domain/audio.ts';
import { TAPS } from '../../../src-shared/domain/captureSetUp.ts';
import { BENCH_ENGINES } from '../../../src-shared/domain/denoise.ts';
import { engineStripSchema } from '../../../src-shared/domain/stripSchema.ts';

const number = z.number();

const channelSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** null: no source yet, silence. A named device that is missing keeps the channel, silent, until it comes. */
  deviceId: z.string().nullable(),
  /** Which of the device's channels, from 0: one for a mono strip, two for a stereo one. */
  deviceChannels: z.array(z.int().nonnegative()),
  isEnabled: z.boolean(),
  strip: engineStripSchema,
});
export type CaptureChannel = z.infer<typeof channelSchema>;

const optionsSchema = z.object({
  sampleRate: sampleRateSchema,
  bufferFrames: bufferFramesSchema,
  /** null: whatever the strips ask for. */
  latencyModeMs: latencyModeSchema.nullable(),
  /** How much is kept in memory all the time, for takes that begin before their start: 0 to 30. */
  armedPreRollSec: number.default(0),
  armedTap: z.enum(TAPS).default('raw'),
  channels: z.array(channelSchema),
  /** What the talker hears; null for none. */
  monitorDeviceId: z.string().nullable(),
  /** What listeners hear (e.g. the virtual microphone's sink); null for none. */
  programDeviceId: z.string().nullable(),
});
export type CaptureOptions = z.input<typeof optionsSchema>;

const takeOptionsSchema = z.object({
  /** An existing, empty folder. */
  folder: z.string(),
  name: z.string(),
  mode: z.enum(['multitrack', 'mixed', 'both']),
  /** What a channel's file keeps: what came in (after the input gain), what leaves the strip before its fader, or both. */
  tap: z.enum(TAPS),
  /** With both: ids of channels that are recorded raw alone. */
  rawOnlyIds: z.array(z.string()).default([]),
  /** Sound files that are heard beside the program: `capture.writePlayed` brings their sound. */
  played: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  container: z.enum(['rf64', 'flac']),
  /** FLAC takes pcm24 alone. */
  encoding: z.enum(['pcm24', 'float32']),
  /** Sound from before the start that is kept: at most the session's `armedPreRollSec`. */
  preRollSec: number,
  /** Wall clock of the session's first frame is taken at the start; with this, tracks carry BWF time references. */
  timecode: z.object({
    source: z.enum(['timeOfDay', 'ltc', 'none']),
    ltcChannelId: z.string().nullable(),
  }),
  /** Recording ends cleanly before the disk has less than this. */
  keepFreeBytes: number,
});
export type TakeOptions = z.infer<typeof takeOptionsSchema>;

/** Where a take's first frame, a pause or its end lies. */
const takeMomentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('takeStarted'), startedAtMs: number, sampleRate: number.positive() }),
  z.object({ type: z.literal('takePaused'), sinceStartSec: number.nonnegative() }),
  z.object({ type: z.literal('takeResumed'), sinceStartSec: number.nonnegative() }),
]);
export type TakeMoment = z.infer<typeof takeMomentSchema>;

/** What the addon reports, except levels. */
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

export const engineBenchSchema = z.object({
  channels: z.int().positive(),
  /** Of sound, per channel. */
  seconds: z.number().positive(),
  /** Processor time of one thread, all stages together. */
  busySec: z.number().nonnegative(),
  perStage: z.object({
    /** Ring, clock and resampling of the device. */
    inputsSec: z.number().nonnegative(),
    /** Input gain and its meters. */
    gainSec: z.number().nonnegative(),
    denoiseSec: z.number().nonnegative(),
    /** Effects, fader, pan, meters with loudness, and the sum of the buses. */
    dynamicsSec: z.number().nonnegative(),
    outputsSec: z.number().nonnegative(),
  }),
  /** Of all channels together: 2 means twice as fast as real time. */
  realTimeFactor: z.number().nonnegative(),
  /** One channel of RNNoise's own module over as much sound, in the same run. */
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
  /** What channels with the engine `studio` hear from then on; until then RNNoise stands in. Does nothing for the same file again. */
  'capture.installStudio': defineProcedure({
    input: z.object({ path: z.string() }),
    output: z.void(),
    errors: ['ENGINE_UNAVAILABLE', 'FILE_UNREADABLE'],
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
  /** The program at the session's rate, each time one `ProgramPiece`; a stretch that could not be delivered is silence. */
  'capture.watchProgram': defineStream({ input: z.void() }),
  /** What leaves the channels' strips, each time `VoicePiece`s of all of them. */
  'capture.watchVoices': defineStream({ input: z.void() }),
  'capture.startTake': defineProcedure({
    input: takeOptionsSchema,
    output: z.void(),
    errors: [...NOT_RUNNING, 'FILE_UNWRITABLE', 'DISK_FULL', 'FORMAT_UNSUPPORTED'],
  }),
  /** Of tracks of `played`, from a frame of the program on; the bytes are stereo pairs, as many of each track. */
  'capture.writePlayed': defineUpload({
    input: z.object({
      sessionFrame: z.int(),
      ids: z.array(z.string()).min(1),
      sizeBytes: z.int().positive(),
    }),
    output: z.void(),
    errors: NOT_RUNNING,
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
      engine: z.enum(BENCH_ENGINES),
    }),
    output: engineBenchSchema,
    errors: ['ENGINE_UNAVAILABLE', 'BAD_OPTION'],
  }),
  'capture.onLevelsMeasured': defineEvent({ payload: captureLevelsSchema, delivery: 'latest' }),
  'capture.onEvent': defineEvent({ payload: captureEventSchema, delivery: 'every' }),
};
