import type { TakeJob } from '../takeJobs.ts';
import type { AddonErrorCode } from './addonErrorCode.ts';
import type { EngineStrip } from '../../../../src-shared/domain/stripSchema.ts';
import type { Reductions, SomeEngineEffects } from '../../../../src-shared/domain/stripEffects.ts';

/**
 * The surface of the native addon (`native/napi`), as the engine process sees it.
 *
 * Levels are dBFS (0 = full scale, never below -120), times are milliseconds or
 * seconds as the name says, frames are samples per channel at the stated rate.
 * Every failure is an `Error` whose `code` is one of `AddonErrorCode`.
 */

/** What was compiled in, for `doctor` and the diagnostics. */
export interface AddonBuild {
  version: string;
  /** Where RNNoise came from and which code path this processor runs, e.g. `avx2`, `sse2`. */
  rnnoise: { source: 'wasm2c' | 'system'; path: string };
  /** The same of GTCRN, the strong engine. */
  gtcrn: { source: 'wasm2c'; path: string };
  portAudio: string;
  sndfile: string;
  soxr: string;
}

export interface AddonDevice {
  /** Stable across restarts and re-plugging: host API and name, never an index. */
  id: string;
  name: string;
  /** `system` is a monitor source: what the computer plays. */
  type: 'input' | 'output' | 'system' | 'line' | 'usb';
  hostApi: string;
  isDefault: boolean;
  channels: number;
  defaultSampleRate: number;
  /** Those of 44100, 48000 and 96000 that it takes. */
  sampleRates: (44100 | 48000 | 96000)[];
}

export interface DeviceListing {
  devices: AddonDevice[];
  /** PortAudio's part is the one of the running session's start. */
  isStale: boolean;
}

export interface VirtualMicrophone {
  /** What other programs show. */
  name: string;
  /** Ids of `listDevices`: where to play, and what is heard of it. */
  outputDeviceId: string;
  inputDeviceId: string;
}

/** On PulseAudio or PipeWire; every call but `removeOrphans` is `DEVICE_UNAVAILABLE` without such a server. */
export interface VirtualMicrophoneAddon {
  /** Why this system can have none, and what helps; null where it can. */
  obstacle: string | null;
  read(): VirtualMicrophone | null;
  start(ownerPid: number | null): VirtualMicrophone;
  /** How many parts were removed. */
  stop(): number;
  /** Removes what was made for processes that have gone. */
  removeOrphans(): number;
}

/** One field of the addon's settings; `count` is 0 of a switch, which has no range. */
export interface AddonField {
  count: number;
  min: number;
  max: number;
  unit: string;
}

/** The addon's own tables of fields: those of src-shared have to be the same. */
export interface AddonStripTable {
  strip: Record<string, AddonField>;
  denoise: Record<string, AddonField>;
  /** Keys of `effects`, as the sound goes through them. */
  order: string[];
  effects: Record<string, { hasMeter: boolean; fields: Record<string, AddonField> }>;
}

/** Of a file: the live chain of one microphone has RNNoise alone. */
export interface CleaningSettings {
  engine: 'rnnoise' | 'strong' | 'off';
  /** 0-100: how readily sound under speech is treated as noise. */
  sensitivity: number;
  /** 0-100: how far noise is lowered; the floor gain is (1 - reduction / 100)². */
  reduction: number;
}

export interface LiveSettings {
  /** Its `denoise.engine` is `rnnoise` or `off`; pan, mute and solo are for mixers. */
  strip: EngineStrip;
  /** What the output is given: what leaves the strip, what came in (at the strip's volume), nothing, or a test tone. */
  listening: 'clean' | 'raw' | 'off' | 'tone';
}

export interface LiveOptions extends LiveSettings {
  /** `null` takes the system default. A named device that is missing is `DEVICE_NOT_FOUND`, never another one. */
  inputDeviceId: string | null;
  outputDeviceId: string | null;
  sampleRate: 44100 | 48000 | 96000;
  bufferFrames: 128 | 256 | 512 | 1024;
}

/** Measured over the running session; sent 30 times a second. Reductions: the most since the last event, 0 or more. */
export interface LiveLevels extends Reductions<number> {
  inputPeakDb: number;
  inputRmsDb: number;
  outputPeakDb: number;
  outputRmsDb: number;
  /** Level of the input while nobody speaks (minimum statistics of the frames without speech); null until known. */
  noiseLevelDb: number | null;
  /** How much quieter the output is than the input in pauses, over the last seconds; null until a pause was heard. */
  reductionDb: number | null;
  /** 0-1, of the newest frame. */
  speechProbability: number;
  /** From the sound arriving at the input to the same sound leaving at the output, measured on the device's clock. */
  latencyMs: number;
  latencyP50Ms: number;
  latencyP99Ms: number;
  /** 10 ms frames cleaned since the start, and those that came too late to be played. */
  framesProcessed: number;
  framesMissed: number;
  /** Part of real time that the processing thread was busy, 0-1, over the last second. */
  dspLoad: number;
  /** Samples at full scale since the start: of what came in, before or after the input gain; of what leaves. */
  inputClips: number;
  outputClips: number;
  /** ITU-R BS.1770, 400 ms, of what leaves the chain; null in silence. */
  outputLufsMomentary: number | null;
  /** Since the session's start; null: not known yet. */
  session: { meanReductionDb: number | null; latencyP50Ms: number | null; latencyP99Ms: number | null };
  /** 96 bands of the raw sound and as many of the clean one, dBFS; empty where nobody watches. */
  spectrum: Float32Array;
  /** Pairs [raw peak, clean peak], linear 0-1, one pair per 10 ms since the last event. */
  scope: Float32Array;
}

