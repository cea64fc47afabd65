import type { VirtualMicrophoneState } from '../../../../src-shared/contract/devices.ts';
import type { LiveLevels } from '../../../../src-shared/contract/engine.ts';
import type {
  AddonBuild,
  CleanOptions,
  CleanProgress,
  CleanResult,
  DeviceListing,
  LiveInfo,
  LiveOptions,
  LiveSettings,
} from '../contract.ts';
import type { SessionFigures } from '../../../../src-shared/domain/journalPeriod.ts';
import type { TakeJob } from '../takeJobs.ts';
import type { AddonErrorCode } from './addonErrorCode.ts';

/**
 * The surface of the native addon (`native/napi`), as the engine process sees it.
 *
 * Levels are dBFS (0 = full scale, never below -120), times are milliseconds or
 * seconds as the name says, frames are samples per channel at the stated rate.
 * Every failure is an `Error` whose `code` is one of `AddonErrorCode`.
 */

export type VirtualMicrophone = NonNullable<VirtualMicrophoneState['microphone']>;

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

/** Sent 30 times a second. */
export interface AddonLiveLevels extends LiveLevels {
  /** Since the session's start; null: not known yet. */
  session: Pick<SessionFigures, 'meanReductionDb' | 'latencyP50Ms' | 'latencyP99Ms'>;
  /** 96 bands of the raw sound and as many of the clean one, dBFS; empty while no screen watches. */
  spectrum: Float32Array;
  /** Pairs [raw peak, clean peak], linear 0-1, one pair per 10 ms since the last event. */
  scope: Float32Array;
}

export type LiveEvent =
  | { type: 'levels'; levels: AddonLiveLevels }
  /** Raw and clean by turns, of the same moment, at 48 kHz. None is left out while the process answers. */
  | { type: 'sound'; samples: Float32Array }
  | { type: 'failed'; code: AddonErrorCode; message: string };

export interface LiveSession {
  readonly info: LiveInfo;
  /** Takes effect within one frame, smoothed, without a click. */
  update(settings: LiveSettings): void;
  /** The second output, opened, changed or closed; throws where it cannot be opened, and there is none then. */
  setMonitor(monitor: LiveOptions['monitor']): LiveInfo['monitorDevice'];
  /** Spectra and sound are only fetched while somebody looks. */
  watch(wanted: { spectrum: boolean; sound: boolean }): void;
  /** Idempotent. Frees the devices before it returns. */
  stop(): void;
}

export interface AddonCleanOptions extends Omit<CleanOptions, 'plugin' | 'studioModelPath'> {
  /** Of the engine `studio`: see `readStudioWeights`. */
  studioWeights?: Float32Array;
  /** A chain of plug-ins in file mode, made for the file's rate and channels. */
  insertId?: number;
}

export interface CleanJob {
  /** The job then ends with `CANCELLED`. */
  cancel(): void;
}

/**
 * One channel of a model alone: 480 samples at 48 kHz in ±32768, in place. RNNoise is 480 samples late and returns the
 * speech probability, as does auto, 1920 samples late; the strong engine is 1562 samples late, studio 1440; both return an
 * estimate for mixing, not a probability.
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
    options: AddonCleanOptions,
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
  /** For the channels of sessions with the engine `studio`; those of before keep what they have. */
  installStudioModel(weights: Float32Array): void;
  /** RNNoise where none is named; `studio` needs weights. */
  createDenoiser(engine?: 'auto' | 'rnnoise' | 'strong' | 'studio', studioWeights?: Float32Array): Denoiser;
  createLiveChain(settings: LiveSettings): OfflineLiveChain;
}
