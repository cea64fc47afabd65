/**
 * Multi-channel capture in the native addon: up to 32 strips from several devices on one session clock, two
 * buses, and the recorder. The engine process alone uses it; `native/napi/capture_binding.cpp` implements it.
 *
 * Levels are dBFS (never below -120) or LUFS, gains are dB, times are milliseconds or seconds as the name says,
 * frames are samples per channel at the session's rate. Every failure is an `Error` whose `code` is one of
 * `AddonErrorCode`.
 */
import type {
  CaptureDeviceState,
  CaptureInfo,
  CaptureLevels,
} from '../../../../src-shared/contract/capture.ts';
import type { LatencyModeMs } from '../../../../src-shared/domain/audio.ts';
import type { TakeProgress } from '../../../../src-shared/contract/recording.ts';
import type { CaptureChannel, CaptureOptions, EngineBench, TakeOptions } from '../captureContract.ts';
import type { AddonErrorCode } from './addonErrorCode.ts';

export type CaptureEvent =
  | { type: 'levels'; levels: CaptureLevels }
  /**
   * Stereo pairs of the program at the session's rate, ±1, while it is watched; a stretch that was not read in time is
   * silence. `heardAtMs`: when the first was at the converter, in milliseconds since 1970; `sessionFrame`: which one it is
   * in the tracks of a take.
   */
  | { type: 'program'; samples: Float32Array; heardAtMs: number; sessionFrame: number }
  /**
   * What leaves each channel's strip, one channel of 16 kHz, ±1, ten times a second while voices are watched: silence while the
   * channel is muted. `heardAtMs`: as of the program.
   */
  | { type: 'voices'; voices: { channelId: string; samples: Float32Array; heardAtMs: number }[] }
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

export interface CaptureSession {
  /** Read again at each access: devices come and go, and latencies become known. */
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
  /** The program's sound is only fetched while somebody reads it. */
  watchProgram(isWanted: boolean): void;
  /** The same of the channels' sound. */
  watchVoices(isWanted: boolean): void;
  /**
   * On a thread of its own until the files are made: `onEnd` comes then. `takeStarted` follows with the first sound.
   * Paused before that, the take begins paused.
   */
  startTake(options: TakeOptions, onProgress: () => void, onEnd: (error: Error | null) => void): void;
  pauseTake(): void;
  resumeTake(): void;
  /** At the frame that is being recorded now; returns its time in the take, seconds. */
  addMarker(label: string): number;
  /** Stereo pairs of a track of `TakeOptions.played`, from that frame of the program on. Without such a track nothing. */
  writePlayed(id: string, sessionFrame: number, samples: Float32Array): void;
  /** All files are closed when `takeEnded` arrives. */
  stopTake(): void;
  /** Idempotent. Ends a running take cleanly, frees the devices before it returns. */
  stop(): void;
}

export interface CaptureAddon {
  startCapture(options: CaptureOptions, onEvent: (event: CaptureEvent) => void): CaptureSession;
}

export interface EngineBenchAddon {
  /** Whole strips at 48 kHz as fast as one thread goes; blocks it. 1 to 32 channels, 1 to 3600 seconds. */
  benchEngine(options: {
    channels: number;
    seconds: number;
    engine: 'off' | 'auto' | 'rnnoise' | 'strong';
  }): EngineBench;
}
