import { z } from 'zod';
import { defineEvent, defineProcedure, defineStream } from '../../../src-shared/contract/define.ts';
import { audioDeviceSchema, virtualMicrophoneSchema } from '../../../src-shared/contract/devices.ts';
import {
  cleaningSettingsSchema,
  liveLevelsSchema,
  liveStateSchema,
  startLiveInputSchema,
} from '../../../src-shared/contract/engine.ts';
import { errorCodeSchema } from '../../../src-shared/contract/errors.ts';
import { listeningSchema } from '../../../src-shared/contract/liveChain.ts';
import { engineStripSchema, someEngineEffectsSchema } from '../../../src-shared/domain/stripSchema.ts';
import { captureProcessContract } from './captureContract.ts';
import { filePluginSchema, PLUGIN_FAILURES, pluginProcessContract } from './pluginContract.ts';
import { takeJobResultSchema, takeJobSchema } from './takeJobs.ts';

/** Both ends are built together: the version only distinguishes a stray process. */
export const ENGINE_PROCESS_VERSION = 1;

/** Name of the launcher's argument that says where the addon is: `--addon=/path/sounddesk.node`. */
export const ADDON_ARGUMENT = '--addon=';

/** The live chain works at this rate, whatever the devices' is. */
export const TAPPED_RATE_HZ = 48_000;

const addonBuildSchema = z.object({
  version: z.string(),
  rnnoise: z.object({ source: z.enum(['wasm2c', 'system']), path: z.string() }),
  gtcrn: z.object({ source: z.literal('wasm2c'), path: z.string() }),
  portAudio: z.string(),
  sndfile: z.string(),
  soxr: z.string(),
});

export const liveInfoSchema = liveStateSchema.pick({
  inputDevice: true,
  outputDevice: true,
  sampleRate: true,
  bufferFrames: true,
  realtimePriority: true,
});
export type LiveInfo = z.infer<typeof liveInfoSchema>;

/** What can change while a session runs. */
const liveSettingsSchema = z.object({
  strip: engineStripSchema,
  listening: z.enum([...listeningSchema.options, 'tone']),
});
export type LiveSettings = z.infer<typeof liveSettingsSchema>;

/** Of the session that runs in this process, since its start; null: not known yet. */
const liveFiguresSchema = z.object({
  framesProcessed: z.int().nonnegative(),
  framesMissed: z.int().nonnegative(),
  meanReductionDb: z.number().nullable(),
  latencyP50Ms: z.number().nullable(),
  latencyP99Ms: z.number().nullable(),
});
export type LiveFigures = z.infer<typeof liveFiguresSchema>;

const cleanInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({
    kind: z.literal('command'),
    argv: z.array(z.string()).min(1),
    sampleRate: z.number().positive(),
    channels: z.int().positive(),
    framesExpected: z.int().nonnegative().nullable(),
  }),
]);

const cleanMasteringSchema = someEngineEffectsSchema.extend({ targetLufs: z.number().nullable() });

export const cleanOptionsSchema = z.object({
  input: cleanInputSchema,
  outputPath: z.string(),
  container: z.enum(['wav', 'flac', 'ogg', 'opus', 'mp3', 'aiff', 'caf', 'w64']),
  encoding: z.enum(['same', 'pcm16', 'pcm24', 'float32']),
  denoise: cleaningSettingsSchema,
  mastering: cleanMasteringSchema,
  /** After the effects, before the loudness. */
  plugin: filePluginSchema.nullable().default(null),
});

export const cleanResultSchema = z.object({
  seconds: z.number().nonnegative(),
  frames: z.int().nonnegative(),
  channels: z.int().positive(),
  sampleRate: z.number().positive(),
  elapsedSec: z.number().nonnegative(),
  latencyFrames: z.number().nonnegative(),
  integratedLufsIn: z.number().nullable(),
  integratedLufsOut: z.number().nullable(),
  truePeakDbOut: z.number().nullable(),
  speechRatio: z.number().nullable(),
  meanReductionDb: z.number().nullable(),
  clippedSamples: z.int().nonnegative(),
});

export const cleanProgressSchema = z.object({
  jobId: z.string(),
  framesDone: z.number().nonnegative(),
  framesTotal: z.number().nonnegative().nullable(),
  /** Of the file: it makes seconds of the frames. */
  sampleRate: z.number().positive(),
});

const DEVICE_ERRORS = ['ENGINE_UNAVAILABLE', 'BAD_OPTION', 'DEVICE_NOT_FOUND', 'DEVICE_UNAVAILABLE'] as const;
const FILE_ERRORS = [
  'ENGINE_UNAVAILABLE',
  'BAD_OPTION',
  'FILE_NOT_FOUND',
  'FILE_EMPTY',
  'FILE_UNREADABLE',
  'FILE_BEYOND_LIMITS',
  'FILE_UNWRITABLE',
  'FORMAT_UNSUPPORTED',
  'DISK_FULL',
] as const;

