import type { MasterQualityId } from '../../../src-shared/domain/broadcast/quality.ts';
import type { Scene } from '../../../src-shared/domain/broadcast/scene.ts';
import type { Transition } from '../../../src-shared/domain/broadcast/transition.ts';

export interface EncodedFrame {
  /** On the page's clock, or on the host's where the encoding was given the difference. */
  atMs: number;
  isKey: boolean;
  data: Uint8Array;
}

/** What is shown while no page sends: a key frame and the one after it. */
export interface EncodedSlate {
  avcConfig: Uint8Array;
  key: Uint8Array;
  next: Uint8Array;
}

/** Of one encoding, since it began. */
export interface EncoderFigures {
  framesMade: number;
  /** Composed more than half a frame after their time. */
  framesLate: number;
  /** Left out: the machine was too slow for them. */
  framesDropped: number;
  /** From its time to its last encoded byte, of the newest frame. */
  lagMs: number;
}

export interface ProgrammeFigures {
  composedFps: number;
  /** What composing a frame takes, on average over the last second. */
  composeMs: number;
}

/** What this browser's encoder does on this machine. */
export interface EncoderProbe {
  isSupported: boolean;
  isHardware: boolean;
  /** Measured; null where nothing was encoded. */
  encodedFps: number | null;
  /** `tight`: as fast as it must be, with little to spare. */
  message: 'ok' | 'tight' | 'tooSlow' | 'unsupported' | 'failed';
}

/** What can be looked at: what is broadcast, and the scene that may be next. */
export type ProgrammeView = 'programme' | 'preview';

/** Why a source is not seen. */
export type SourceLoss = 'ended' | 'stalled';

/** To the worker. */
export type ProgrammeCommand =
  | { kind: 'open'; quality: MasterQualityId; scene: Scene; timeOrigin: number }
  /** null: the scene itself is changed. */
  | { kind: 'scene'; scene: Scene; transition: Transition | null }
  | { kind: 'addSource'; source: SourceStart }
  | { kind: 'removeSource'; id: string }
  /** Its frames are given there as well. */
  | { kind: 'tapSource'; id: string; port: MessagePort }
  /** What is drawn when images of the preview are asked for. */
  | { kind: 'preview'; scene: Scene }
  /** One image is sent for each, once it is another one than the last; `isNew`: at once. */
  | { kind: 'show'; view: ProgrammeView; isNew: boolean }
  | { kind: 'encode'; quality: MasterQualityId; clockOffsetMs: number; slate: Scene | null }
  | { kind: 'key' }
  | { kind: 'endEncoding' }
  | { kind: 'probe'; quality: MasterQualityId };

export interface SourceStart {
  id: string;
  label: string;
  readable: ReadableStream<VideoFrame>;
  /** A screen on which nothing moves gives no frames, and is well. */
  mayStandStill: boolean;
}

/** From the worker. */
export type ProgrammeEvent =
  | { kind: 'opened' }
  | { kind: 'shown'; view: ProgrammeView; image: ImageBitmap }
  | { kind: 'slate'; slate: EncodedSlate }
  | { kind: 'config'; avcConfig: Uint8Array }
  | { kind: 'frames'; frames: EncodedFrame[] }
  | { kind: 'figures'; programme: ProgrammeFigures; encoder: EncoderFigures | null }
  | { kind: 'encodingEnded'; encoder: EncoderFigures }
  | { kind: 'encodingFailed'; message: string }
  | { kind: 'sourceSeen'; id: string }
  | { kind: 'sourceStarved'; id: string }
  | { kind: 'sourceLost'; id: string; loss: SourceLoss }
  | { kind: 'failed'; message: string }
  | { kind: 'probed'; probe: EncoderProbe };
