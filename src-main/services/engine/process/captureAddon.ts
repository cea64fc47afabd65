/**
 * Multi-channel capture in the native addon: up to 32 strips from several devices on one session clock, two
 * buses, and the recorder. The engine process alone uses it; `native/napi/capture_binding.cpp` implements it.
 *
 * Levels are dBFS (never below -120) or LUFS, gains are dB, times are milliseconds or seconds as the name says,
 * frames are samples per channel at the session's rate. Every failure is an `Error` whose `code` is one of
 * `AddonErrorCode`.
 */
import type { Tap } from '../../../../src-shared/domain/captureSetUp.ts';
import type { Reductions } from '../../../../src-shared/domain/stripEffects.ts';
import type { EngineStrip } from '../../../../src-shared/domain/stripSchema.ts';
import type { AddonErrorCode } from './addonErrorCode.ts';

export interface CaptureChannel {
  id: string;
  name: string;
  /** null: no source yet, silence. A named device that is missing keeps the channel, silent, until it comes. */
  deviceId: string | null;
  /** Which of the device's channels, from 0: one for a mono strip, two for a stereo one. */
  deviceChannels: number[];
  isEnabled: boolean;
  strip: EngineStrip;
}

export type LatencyModeMs = 5 | 10 | 20 | 50;

export interface CaptureOptions {
  sampleRate: 44100 | 48000 | 96000;
  bufferFrames: 128 | 256 | 512 | 1024;
  /** null: whatever the strips ask for. */
  latencyModeMs: LatencyModeMs | null;
  /** So much is kept in memory all the time, for takes that begin before their start: 0 to 30, 0 where absent. */
  armedPreRollSec?: number;
  /** Which sound of the channels that is; raw where absent. */
  armedTap?: Tap;
  channels: CaptureChannel[];
  /** What the talker hears; null for none. */
  monitorDeviceId: string | null;
  /** What listeners hear (e.g. the virtual microphone's sink); null for none. */
  programDeviceId: string | null;
}

export interface TakeOptions {
  /** An existing, empty folder. */
  folder: string;
  name: string;
  mode: 'multitrack' | 'mixed' | 'both';
  tap: Tap;
  /** With both: ids of channels that are recorded raw alone. */
  rawOnlyIds?: string[];
  container: 'rf64' | 'flac';
  /** FLAC takes pcm24 alone. */
  encoding: 'pcm24' | 'float32';
  /** Sound from before the start that is kept: at most the session's `armedPreRollSec`. */
  preRollSec: number;
  /** Wall clock of the session's first frame is taken at the start; with this, tracks carry BWF time references. */
  timecode: { source: 'timeOfDay' | 'ltc' | 'none'; ltcChannelId: string | null };
  /** Recording ends cleanly before the disk has less than this. */
  keepFreeBytes: number;
}

/** One strip's meters since the last event. `null`: not known yet, or the stage is off. */
export interface StripLevels extends Reductions<number | null> {
  inputPeakDb: number;
  inputRmsDb: number;
  outputPeakDb: number;
  outputRmsDb: number;
  /** ITU-R BS.1770 of what leaves the strip: 400 ms, 3 s, since the start. */
  momentaryLufs: number | null;
  shortTermLufs: number | null;
  integratedLufs: number | null;
  /** Samples at or above full scale since the session's start, before and after the strip. */
  inputClipped: number;
  outputClipped: number;
  automaticGainDb: number | null;
  speechProbability: number | null;
  /** By how much the strip delays the sound, plug-ins and all; the other channels are delayed alike on the buses. */
  latencyFrames: number;
  /** There is a chain of plug-ins, and it gives no sound in time: the dry one is heard. */
  isInsertDry: boolean;
}

export interface BusLevels {
  /** Left and right. */
  peakDb: [number, number];
  rmsDb: [number, number];
  momentaryLufs: number | null;
  shortTermLufs: number | null;
  integratedLufs: number | null;
  clipped: number;
}

/** Of one device that a session uses. */
export interface CaptureDeviceState {
  id: string;
  name: string;
  direction: 'input' | 'output';
  status: 'open' | 'lost' | 'missing';
  sampleRate: number;
  /** Its clock against the session's, once known. */
  driftPpm: number | null;
  /** Sound that never arrived, in session frames since the start. */
  missingFrames: number;
}

export interface CaptureLevels {
  channels: { id: string; levels: StripLevels }[];
  monitor: BusLevels;
  program: BusLevels;
  /** Input converter to monitor output, as in `LiveLevels`; null without a monitor, or not known yet. */
  latencyMs: number | null;
  latencyP50Ms: number | null;
  latencyP99Ms: number | null;
  framesProcessed: number;
  framesMissed: number;
  dspLoad: number;
}

