import { DRAWN_IN_MEMORY } from './broadcastFrames.ts';
import type { SourceLoss, SourceStart } from './programmeMessages.ts';
import type { Size } from '../../../src-shared/domain/broadcast/placement.ts';

/** A camera that gives nothing for so long is not seen any more. */
const STALLED_AFTER_MS = 3000;
/** What is not in the scene is drawn so seldom: enough to be there when a scene shows it. */
const UNSEEN_EVERY_MS = 500;
/** A source that gives its first frame so late has perhaps lost it on its way here. */
const STARVED_MS = 500;
const STARVED_TIMES = 3;

export interface SourceListener {
  onSeen(id: string): void;
  /** The browser may have no frame to give: see `provokeCollection`. */
  onStarved(id: string): void;
  onLost(id: string, loss: SourceLoss): void;
}

/**
 * The newest frame of one source, drawn into a canvas of its own, at most as large as the programme. Chromium lets two
 * frames of a source be open at a time: each is closed when it is drawn, or when a newer one comes.
 */
export class SourceFrames {
  readonly label: string;
  readonly #start: SourceStart;
  readonly #reader: ReadableStreamDefaultReader<VideoFrame>;
  readonly #listener: SourceListener;
  #newest: VideoFrame | null = null;
  #canvas: OffscreenCanvas | null = null;
  #context: OffscreenCanvasRenderingContext2D | null = null;
  #arrived = 0;
  #arrivedMs = performance.now();
  #drawnMs = -Infinity;
  #starvedReported = 0;
  #loss: SourceLoss | null = null;

  constructor(start: SourceStart, listener: SourceListener) {
    this.#start = start;
    this.label = start.label;
    this.#reader = start.readable.getReader();
    this.#listener = listener;
    void this.#read();
  }

  /** What it shows; null where it is not seen, or not yet. */
  image(): OffscreenCanvas | null {
    return this.#loss ? null : this.#canvas;
  }

  get isLost(): boolean {
    return this.#loss !== null;
  }

  /** Draws what has come. Called for every frame of the programme. */
  update(frame: Size, isSeen: boolean): void {
    const nowMs = performance.now();
    this.#watch(nowMs);
    if (!this.#newest || (!isSeen && nowMs - this.#drawnMs < UNSEEN_EVERY_MS)) return;
    this.#drawnMs = nowMs;
    this.#draw(this.#newest, frame);
    this.#newest.close();
    this.#newest = null;
  }

  close(): void {
    this.#newest?.close();
    this.#newest = null;
    this.#reader.cancel().catch(() => undefined);
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { value: frame, done } = await this.#reader.read();
        if (done) break;
        this.#newest?.close();
        this.#newest = frame;
        this.#arrivedMs = performance.now();
        this.#arrived += 1;
        if (this.#arrived === 1 || this.#loss) this.#find();
      }
    } catch {
      // A source that cannot be read is one that has ended.
    }
    this.#lose('ended');
  }

  #watch(nowMs: number): void {
    const waitedMs = nowMs - this.#arrivedMs;
    const next = this.#starvedReported + 1;
    if (this.#arrived === 0 && next <= STARVED_TIMES && waitedMs > STARVED_MS * next) {
      this.#starvedReported = next;
      this.#listener.onStarved(this.#start.id);
    }
    const isSilent = this.#arrived === 0 || !this.#start.mayStandStill;
    if (isSilent && waitedMs > STALLED_AFTER_MS) this.#lose('stalled');
  }

  #lose(loss: SourceLoss): void {
    if (this.#loss === 'ended' || this.#loss === loss) return;
    this.#loss = loss;
    this.#listener.onLost(this.#start.id, loss);
  }

  #find(): void {
    this.#loss = null;
    this.#listener.onSeen(this.#start.id);
  }

  #draw(frame: VideoFrame, most: Size): void {
    const { displayWidth, displayHeight } = frame;
    const scale = Math.min(1, Math.max(most.width / displayWidth, most.height / displayHeight));
    const width = Math.max(1, Math.round(displayWidth * scale));
    const height = Math.max(1, Math.round(displayHeight * scale));
    if (this.#canvas?.width !== width || this.#canvas.height !== height) {
      this.#canvas = new OffscreenCanvas(width, height);
      this.#context = this.#canvas.getContext('2d', DRAWN_IN_MEMORY);
    }
    this.#context?.drawImage(frame, 0, 0, width, height);
  }
}
