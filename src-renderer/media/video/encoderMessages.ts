import type { VideoCodec } from '../../../src-shared/contract/takeVideoTracks.ts';

/** Part of a frame, in its own pixels. */
export interface FrameArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** To the worker, once. */
export interface EncoderStart {
  kind: 'start';
  /** Of a track, or the end of a `FrameTap`. */
  frames: ReadableStream<VideoFrame> | MessagePort;
  /** Whole even pixels; null: all of it. */
  area: FrameArea | null;
  maxHeight: number;
  fps: number;
  bitsPerSecond: number;
  /** Taken where this browser has it; null: what costs least. */
  codec: VideoCodec | null;
  /** What `performance.now` of a worker is behind the page's. */
  timeOrigin: number;
}

/** To the worker, at any time. */
export type EncoderCommand =
  | EncoderStart
  /** Frames are thrown away while it is so; after it the next one is a key frame. */
  | { kind: 'pause'; isPaused: boolean }
  | { kind: 'key' }
  /** Bytes that were sent are gone from the page. */
  | { kind: 'sent'; bytes: number }
  | { kind: 'stop' };

export interface EncodedFrame {
  /** On the page's clock. */
  atMs: number;
  isKey: boolean;
  bytes: Uint8Array;
  /** How many were dropped before this one, since the encoding began. */
  droppedBefore: number;
}

/** From the worker. */
export type EncoderEvent =
  /** The source gives frames, and continues giving them, or stands still. */
  | { kind: 'begun' }
  /** It has given none for so long that the browser may have none to give. */
  | { kind: 'starved' }
  /** Before the first frame. */
  | {
      kind: 'track';
      codec: VideoCodec;
      codecPrivate: Uint8Array | null;
      width: number;
      height: number;
    }
  /** `stillMs`: since the source gave a frame; one that is paused is not still. */
  | { kind: 'frames'; frames: EncodedFrame[]; framesDropped: number; stillMs: number }
  | { kind: 'ended'; framesDropped: number; reason: 'asked' | 'trackEnded' }
  | { kind: 'failed'; framesDropped: number; message: string };