export interface TakeProgress {
  recordedSec: number;
  isPaused: boolean;
  bytesWritten: number;
  /** At the measured rate of this take, until `keepFreeBytes` is reached. */
  secondsLeft: number | null;
  gaps: number;
  missingFrames: number;
  /** What the session's clock has lost against the machine's since the take's start; negative where it gained. */
  clockDriftMs: number;
}

export type CaptureEvent =
  | { type: 'levels'; levels: CaptureLevels }
  | { type: 'devices'; devices: CaptureDeviceState[] }
  /** The chain was made longer since the machine could not keep up; `toMs` is what runs now. */
  | { type: 'overloaded'; fromMs: LatencyModeMs | null; toMs: LatencyModeMs | null; message: string }
  /** Its first frame is there: `startedAtMs`, when that was at the converter, in milliseconds since 1970. */
  | { type: 'takeStarted'; startedAtMs: number; sampleRate: number }
  /** From here on nothing is recorded, or it is again: by the session's clock, since the first frame, pauses and all. */
  | { type: 'takePaused' | 'takeResumed'; sinceStartSec: number }
  | { type: 'takeProgress'; progress: TakeProgress }
  | { type: 'takeWarning'; code: 'DISK_LOW' | 'DISK_SLOW'; message: string }
  /** `code` is null where it was asked for; otherwise what was recorded until then is kept. */
  | { type: 'takeEnded'; code: AddonErrorCode | null; message: string | null }
  | { type: 'failed'; code: AddonErrorCode; message: string };

export interface LatencyModeState {
  modeMs: LatencyModeMs;
  /** What this mode costs on the open devices, by measurement where it ran, else by their stated latencies. */
  expectedMs: number | null;
  isAchievable: boolean;
  /** Why not, or which chain it is. */
  reason: string;
}

export interface CaptureInfo {
  sampleRate: number;
  bufferFrames: number;
  devices: CaptureDeviceState[];
  latencyModes: LatencyModeState[];
  realtimePriority: { granted: boolean; reason: string | null };
}

export interface CaptureSession {
  /** Read anew at each access: devices come and go, and latencies become known. */
  readonly info: CaptureInfo;
  /** Adds a channel, or replaces the settings of the one with this id: smoothed, without a click. */
  setChannel(channel: CaptureChannel): void;
  removeChannel(id: string): void;
  /**
   * Puts a chain of plug-ins (`InsertAddon.createInsert`; null: none) into a channel, without a click. It has to have
   * as many channels as the strip; a channel that becomes mono or stereo loses its chain.
   */
  attachInsert(channelId: string, insertId: number | null, sides: readonly (string | null)[]): void;
  setLatencyMode(modeMs: LatencyModeMs | null): void;
  /** `takeStarted` follows with the first sound. Paused before that, the take begins paused. */
  startTake(options: TakeOptions): void;
  pauseTake(): void;
  resumeTake(): void;
  /** At the frame that is being recorded now; returns its time in the take, seconds. */
  addMarker(label: string): number;
  /** All files are closed when `takeEnded` arrives. */
  stopTake(): void;
  /** Idempotent. Ends a running take cleanly, frees the devices before it returns. */
  stop(): void;
}

export interface CaptureAddon {
  startCapture(options: CaptureOptions, onEvent: (event: CaptureEvent) => void): CaptureSession;
}

export interface EngineBenchResult {
  channels: number;
  /** Of sound, per channel. */
  seconds: number;
  /** Processor time of one thread, all stages together. */
  busySec: number;
  perStage: {
    /** Ring, clock and resampling of the device. */
    inputsSec: number;
    /** Input gain and its meters. */
    gainSec: number;
    denoiseSec: number;
    /** Effects, fader, pan, meters with loudness, and the sum of the buses. */
    dynamicsSec: number;
    outputsSec: number;
  };
  /** Of all channels together: 2 means twice as fast as real time. */
  realTimeFactor: number;
  /** One channel of RNNoise's own module over as much sound, in the same run. */
  referenceChannelSec: number;
  denoisePath: string;
}

export interface EngineBenchAddon {
  /** Whole strips at 48 kHz as fast as one thread goes; blocks it. 1 to 32 channels, 1 to 3600 seconds. */
  benchEngine(options: {
    channels: number;
    seconds: number;
    engine: 'off' | 'rnnoise' | 'strong';
  }): EngineBenchResult;
}
