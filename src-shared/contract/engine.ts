import { z } from 'zod';
import { bufferFramesSchema, sampleRateSchema } from '../domain/audio.ts';
import { DENOISE_ENGINES } from '../domain/denoise.ts';
import { listeningSchema } from '../domain/liveChain.ts';
import { mapReductions } from '../domain/stripEffects.ts';
import { denoiseSettingsSchema, liveChainSchema } from '../domain/stripSchema.ts';
import { defineEvent, defineProcedure, defineStream } from './define.ts';
import { errorCodeSchema } from './errors.ts';
import { isSendingToApps, type Settings } from './settings.ts';

/** Of a file: the live chain of one microphone has RNNoise alone. */
export const cleaningSettingsSchema = denoiseSettingsSchema.extend({ engine: z.enum(DENOISE_ENGINES) });
export type CleaningSettings = z.infer<typeof cleaningSettingsSchema>;

/** null is the system's default. */
const monitorSchema = z.object({ deviceId: z.string().min(1).max(500).nullable() });

export const startLiveInputSchema = z.object({
  /** null takes the system's default; a named device that is missing is an error, never another one. */
  inputDeviceId: z.string().min(1).max(500).nullable(),
  outputDeviceId: z.string().min(1).max(500).nullable(),
  /** A second output that gets the same sound, so that a talker whose sound goes to other apps hears it too. */
  monitor: monitorSchema.nullable().default(null),
  sampleRate: sampleRateSchema,
  bufferFrames: bufferFramesSchema,
  chain: liveChainSchema,
  listening: listeningSchema.default('clean'),
  presetId: z.string().max(100).nullable(),
});
export type StartLiveInput = z.infer<typeof startLiveInputSchema>;

/** What a session starts with, wherever it is started: as the settings say. */
export function liveInputOf(settings: Settings): StartLiveInput {
  const { appsDeviceId, outputDeviceId, monitorInHeadphones } = settings;
  const isSending = isSendingToApps(settings);
  return {
    inputDeviceId: settings.inputDeviceId,
    outputDeviceId: isSending ? appsDeviceId : outputDeviceId,
    monitor: isSending && monitorInHeadphones ? { deviceId: outputDeviceId } : null,
    sampleRate: settings.sampleRate,
    bufferFrames: settings.bufferFrames,
    chain: settings.chain,
    listening: isSending || monitorInHeadphones ? 'clean' : 'off',
    presetId: settings.activePresetId,
  };
}

const namedDeviceSchema = z.object({ id: z.string(), name: z.string() });

export const liveStateSchema = z.object({
  /** Milliseconds since 1970, on the host's clock. */
  startedAtMs: z.number(),
  /** Seconds since the start, when this state was read. */
  elapsedSec: z.number().nonnegative(),
  inputDevice: namedDeviceSchema,
  outputDevice: namedDeviceSchema,
  /** The second output; null where there is none. */
  monitorDevice: namedDeviceSchema.nullable(),
  sampleRate: sampleRateSchema,
  bufferFrames: bufferFramesSchema,
  /** Whether the processing thread got real-time priority, and why not if it did not. */
  realtimePriority: z.object({ granted: z.boolean(), reason: z.string().nullable() }),
  chain: liveChainSchema,
  listening: listeningSchema,
  presetId: z.string().nullable(),
});
export type LiveState = z.infer<typeof liveStateSchema>;
/** The part of it that a host keeps: how long it runs is computed from the start. */
export type RunningLive = Omit<LiveState, 'elapsedSec'>;

export const engineStateSchema = z.object({
  /** `idle`: not started yet, nothing needs it. `failed`: gave up after repeated deaths. */
  process: z.enum(['idle', 'starting', 'running', 'restarting', 'failed']),
  /** Times that the engine process died and was started again since the host started. */
  restarts: z.int().nonnegative(),
  lastFailure: z.object({ code: errorCodeSchema, message: z.string(), atMs: z.number() }).nullable(),
  live: liveStateSchema.nullable(),
});
export type EngineState = z.infer<typeof engineStateSchema>;
export type EngineFailure = NonNullable<EngineState['lastFailure']>;

