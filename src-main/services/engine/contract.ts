import { z } from 'zod';
import { defineEvent, defineProcedure, defineStream } from '../../../src-shared/contract/define.ts';
import { virtualMicrophoneSchema } from '../../../src-shared/contract/devices.ts';
import { audioDeviceSchema } from '../../../src-shared/domain/audio.ts';
import {
  cleaningSettingsSchema,
  liveLevelsSchema,
  liveStateSchema,
  startLiveInputSchema,
} from '../../../src-shared/contract/engine.ts';
import { errorCodeSchema } from '../../../src-shared/contract/errors.ts';
import { listeningSchema } from '../../../src-shared/domain/liveChain.ts';
import { sessionFiguresSchema } from '../../../src-shared/domain/journalPeriod.ts';
import { engineStripSchema, someEngineEffectsSchema } from '../../../src-shared/domain/stripSchema.ts';
import { captureProcessContract } from './captureContract.ts';
import { filePluginSchema, PLUGIN_FAILURES, pluginProcessContract } from './pluginContract.ts';
import { takeJobResultSchema, takeJobSchema } from './takeJobs.ts';

/** Both ends are built together: the version only distinguishes a stray process. */
export const ENGINE_PROCESS_VERSION = 1;

/** Name of the launcher's argument that says where the addon is: `--addon=/path/sounddesk.node`. */
export const ADDON_ARGUMENT = '--addon=';
/** Argument of an engine process that loads none. */
export const WITHOUT_PLUGINS = '--without-plugins';

/** The live chain works at this rate, whatever the devices' is. */
export const TAPPED_RATE_HZ = 48_000;

/** What was compiled in, for `doctor` and the diagnostics. */
const addonBuildSchema = z.object({
  version: z.string(),
  /** Where the models came from and which code path this processor runs, e.g. `avx2`, `sse2`. */
  rnnoise: z.object({ source: z.enum(['wasm2c', 'system']), path: z.string() }),
  gtcrn: z.object({ path: z.string() }),
  portAudio: z.string(),
  sndfile: z.string(),
  soxr: z.string(),
  /** Why the build has no echo cancellation; null where it has. */
  echoRefusal: z.string().nullable(),
});
export type AddonBuild = z.infer<typeof addonBuildSchema>;

const liveInfoSchema = liveStateSchema.pick({
  inputDevice: true,
  outputDevice: true,
  monitorDevice: true,
  sampleRate: true,
  bufferFrames: true,
  realtimePriority: true,
});
export type LiveInfo = z.infer<typeof liveInfoSchema>;

const deviceListingSchema = z.object({
  devices: z.array(audioDeviceSchema),
  /** A running session keeps a part of the list as it was at its start. */
  isStale: z.boolean(),
});
export type DeviceListing = z.infer<typeof deviceListingSchema>;

/** What can change while a session runs. */
const liveSettingsSchema = z.object({
  /** Its `denoise.engine` is `rnnoise` or `off`; pan, mute and solo are for mixers. */
  strip: engineStripSchema,
  /** What the output is given: what leaves the strip, what came in (at the strip's volume), nothing, or a test tone. */
  listening: z.enum([...listeningSchema.options, 'tone']),
});
export type LiveSettings = z.infer<typeof liveSettingsSchema>;

const liveOptionsSchema = startLiveInputSchema
  .omit({ presetId: true, chain: true, listening: true })
  .extend(liveSettingsSchema.shape);
export type LiveOptions = z.infer<typeof liveOptionsSchema>;

const cleanInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: z.string() }),
  /**
   * A decoder whose standard output is interleaved little-endian float32; spawned by the addon
   * without a shell and with an environment of PATH alone.
   */
  z.object({
    kind: z.literal('command'),
    argv: z.array(z.string()).min(1),
    sampleRate: z.number().positive(),
    channels: z.int().positive(),
    framesExpected: z.int().nonnegative().nullable(),
  }),
]);