export type LiveEvent =
  | { type: 'levels'; levels: LiveLevels }
  /** Raw and clean by turns, of the same moment, at 48 kHz. None is left out while the process answers. */
  | { type: 'sound'; samples: Float32Array }
  | { type: 'failed'; code: AddonErrorCode; message: string };

export interface LiveInfo {
  inputDevice: { id: string; name: string };
  outputDevice: { id: string; name: string };
  sampleRate: number;
  bufferFrames: number;
  /** Whether the processing thread got real-time priority, and why not if it did not. */
  realtimePriority: { granted: boolean; reason: string | null };
}

export interface LiveSession {
  readonly info: LiveInfo;
  /** Takes effect within one frame, smoothed, without a click. */
  update(settings: LiveSettings): void;
  /** Spectra and sound are only fetched while somebody looks. */
  watch(wanted: { spectrum: boolean; sound: boolean }): void;
  /** Idempotent. Frees the devices before it returns. */
  stop(): void;
}

export type CleanInput =
  | { kind: 'file'; path: string }
  /**
   * A decoder whose standard output is interleaved little-endian float32; spawned by the addon
   * without a shell and with an environment of PATH alone.
   */
  | { kind: 'command'; argv: string[]; sampleRate: number; channels: number; framesExpected: number | null };

export interface CleanOptions {
  input: CleanInput;
  /** Written directly: the caller gives a temporary name and renames it. */
  outputPath: string;
  container: 'wav' | 'flac' | 'ogg' | 'opus' | 'mp3' | 'aiff' | 'caf' | 'w64';
  /** `same` keeps the input's bit depth where the container can, else 24-bit. */
  encoding: 'same' | 'pcm16' | 'pcm24' | 'float32';
  denoise: CleaningSettings;
  mastering: CleanMastering;
  /** A chain of plug-ins in file mode, made for the file's rate and channels. */
  insertId?: number;
}

/** What comes after the noise: all channels together, at the file's rate. */
export interface CleanMastering extends SomeEngineEffects {
  /** LUFS, -60 to -5, with true peaks at most at -1 dBTP; needs room for the sound as floats beside the output. */
  targetLufs: number | null;
}

export interface CleanProgress {
  /** Of all passes together: the end of the last one is `framesTotal`. */
  framesDone: number;
  framesTotal: number | null;
  /** Of the file: it makes seconds of the frames. */
  sampleRate: number;
}

export interface CleanResult {
  seconds: number;
  frames: number;
  channels: number;
  sampleRate: number;
  elapsedSec: number;
  /** Delay of the chain that was compensated, in frames of the file's own rate. */
  latencyFrames: number;
  /** ITU-R BS.1770; null where the programme is too short or silent. */
  integratedLufsIn: number | null;
  integratedLufsOut: number | null;
  /** dBTP, before the output's encoding; null where it is silent. */
  truePeakDbOut: number | null;
  /** Part of the 10 ms frames with speech, 0-1; null with the engine off, and with the strong one, which tells none. */
  speechRatio: number | null;
  /** Input level minus output level over the frames without speech (strong: steady noise); null where there are none. */
  meanReductionDb: number | null;
  /** Samples that left the range of the output's encoding and were limited to it. */
  clippedSamples: number;
}

export interface CleanJob {
  /** The job then ends with `CANCELLED`. */
  cancel(): void;
}

/**
 * One channel of a model alone: 480 samples at 48 kHz in ±32768, in place. RNNoise is 480 samples late and returns the
 * speech probability; the strong engine is 1562 samples late and returns an estimate for mixing, not a probability.
 */
export interface Denoiser {
  process(frame: Float32Array): number;
}

/** The live chain without devices, 480 samples at 48 kHz in ±1 at a time: what other engines are held against. */
export interface OfflineLiveChain {
  set(settings: LiveSettings): void;
  /** In place: afterwards the frame is what the output would be given. */
  process(frame: Float32Array): void;
}

export interface Addon {
  readonly build: AddonBuild;
  readonly stripTable: AddonStripTable;
  listDevices(): DeviceListing;
  /** `onChanged` may come where nothing has changed in the end. null: this system does not say. */
  watchDevices(onChanged: () => void): { stop(): void } | null;
  readonly virtualMicrophone: VirtualMicrophoneAddon;
  startLive(options: LiveOptions, onEvent: (event: LiveEvent) => void): LiveSession;
  startClean(
    options: CleanOptions,
    onProgress: (progress: CleanProgress) => void,
    onEnd: (error: Error | null, result: CleanResult | null) => void,
  ): CleanJob;
  /** Of a file that libsndfile reads. */
  readSoundFormat(path: string): { sampleRate: number; channels: number };
  /** `onEnd` gets what `TakeJobResult` says of the job's kind, without `kind`; of `timecode` the reading. */
  startTakeJob(
    job: TakeJob,
    onProgress: (done: number) => void,
    onEnd: (error: Error | null, result: object | null) => void,
  ): CleanJob;
  /** RNNoise where none is named. */
  createDenoiser(engine?: 'rnnoise' | 'strong'): Denoiser;
  createLiveChain(settings: LiveSettings): OfflineLiveChain;
}
