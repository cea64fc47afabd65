import { provokeCollection } from './provokeCollection.ts';
import encoderWorker from './videoEncoder.ts?worker&url';
import type { EncodedFrame, EncoderEvent, EncoderCommand, FrameArea } from './encoderMessages.ts';
import type { VideoCodec } from '../../../src-shared/contract/takeVideoTracks.ts';
import { trustedScript } from '../../lib/trustedScripts.ts';
import { canReadTracks, readTrack } from '../readTrack.ts';

/**
 * Frames that wait while the worker looks elsewhere: beyond that the browser lets them go, and nobody counts them. A
 * second, since a worker of a busy machine is not run for so long.
 */
const BUFFERED_FRAMES = 30;
/** A screen on which nothing moves for longer may be gone: not every system reports that. */
const STILL_AFTER_MS = 30_000;
/** A take is to have its video from its beginning; what comes later is recorded from then on. */
const LONGEST_START_MS = 2500;
/** Encoded bytes of one call, unless a single frame has more; the host takes 4 MB at most. */
const MOST_CALL_BYTES = 1_500_000;
/** The host takes 300. */
const MOST_CALL_FRAMES = 200;

/** Why a capture has ended. */
export type EncodingEnd =
  | { kind: 'asked' }
  /** The camera was unplugged, the window closed, or sharing was stopped. */
  | { kind: 'trackEnded' }
  /** The encoder or the host cannot continue. */
  | { kind: 'failed'; error: unknown };

/** Where encoded frames go. Calls come one after the other. */
export interface VideoSink {
  begin(track: {
    codec: VideoCodec;
    codecPrivate: Uint8Array | null;
    width: number;
    height: number;
  }): Promise<void>;
  /** Resolves when they are taken: more are kept back until then. */
  append(frames: EncodedFrame[], framesDropped: number): Promise<{ wantsKey: boolean }>;
  end(framesDropped: number, why: EncodingEnd): Promise<void>;
}

export interface VideoEncodingOptions {
  track: MediaStreamTrack;
  /** Where its frames come from, if it is read already: the end of a `FrameTap`. */
  frames?: MessagePort | undefined;
  area: FrameArea | null;
  maxHeight: number;
  fps: number;
  bitsPerSecond: number;
  codec: VideoCodec | null;
  sink: VideoSink;
  /** Called when the source has given no video for half a minute, and when it gives some again or is no longer read. */
  onStill?: ((isStill: boolean) => void) | undefined;
}

export interface VideoEncoding {
  setPaused(isPaused: boolean): void;
  /** The next frame can be begun with. */
  askForKey(): void;
  /** Ends at once; what is not with the sink yet is let go. Nobody is notified. */
  abandon(): void;
  /** Resolves when all that was captured is with the sink. */
  stop(): Promise<void>;
  /** Resolves when frames come, or it has ended, or none have come for so long that a take begins without them. */
  readonly begun: Promise<void>;
  /** However it ended. */
  readonly ended: Promise<EncodingEnd>;
}

/** Whether this browser can read and encode the video of a track. */
export function canEncodeVideo(): boolean {
  return canReadTracks() && 'VideoEncoder' in globalThis;
}

