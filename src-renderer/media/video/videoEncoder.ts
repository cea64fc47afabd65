import { FramePortReader } from '../framePort.ts';
import { chooseEncoder, encodedSize } from './codecs.ts';
import type { EncodedFrame, EncoderEvent, EncoderCommand, EncoderStart } from './encoderMessages.ts';
import { FrameTimes } from './frameTimes.ts';

/**
 * The worker that a camera or screen is encoded in: an entry of its own. Nothing of the page's work delays it, and it is
 * not slowed down when the page lies behind another.
 */

/**
 * A recording that is cut off decodes to its end, and begins to at most so much after any moment: half of it where there are
 * bits enough, since who edits waits for all that lies between.
 */
const keyEveryMs = (bitsPerSecond: number) => (bitsPerSecond >= 6_000_000 ? 500 : 1000);
/** How often encoded data is sent. */
const SEND_EVERY_MS = 200;
/** A screen without changes gives no frames: its last one is written again, so that a kill loses nothing. */
const REPEAT_AFTER_MS = 500;
/** Frames that wait for the encoder: more would only be later. */
const MOST_WAITING = 4;
/** A frame that the encoder has had for longer is waited for: what lies behind it would be lost with this page. */
const MOST_ENCODING_MS = 400;
/** After this long the encoder has dropped the frame. */
const GIVEN_UP_MS = 3000;
/** Frames that may come early after others were late. */
const MOST_EARLY = 2;
/** A source whose timestamps fall back by more has started counting from zero. */
const BEGUN_ANEW_MS = 1000;
/** A frame so soon after the last one's memory was given back had waited for it. */
const WAITED_FOR_MEMORY_MS = 150;
/** A source that gives its first frame so late has perhaps lost it on its way here. */
const STARVED_MS = 500;
const STARVED_TIMES = 3;
/** Encoded, and not taken by the host: some seconds, then frames are dropped rather than memory filled. */
const MOST_UNSENT_BYTES = 24 * 1024 * 1024;

/** The worker's own end of its messages; the DOM's types know a page's alone. */
interface WorkerPort {
  postMessage(event: EncoderEvent, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<EncoderCommand>) => void) | null;
}
const port = globalThis as unknown as WorkerPort;

let run: Run | null = null;

port.onmessage = ({ data: command }) => {
  if (command.kind === 'start') {
    run = new Run(command);
    void run.read();
  } else run?.follow(command);
};

class Run {
  readonly #start: EncoderStart;
  readonly #reader: Pick<ReadableStreamDefaultReader<VideoFrame>, 'read' | 'cancel'>;
  readonly #times = new FrameTimes();
  #encoder: VideoEncoder | null = null;
  #size: { width: number; height: number } | null = null;
  #lastFrame: VideoFrame | null = null;
  /** `#lastFrame` is in memory of ours, not in the browser's for captured frames. */
  #isCopied = false;
  #givenBackMs = -Infinity;
  /** The browser has no memory for a frame beside the last one. */
  #isShort = false;
  #lastEncodedMs = -Infinity;
  #dueMs = -Infinity;
  #lastKeyMs = -Infinity;
  #wantsKey = false;
  #isPaused = false;
  #arrivedMs = performance.now();
  #arrived = 0;
  #starvedReported = 0;
  #hasBegun = false;
  #isEnding = false;
  #framesIn = 0;
  #framesOut = 0;
  #dropped = 0;
  /** `#dropped` as it was when each frame went in that has not come out. */
  readonly #droppedBefore: number[] = [];
  /** When the frames went in that have not come out, on the worker's clock, and their own times. */
  #encoding: { enteredMs: number; timestamp: number }[] = [];
  #unsentBytes = 0;
  #waiting: EncodedFrame[] = [];
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(start: EncoderStart) {
    this.#start = start;
    const { frames } = start;
    this.#reader = frames instanceof MessagePort ? new FramePortReader(frames) : frames.getReader();
  }

  follow(command: Exclude<EncoderCommand, EncoderStart>): void {
    switch (command.kind) {
      case 'pause':
        this.#isPaused = command.isPaused;
        this.#arrivedMs = performance.now();
        this.#wantsKey = true;
        return;
      case 'key':
        this.#wantsKey = true;
        return;
      case 'sent':
        this.#unsentBytes -= command.bytes;
        return;
      case 'stop':
        void this.#end('asked');
        return;
    }
  }

  async read(): Promise<void> {
    this.#timer = setInterval(() => this.#onTick(), SEND_EVERY_MS);
    try {
      for (;;) {
        const { value: frame, done } = await this.#reader.read();
        if (done) break;
        await this.#take(frame);
      }
      await this.#end('trackEnded');
    } catch (error) {
      this.#fail(error);
    }
  }

