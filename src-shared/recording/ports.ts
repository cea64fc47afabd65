import type { RpcError } from '../contract/errors.ts';
import type { EndedTake, RunningTake, NotedMarker } from '../contract/recording.ts';
import type { VideoDocument } from '../contract/takeVideoTracks.ts';
import type { MatroskaFrame, VideoFacts } from '../domain/matroska/writer.ts';
import type { TakeClock } from './video/takeClock.ts';

/** What a recording needs of the host that it runs in: where a take lies, what counts its time, how files are written. */

/** The folder of a take. Its last part is the take's id. */
export interface TakePlace {
  folder: string;
  name: string;
}

export const takeIdOf = (folder: string): string => folder.split(/[\\/]/).at(-1) ?? folder;

/** The clock of a take, from its first frame on, and how many frames a second it counts. */
export interface TakeTime {
  clock: TakeClock;
  sampleRate: number;
}

export type TakeEnding = { code: RpcError['code']; message: string };

/** How the sound of a take reports its end. */
export type SoundEnd = Omit<EndedTake, 'id'>;

/** The part of a take that counts its time: its sound, or the host's clock where there is no sound. */
export interface TakeSound {
  readonly hasSound: boolean;
  /** null before `start` has made its folder. */
  readonly place: TakePlace | null;
  /** null before its first frame. */
  readonly time: TakeTime | null;
  readonly startedAtMs: number;
  /** null where it has no sound, or its sound does not count apart. */
  readonly progress: RunningTake['progress'];
  readonly markers: NotedMarker[];
  readonly channelIds: string[];
  /** null where it has no microphone that could be muted. */
  readonly isMicrophoneMuted: boolean | null;
  /** Makes the folder of the take; `began` follows. */
  start(): Promise<void>;
  /** `paused` follows. */
  pause(): Promise<void>;
  /** `resumed` follows. */
  resume(): Promise<void>;
  addMarker(label: string): Promise<NotedMarker>;
  setMicrophoneMuted(isMuted: boolean): Promise<void>;
  /** `soundEnded` follows. */
  stop(): Promise<void>;
  /** The files of its video are closed. */
  finish(recordedMs: number, why: TakeEnding | null): Promise<void>;
  /** Its devices are not needed any more. */
  freeDevices(): Promise<void>;
}

/** What a video file holds. */
export interface VideoFileFacts {
  frames: number;
  firstMs: number | null;
  lastMs: number | null;
  longestGapMs: number;
  lengthBytes: number;
}

/** A file that grows by whole frames; calls are made one after the other, and fail with an `RpcError`. */
export interface VideoFile {
  /** In its take's folder. */
  readonly name: string;
  readonly facts: Readonly<VideoFileFacts>;
  /** How much of it is on the disk, whatever happens to the machine. */
  readonly syncedBytes: number;
  /** Resolves when the system has them. What fails leaves the file as long as it was. */
  append(frames: readonly MatroskaFrame[]): Promise<void>;
  sync(): Promise<void>;
  /** Whether somebody has removed it while it is written. */
  isOrphan(): Promise<boolean>;
  /** Gives it its index and its length, and closes it. A failure leaves it readable without them. */
  finish(fps: number): Promise<void>;
  /** Writes it back where it was removed, and closes it. */
  rescue(): Promise<void>;
}

/** Where the video of one take is kept. */
export interface VideoStore {
  /** Before its first file: room for the last words is kept back. */
  begin(): Promise<void>;
  /** A new file, `screen-1.webm`; `.mkv` where it holds H.264. */
  create(name: string, facts: VideoFacts): Promise<VideoFile>;
  save(document: Omit<VideoDocument, 'writer' | 'schemaVersion'>): Promise<void>;
  /** What was kept back is let go. */
  dropReserve(): Promise<void>;
  /** Why nothing more can be written here, e.g. since the disk is almost full; null where all is well. */
  findTrouble(): Promise<RpcError | null>;
}

export interface RecordingLog {
  error(message: string, error: unknown, details?: Record<string, unknown>): void;
}