/** Encodes a camera or screen in a worker, and hands on what comes of it as the sink takes it. */
export function encodeVideo(options: VideoEncodingOptions): VideoEncoding {
  const { track, area, maxHeight, fps, bitsPerSecond, codec, sink } = options;
  const frames = options.frames ?? readTrack<VideoFrame>(track, BUFFERED_FRAMES);
  const worker = new Worker(trustedScript(encoderWorker), { type: 'module', name: 'video' });
  const command = (given: EncoderCommand, transfer: Transferable[] = []) =>
    worker.postMessage(given, transfer);
  const { promise: ended, resolve } = Promise.withResolvers<EncodingEnd>();
  const begun = Promise.withResolvers<void>();
  const longestStart = setTimeout(begun.resolve, LONGEST_START_MS);
  void begun.promise.then(() => clearTimeout(longestStart));
  const waiting: Delivery[] = [];
  let isDelivering = false;
  let isDone = false;
  let wasStill = false;

  const finish = (why: EncodingEnd) => {
    isDone = true;
    worker.terminate();
    if (wasStill) options.onStill?.(false);
    begun.resolve();
    resolve(why);
  };

  const followStill = (isStill: boolean) => {
    if (isStill !== wasStill) options.onStill?.(isStill);
    wasStill = isStill;
  };
  const deliverAll = async () => {
    if (isDelivering) return;
    isDelivering = true;
    try {
      for (let event = waiting.shift(); event && !isDone; event = waiting.shift()) {
        if (event.kind === 'frames') followStill(event.stillMs > STILL_AFTER_MS);
        const why = await deliver(event, sink, command);
        if (why) finish(why);
      }
    } catch (error) {
      finish({ kind: 'failed', error });
    } finally {
      isDelivering = false;
    }
  };

  worker.onmessage = ({ data }: MessageEvent<EncoderEvent>) => {
    if (data.kind === 'begun') return begun.resolve();
    if (data.kind === 'starved') return void provokeCollection(begun.promise);
    addDelivery(waiting, data);
    void deliverAll();
  };
  worker.onerror = (event) => finish({ kind: 'failed', error: new Error(event.message) });
  command(
    {
      kind: 'start',
      frames,
      area,
      maxHeight,
      fps,
      bitsPerSecond,
      codec,
      timeOrigin: performance.timeOrigin,
    },
    [frames],
  );
  return {
    begun: begun.promise,
    ended,
    setPaused: (isPaused) => command({ kind: 'pause', isPaused }),
    askForKey: () => command({ kind: 'key' }),
    abandon() {
      isDone = true;
      begun.resolve();
      worker.terminate();
    },
    async stop() {
      command({ kind: 'stop' });
      await ended;
    },
  };
}

export type Delivery = Exclude<EncoderEvent, { kind: 'begun' | 'starved' }>;

/** What comes while the sink is busy waits for it together: a slow one is asked less often, and does not fall behind. */
export function addDelivery(waiting: Delivery[], event: Delivery): void {
  const last = waiting.at(-1);
  if (event.kind === 'frames' && last?.kind === 'frames')
    waiting[waiting.length - 1] = { ...event, frames: [...last.frames, ...event.frames] };
  else waiting.push(event);
}

/** Hands on what the encoder has made; how it has ended, or null where it continues. */
async function deliver(
  event: Delivery,
  sink: VideoSink,
  command: (given: EncoderCommand) => void,
): Promise<EncodingEnd | null> {
  switch (event.kind) {
    case 'track':
      await sink.begin(event);
      return null;
    case 'frames':
      for (const frames of inCalls(event.frames)) {
        const { wantsKey } = await sink.append(frames, event.framesDropped);
        command({ kind: 'sent', bytes: sizeOf(frames) });
        if (wantsKey) command({ kind: 'key' });
      }
      return null;
    case 'ended':
    case 'failed': {
      const why: EncodingEnd =
        event.kind === 'ended' ? { kind: event.reason } : { kind: 'failed', error: new Error(event.message) };
      await sink.end(event.framesDropped, why);
      return why;
    }
  }
}

/** Even nothing is a call: it says that the page is there. */
export function inCalls(frames: EncodedFrame[]): EncodedFrame[][] {
  let call: EncodedFrame[] = [];
  const calls = [call];
  let bytes = 0;
  for (const frame of frames) {
    const isFull = bytes + frame.bytes.length > MOST_CALL_BYTES || call.length === MOST_CALL_FRAMES;
    if (isFull && call.length > 0) {
      calls.push((call = []));
      bytes = 0;
    }
    bytes += frame.bytes.length;
    call.push(frame);
  }
  return calls;
}

const sizeOf = (frames: readonly EncodedFrame[]) => frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