/** What the engine process offers to the host that started it, over the process port. */
export const engineProcessContract = {
  ...captureProcessContract,
  ...pluginProcessContract,
  /** Answers at once: a process that does not is hung. */
  'process.ping': defineProcedure({ input: z.void(), output: z.void() }),
  'process.readBuild': defineProcedure({
    input: z.void(),
    output: addonBuildSchema,
    errors: ['ENGINE_UNAVAILABLE'],
  }),
  'process.listDevices': defineProcedure({
    input: z.void(),
    /** Stale: a running session keeps a part of the list as it was at its start. */
    output: z.object({ devices: z.array(audioDeviceSchema), isStale: z.boolean() }),
    errors: DEVICE_ERRORS,
  }),
  /** Not watching: this system does not say, and the list has to be read now and then. One watch a process. */
  'process.startDeviceWatch': defineProcedure({
    input: z.void(),
    output: z.object({ isWatching: z.boolean() }),
    errors: DEVICE_ERRORS,
  }),
  'process.stopDeviceWatch': defineProcedure({ input: z.void(), output: z.void() }),
  'process.onDevicesChanged': defineEvent({ payload: z.null(), delivery: 'latest' }),
  'virtualMicrophone.read': defineProcedure({
    input: z.void(),
    output: virtualMicrophoneSchema,
    errors: ['ENGINE_UNAVAILABLE'],
  }),
  'virtualMicrophone.start': defineProcedure({
    input: z.object({ ownerPid: z.int().nullable() }),
    output: virtualMicrophoneSchema,
    errors: [...DEVICE_ERRORS, 'UNSUPPORTED'],
  }),
  'virtualMicrophone.stop': defineProcedure({
    input: z.void(),
    output: virtualMicrophoneSchema,
    errors: [...DEVICE_ERRORS, 'UNSUPPORTED'],
  }),
  'live.start': defineProcedure({
    input: startLiveInputSchema
      .omit({ presetId: true, chain: true, listening: true })
      .extend(liveSettingsSchema.shape),
    output: liveInfoSchema,
    errors: [...DEVICE_ERRORS, 'LIVE_ALREADY_RUNNING'],
  }),
  'live.update': defineProcedure({
    input: liveSettingsSchema,
    output: z.void(),
    errors: ['LIVE_NOT_RUNNING', 'BAD_OPTION'],
  }),
  /** null where nothing runs. */
  'live.readFigures': defineProcedure({ input: z.void(), output: liveFiguresSchema.nullable() }),
  /** Does nothing where nothing runs. The devices are free when it answers: with the session's last figures. */
  'live.stop': defineProcedure({ input: z.void(), output: liveFiguresSchema.nullable() }),
  'live.onLevelsMeasured': defineEvent({ payload: liveLevelsSchema, delivery: 'latest' }),
  /** The session ended by itself, e.g. since its device was pulled. */
  'live.onFailed': defineEvent({
    payload: z.object({ code: errorCodeSchema, message: z.string() }),
    delivery: 'every',
  }),
  /** The pairs of `LiveLevels.scope`, as they come. */
  'live.watchScope': defineStream({ input: z.void() }),
  /** As the addon gives them: `LiveLevels.spectrum`, and the pairs of its sound at `TAPPED_RATE_HZ`. */
  'live.watchSpectrum': defineStream({ input: z.void() }),
  'live.watchSound': defineStream({ input: z.void() }),
  'clean.run': defineProcedure({
    input: z.object({ jobId: z.string(), options: cleanOptionsSchema }),
    output: cleanResultSchema,
    errors: [...FILE_ERRORS, ...PLUGIN_FAILURES],
  }),
  /** The job's `clean.run` then answers `CANCELLED`, once its file is closed. */
  'clean.cancel': defineProcedure({ input: z.object({ jobId: z.string() }), output: z.void() }),
  'clean.onProgress': defineEvent({ payload: cleanProgressSchema, delivery: 'every' }),
  'take.run': defineProcedure({
    input: z.object({ jobId: z.string(), job: takeJobSchema }),
    output: takeJobResultSchema,
    errors: FILE_ERRORS,
  }),
  /** The job's `take.run` then answers `CANCELLED`, once its file is closed. */
  'take.cancel': defineProcedure({ input: z.object({ jobId: z.string() }), output: z.void() }),
  'take.onProgress': defineEvent({
    payload: z.object({ jobId: z.string(), done: z.number() }),
    delivery: 'every',
  }),
};
export type EngineProcessContract = typeof engineProcessContract;