/** Measured over the running session. Reductions: the most since the last event, 0 or more. */
export const liveLevelsSchema = z.object({
  inputPeakDb: z.number(),
  inputRmsDb: z.number(),
  outputPeakDb: z.number(),
  outputRmsDb: z.number(),
  /** Level of the input while nobody speaks (minimum statistics of the frames without speech); null until known. */
  noiseLevelDb: z.number().nullable(),
  /** How much quieter the output is than the input in pauses, over the last seconds; null until a pause was heard. */
  reductionDb: z.number().nullable(),
  /** Of the newest frame. */
  speechProbability: z.number().min(0).max(1),
  /** From the sound arriving at the input to the same sound leaving at the output, measured on the device's clock. */
  latencyMs: z.number(),
  latencyP50Ms: z.number(),
  latencyP99Ms: z.number(),
  /** The same way to the second output, now; null where there is none, it is lost, or nothing is known yet. */
  monitorLatencyMs: z.number().nullable(),
  /** 10 ms frames cleaned since the start, and those that came too late to be played. */
  framesProcessed: z.int().nonnegative(),
  framesMissed: z.int().nonnegative(),
  /** Part of real time that the processing thread was busy, 0-1, over the last second. */
  dspLoad: z.number().nonnegative(),
  /** Decibels that are taken away now; 0 where the stage is off. */
  ...mapReductions(() => z.number().nonnegative()),
  /** Samples at full scale since the start: of what came in, before or after the input gain; of what leaves. */
  inputClips: z.int().nonnegative(),
  outputClips: z.int().nonnegative(),
  /** ITU-R BS.1770, 400 ms, of what leaves the chain; null in silence. */
  outputLufsMomentary: z.number().nullable(),
});
export type LiveLevels = z.infer<typeof liveLevelsSchema>;

const ENGINE_ERRORS = ['ENGINE_UNAVAILABLE', 'ENGINE_STOPPED', 'BAD_OPTION'] as const;

export const engineContract = {
  'engine.readState': defineProcedure({ input: z.void(), output: engineStateSchema }),
  'engine.startLive': defineProcedure({
    input: startLiveInputSchema,
    output: engineStateSchema,
    errors: [
      ...ENGINE_ERRORS,
      'LIVE_ALREADY_RUNNING',
      'DEVICE_NOT_FOUND',
      'DEVICE_UNAVAILABLE',
      'FREE_TIER_USED_UP',
    ],
  }),
  'engine.updateLive': defineProcedure({
    /** The whole wanted chain; changes are reached smoothly, without a click. */
    input: z.strictObject({ chain: liveChainSchema, presetId: z.string().max(100).nullable() }),
    output: engineStateSchema,
    errors: [...ENGINE_ERRORS, 'LIVE_NOT_RUNNING'],
  }),
  'engine.setListening': defineProcedure({
    input: z.strictObject({ listening: listeningSchema }),
    output: engineStateSchema,
    errors: [...ENGINE_ERRORS, 'LIVE_NOT_RUNNING'],
  }),
  /** Opens the second output, another one, or none; the first one's sound stays whole. Of the running session alone. */
  'engine.setMonitor': defineProcedure({
    input: z.strictObject({ monitor: monitorSchema.nullable() }),
    output: engineStateSchema,
    errors: [...ENGINE_ERRORS, 'LIVE_NOT_RUNNING', 'DEVICE_NOT_FOUND', 'DEVICE_UNAVAILABLE', 'UNSUPPORTED'],
  }),
  /** Does nothing where nothing runs. */
  'engine.stopLive': defineProcedure({
    input: z.void(),
    output: engineStateSchema,
    errors: [...ENGINE_ERRORS],
  }),
  'engine.onStateChanged': defineEvent({ payload: engineStateSchema, delivery: 'every' }),
  /** 30 times a second while live. */
  'engine.onLevelsMeasured': defineEvent({ payload: liveLevelsSchema, delivery: 'latest' }),
  /**
   * The raw and the clean peak of every 10 ms while live: little-endian float32 pairs, linear 0-1.
   * Stays open across sessions; ends with the connection or the reader.
   */
  'engine.watchScope': defineStream({ input: z.void() }),
  /**
   * 30 times a second while live: little-endian float32, `SPECTRUM_BANDS` of the raw sound and as many of the clean one,
   * dBFS (a full-scale sine reads 0, nothing reads below -120).
   */
  'engine.watchSpectrum': defineStream({ input: z.void() }),
  /**
   * The sound of both ends while live. First one frame of JSON, `{ "sampleRate": 48000 }`; then little-endian float32
   * pairs, raw and clean of the same moment. Raw is after the input gain, clean after the output volume.
   */
  'engine.watchSound': defineStream({ input: z.void() }),
};
