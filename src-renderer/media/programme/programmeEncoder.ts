import { KEY_FRAME_EVERY_SEC, type MasterQuality } from '../../../src-shared/domain/broadcast/quality.ts';
import { BroadcastFrames } from './broadcastFrames.ts';
import { chooseConfig } from './encoderConfig.ts';
import type { EncodedFrame, EncoderFigures } from './programmeMessages.ts';

/** Frames that wait for the encoder: more would only be later. */
const MOST_WAITING = 4;
/** What was encoded leaves at most so often. */
const SEND_EVERY_MS = 33;

export interface ProgrammeEncoderOptions {
  quality: MasterQuality;
  /** Added to the times of frames. */
  clockOffsetMs: number;
  /** The page's clock, which those times are of. */
  nowMs(): number;
  onConfig(avcConfig: Uint8Array): void;
  onFrames(frames: EncodedFrame[]): void;
  onFailed(message: string): void;
}

/** Encodes composed frames. What a hardware encoder refuses before its first frame, one of software takes. */
export class ProgrammeEncoder {
  readonly #options: ProgrammeEncoderOptions;
  readonly #frames = new BroadcastFrames();
  #encoder: VideoEncoder | null = null;
  isHardware = false;
  /** The newest image is among `#frames`: one that was left out is not. */
  #isRead = false;
  #hasConfig = false;
  #nextKeyMs = -Infinity;
  #waiting: EncodedFrame[] = [];
  #sentMs = -Infinity;
  readonly #figures: EncoderFigures = { framesMade: 0, framesLate: 0, framesDropped: 0, lagMs: 0 };

  constructor(options: ProgrammeEncoderOptions) {
    this.#options = options;
  }

  get figures(): EncoderFigures {
    return { ...this.#figures };
  }

  /** Whether this browser encodes it. */
  async open(mayUseHardware = true): Promise<boolean> {
    const chosen = await chooseConfig(this.#options.quality, mayUseHardware);
    if (!chosen) return false;
    this.isHardware = chosen.isHardware;
    const encoder = new VideoEncoder({
      output: (chunk, metadata) => this.#take(chunk, metadata),
      error: (error) => void this.#onError(error),
    });
    encoder.configure(chosen.config);
    this.#encoder = encoder;
    this.#nextKeyMs = -Infinity;
    return true;
  }

  /** The next frame can be begun with. */
  requestKey(): void {
    this.#nextKeyMs = -Infinity;
  }

  /** `atMs`: its time on the page's clock; `isLate`: it was composed well after that; `isSame`: as the last one. */
  async encode(
    image: OffscreenCanvas,
    atMs: number,
    { isLate, isSame }: { isLate: boolean; isSame: boolean },
  ): Promise<void> {
    this.#isRead &&= isSame;
    const encoder = this.#encoder;
    if (encoder?.state !== 'configured' || encoder.encodeQueueSize >= MOST_WAITING) return this.drop(1);
    if (isLate) this.#figures.framesLate += 1;
    const keyFrame = atMs >= this.#nextKeyMs;
    // The nearest frame: times are not whole, and they move with the age of the video, a hundredth of a frame each.
    if (keyFrame) this.#nextKeyMs = atMs + KEY_FRAME_EVERY_SEC * 1000 - 500 / this.#options.quality.fps;
    const frame = await this.#frames.take(image, Math.round(atMs * 1000), this.#isRead);
    this.#isRead = true;
    // Meanwhile it may have failed.
    if (encoder.state === 'configured') encoder.encode(frame, { keyFrame });
    frame.close();
  }

  /** Resolves when it takes another frame. */
  async ready(): Promise<void> {
    while (this.#encoder && this.#encoder.encodeQueueSize >= MOST_WAITING) {
      await new Promise((resolve) => this.#encoder?.addEventListener('dequeue', resolve, { once: true }));
    }
  }

  drop(frames: number): void {
    this.#figures.framesDropped += frames;
  }

  /** Resolves when all that was composed is handed on. */
  async close(): Promise<void> {
    if (this.#encoder?.state === 'configured') await this.#encoder.flush().catch(() => undefined);
    this.#send();
    if (this.#encoder && this.#encoder.state !== 'closed') this.#encoder.close();
    this.#encoder = null;
  }

  #take(chunk: EncodedVideoChunk, metadata?: EncodedVideoChunkMetadata): void {
    const description = metadata?.decoderConfig?.description;
    if (description && !this.#hasConfig) {
      this.#hasConfig = true;
      this.#options.onConfig(toBytes(description));
    }
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    const atMs = chunk.timestamp / 1000;
    this.#figures.framesMade += 1;
    this.#figures.lagMs = Math.max(0, this.#options.nowMs() - atMs);
    this.#waiting.push({ atMs: atMs + this.#options.clockOffsetMs, isKey: chunk.type === 'key', data });
    if (performance.now() - this.#sentMs >= SEND_EVERY_MS) this.#send();
  }

  #send(): void {
    if (this.#waiting.length === 0) return;
    this.#sentMs = performance.now();
    this.#options.onFrames(this.#waiting);
    this.#waiting = [];
  }

  async #onError(error: DOMException): Promise<void> {
    const isFirst = this.#figures.framesMade === 0 && this.isHardware;
    this.#encoder = null;
    if (isFirst && (await this.open(false))) return;
    this.#options.onFailed(error.message);
  }
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength))
    : new Uint8Array(source.slice(0));
}