  async #take(frame: VideoFrame): Promise<void> {
    this.#arrivedMs = performance.now();
    this.#arrived += 1;
    if (this.#arrived > 1) this.#begin();
    const nowMs = this.#arrivedMs + performance.timeOrigin - this.#start.timeOrigin;
    const stampMs = frame.timestamp / 1000;
    const atMs = this.#times.timeOf(stampMs, nowMs);
    if (this.#isEnding || this.#isPaused || this.#isTooSoon(stampMs)) return frame.close();
    if (!this.#encoder) await this.#open(frame);
    if (performance.now() - this.#givenBackMs < WAITED_FOR_MEMORY_MS) this.#isShort = true;
    this.#keep(frame, false);
    if (this.#isShort) await this.#giveBack();
    // Meanwhile it may have been repeated, paused or stopped.
    if (!this.#isEnding && !this.#isPaused) this.#encode(Math.max(atMs, this.#lastEncodedMs + 1));
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#notify({ kind: 'begun' });
  }

  #keep(frame: VideoFrame, isCopied: boolean): void {
    this.#lastFrame?.close();
    this.#lastFrame = frame;
    this.#isCopied = isCopied;
  }

  /**
   * Chromium lets two frames of a screen be open at a time, drops all others, and may lose one when the stream comes
   * into the worker: until its garbage is collected (24 s and more were seen) the last frame, which is kept to be
   * repeated, would be the only one. So it is copied, and its memory given back.
   */
  async #giveBack(): Promise<void> {
    const frame = this.#lastFrame;
    if (!frame || this.#isCopied) return;
    const copy = await copyOf(frame).catch(() => null);
    if (!copy) return;
    if (this.#lastFrame !== frame) return copy.close();
    this.#keep(copy, true);
    this.#givenBackMs = performance.now();
  }

  /**
   * A source that gives more than was asked for is thinned out. One that is only unsteady is not: what came late, or not
   * at all, may be followed by as many that come early. By the source's own stamps: what is thought of its clock changes.
   */
  #isTooSoon(stampMs: number): boolean {
    const periodMs = 1000 / this.#start.fps;
    const earlyMs = this.#dueMs - stampMs;
    if (earlyMs > periodMs / 4 && earlyMs < BEGUN_ANEW_MS) return true;
    const nextMs = earlyMs < BEGUN_ANEW_MS ? this.#dueMs + periodMs : -Infinity;
    this.#dueMs = Math.max(nextMs, stampMs - MOST_EARLY * periodMs);
    return false;
  }

  #encode(atMs: number): void {
    const [encoder, frame] = [this.#encoder, this.#lastFrame];
    if (!encoder || !frame || encoder.state !== 'configured') return;
    this.#lastEncodedMs = atMs;
    const isBehind = encoder.encodeQueueSize >= MOST_WAITING || this.#isSlow();
    if (isBehind || this.#unsentBytes > MOST_UNSENT_BYTES) {
      this.#dropped += 1;
      return;
    }
    const keyFrame = this.#wantsKey || atMs - this.#lastKeyMs >= keyEveryMs(this.#start.bitsPerSecond);
    if (keyFrame) this.#lastKeyMs = atMs;
    this.#wantsKey = false;
    this.#framesIn += 1;
    const { area } = this.#start;
    // The time is the page's, so that a repeated frame has its own.
    const stamped = new VideoFrame(frame, {
      timestamp: Math.round(atMs * 1000),
      ...(area ? { visibleRect: area } : {}),
    });
    this.#droppedBefore.push(this.#dropped);
    this.#encoding.push({ enteredMs: performance.now(), timestamp: stamped.timestamp });
    encoder.encode(stamped, { keyFrame });
    stamped.close();
  }

  #isSlow(): boolean {
    const nowMs = performance.now();
    this.#encoding = this.#encoding.filter(({ enteredMs }) => nowMs - enteredMs < GIVEN_UP_MS);
    return nowMs - (this.#encoding[0]?.enteredMs ?? nowMs) > MOST_ENCODING_MS;
  }

  async #open(frame: VideoFrame): Promise<void> {
    const { area, maxHeight, fps, bitsPerSecond, codec } = this.#start;
    const whole = { width: frame.displayWidth, height: frame.displayHeight };
    this.#size = encodedSize(area ?? whole, maxHeight);
    const chosen = await chooseEncoder({ ...this.#size, fps, bitsPerSecond, codec });
    if (!chosen) throw new Error('This browser has no video encoder for frames of that size.');
    const { width, height } = this.#size;
    let isReported = false;
    const encoder = new VideoEncoder({
      output: (chunk, metadata) => {
        if (!isReported) {
          isReported = true;
          const description = metadata?.decoderConfig?.description;
          const codecPrivate = description ? toBytes(description) : null;
          this.#notify({ kind: 'track', codec: chosen.codec, codecPrivate, width, height });
        }
        this.#framesOut += 1;
        this.#encoding = this.#encoding.filter(({ timestamp }) => timestamp > chunk.timestamp);
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.#unsentBytes += bytes.length;
        const droppedBefore = this.#droppedBefore.shift() ?? this.#dropped;
        const isKey = chunk.type === 'key';
        this.#waiting.push({ atMs: chunk.timestamp / 1000, isKey, bytes, droppedBefore });
      },
      error: (error) => this.#fail(error),
    });
    encoder.configure(chosen.config);
    this.#encoder = encoder;
  }

  #onTick(): void {
    const nowMs = performance.now() + performance.timeOrigin - this.#start.timeOrigin;
    const waitedMs = performance.now() - this.#arrivedMs;
    if (this.#arrived === 1 && waitedMs > REPEAT_AFTER_MS + WAITED_FOR_MEMORY_MS) this.#begin();
    const reportedFor = this.#starvedReported + 1;
    if (this.#arrived === 0 && reportedFor <= STARVED_TIMES && waitedMs > STARVED_MS * reportedFor) {
      this.#starvedReported = reportedFor;
      this.#notify({ kind: 'starved' });
    }
    const stands = !this.#isPaused && !this.#isEnding && nowMs - this.#lastEncodedMs >= REPEAT_AFTER_MS;
    if (stands) {
      this.#encode(nowMs);
      void this.#giveBack();
    }
    this.#send();
  }

  #send(): void {
    const frames = this.#waiting;
    this.#waiting = [];
    const stillMs = this.#isPaused ? 0 : performance.now() - this.#arrivedMs;
    this.#notify({ kind: 'frames', frames, framesDropped: this.#framesDropped(false), stillMs });
  }

  /** What the encoder has not given back is dropped once it has given back all. */
  #framesDropped(isFlushed: boolean): number {
    return this.#dropped + (isFlushed ? this.#framesIn - this.#framesOut : 0);
  }

  async #end(reason: 'asked' | 'trackEnded'): Promise<void> {
    if (this.#isEnding) return;
    const nowMs = performance.now() + performance.timeOrigin - this.#start.timeOrigin;
    // The last frame lasts to the end.
    if (!this.#isPaused && nowMs - this.#lastEncodedMs > 1000 / this.#start.fps) this.#encode(nowMs);
    this.#isEnding = true;
    try {
      if (this.#encoder?.state === 'configured') await this.#encoder.flush();
    } catch (error) {
      return this.#fail(error);
    }
    this.#send();
    this.#notify({ kind: 'ended', framesDropped: this.#framesDropped(true), reason });
    this.#close();
  }

  #fail(error: unknown): void {
    if (!this.#timer) return;
    this.#isEnding = true;
    this.#send();
    const message = error instanceof Error ? error.message : String(error);
    this.#notify({ kind: 'failed', framesDropped: this.#framesDropped(false), message });
    this.#close();
  }

  #close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#lastFrame?.close();
    this.#lastFrame = null;
    if (this.#encoder && this.#encoder.state !== 'closed') this.#encoder.close();
    this.#reader.cancel().catch(() => undefined);
  }

  #notify(event: EncoderEvent): void {
    const transfer = event.kind === 'frames' ? event.frames.map(({ bytes }) => bytes.buffer) : [];
    port.postMessage(event, transfer);
  }
}

/** What is seen of it, in memory of its own. Throws where its pixels cannot be read. */
async function copyOf(frame: VideoFrame): Promise<VideoFrame> {
  const { format, visibleRect, displayWidth, displayHeight, timestamp, colorSpace } = frame;
  if (!format || !visibleRect) throw new Error('The pixels of this frame cannot be read.');
  const buffer = new ArrayBuffer(frame.allocationSize());
  const layout = await frame.copyTo(buffer);
  return new VideoFrame(buffer, {
    format,
    timestamp,
    displayWidth,
    displayHeight,
    layout,
    colorSpace,
    transfer: [buffer],
    codedWidth: visibleRect.width,
    codedHeight: visibleRect.height,
  });
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength))
    : new Uint8Array(source.slice(0));
}