/** What comes after the noise: all channels together, at the file's rate. */
const cleanMasteringSchema = someEngineEffectsSchema.extend({
  /** LUFS, -60 to -5, with true peaks at most at -1 dBTP; needs room for the sound as floats beside the output. */
  targetLufs: z.number().nullable(),
});
export type CleanMastering = z.infer<typeof cleanMasteringSchema>;

const cleanOptionsSchema = z.object({
  input: cleanInputSchema,
  /** Written directly: the caller gives a temporary name and renames it. */
  outputPath: z.string(),
  container: z.enum(['wav', 'flac', 'ogg', 'opus', 'mp3', 'aiff', 'caf', 'w64']),
  /** `same` keeps the input's bit depth where the container can, else 24-bit. */
  encoding: z.enum(['same', 'pcm16', 'pcm24', 'float32']),
  denoise: cleaningSettingsSchema,
  /** The file that the engine `studio` reads; null with every other engine. */
  studioModelPath: z.string().nullable().default(null),
  /** RNNoise frame by frame by the translated module: slower, and the same samples. */
  isSequential: z.boolean().optional(),
  mastering: cleanMasteringSchema,
  /** After the effects, before the loudness. */
  plugin: filePluginSchema.nullable().default(null),
});
export type CleanOptions = z.input<typeof cleanOptionsSchema>;

const cleanResultSchema = z.object({
  seconds: z.number().nonnegative(),
  frames: z.int().nonnegative(),
  channels: z.int().positive(),
  sampleRate: z.number().positive(),
  elapsedSec: z.number().nonnegative(),
  /** Delay of the chain that was compensated, in frames of the file's own rate. */
  latencyFrames: z.number().nonnegative(),
  /** ITU-R BS.1770; null where the programme is too short or silent. */
  integratedLufsIn: z.number().nullable(),
  integratedLufsOut: z.number().nullable(),
  /** dBTP, before the output's encoding; null where it is silent. */
  truePeakDbOut: z.number().nullable(),
  /** Part of the 10 ms frames with speech, 0-1; null with the engine off, and with the strong one, which reports none. */
  speechRatio: z.number().nullable(),
  /** Input level minus output level over the frames without speech (strong: steady noise); null where there are none. */
  meanReductionDb: z.number().nullable(),
  /** Samples that left the range of the output's encoding and were limited to it. */
  clippedSamples: z.int().nonnegative(),
});
export type CleanResult = z.infer<typeof cleanResultSchema>;

const cleanProgressSchema = z.object({
  jobId: z.string(),
  /** Of all passes together: the end of the last one is `framesTotal`. */
  framesDone: z.number().nonnegative(),
  framesTotal: z.number().nonnegative().nullable(),
  /** Of the file: it makes seconds of the frames. */
  sampleRate: z.number().positive(),
});
export type CleanProgress = Omit<z.infer<typeof cleanProgressSchema>, 'jobId'>;

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
    output: deviceListingSchema,
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
    input: liveOptionsSchema,
    output: liveInfoSchema,
    errors: [...DEVICE_ERRORS, 'LIVE_ALREADY_RUNNING'],
  }),
  'live.update': defineProcedure({
    input: liveSettingsSchema,
    output: z.void(),
    errors: ['LIVE_NOT_RUNNING', 'BAD_OPTION'],
  }),
  /** Answers the device that is open then. */
  'live.setMonitor': defineProcedure({
    input: startLiveInputSchema.pick({ monitor: true }),
    output: liveStateSchema.shape.monitorDevice,
    errors: [...DEVICE_ERRORS, 'LIVE_NOT_RUNNING'],
  }),
  /** null where nothing runs. */
  'live.readFigures': defineProcedure({ input: z.void(), output: sessionFiguresSchema.nullable() }),
  /** Does nothing where nothing runs. The devices are free when it answers: with the session's last figures. */
  'live.stop': defineProcedure({ input: z.void(), output: sessionFiguresSchema.nullable() }),
  'live.onLevelsMeasured': defineEvent({ payload: liveLevelsSchema, delivery: 'latest' }),
  /** The session ended without a request, e.g. because its device was unplugged. */
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
