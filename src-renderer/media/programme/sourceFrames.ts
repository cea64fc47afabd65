import type { FrameTap } from '../framePort.ts';
import { FrameTimes } from '../video/frameTimes.ts';
import { DRAWN_IN_MEMORY } from './broadcastFrames.ts';
import type { SourceLoss, SourceStart } from './programmeMessages.ts';

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
 * The newest frame of one source, in a canvas of its own. Chromium lets two frames of a source be open at a time: each is
 * closed once it is there, or when a newer one comes.
 */
export class SourceFrames {
  readonly label: string;
  readonly #start: SourceStart;
  readonly #reader: ReadableStreamDefaultReader<VideoFrame>;
  readonly #listener: SourceListener;
  /** How often it has been seen otherwise. */
  changes = 0;
  readonly #taps: FrameTap[] = [];
  readonly #times = new FrameTimes();
  #newest: VideoFrame | null = null;
  /** When the newest was taken, on the worker's clock. */
  #takenMs = 0;
  #plate: Plate | null = null;
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
    return this.#loss ? null : (this.#plate?.canvas ?? null);
  }

  get isLost(): boolean {
    return this.#loss !== null;
  }

  /** Draws what has come, and answers when it was taken. Called for every frame of the programme. */
  async update(isSeen: boolean): Promise<number | null> {
    const nowMs = performance.now();
    this.#watch(nowMs);
    const frame = this.#newest;
    if (!frame || (!isSeen && nowMs - this.#drawnMs < UNSEEN_EVERY_MS)) return null;
    this.#drawnMs = nowMs;
    if (isSeen) this.changes += 1;
    this.#newest = null;
    const takenMs = this.#takenMs;
    try {
      await this.#draw(frame);
    } finally {
      frame.close();
    }
    return takenMs;
  }

  /** What is read here is given there as well. */
  addTap(tap: FrameTap): void {
    this.#taps.push(tap);
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
        this.#taps.forEach((tap) => tap.give(frame));
        this.#arrivedMs = performance.now();
        this.#takenMs = this.#times.timeOf(frame.timestamp / 1000, this.#arrivedMs);
        this.#arrived += 1;
        if (this.#arrived === 1 || this.#loss) this.#find();
      }
    } catch {
      // A source that cannot be read is one that has ended.
    }
    this.#taps.forEach((tap) => tap.end());
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
    this.changes += 1;
    this.#listener.onLost(this.#start.id, loss);
  }

  #find(): void {
    this.#loss = null;
    this.changes += 1;
    this.#listener.onSeen(this.#start.id);
  }

  async #draw(frame: VideoFrame): Promise<void> {
    const { displayWidth: width, displayHeight: height } = frame;
    if (this.#plate?.canvas.width !== width || this.#plate.canvas.height !== height) {
      this.#plate = createPlate(width, height);
    }
    const { context, pixels } = this.#plate;
    if (!isPlain(frame)) return context.drawImage(frame, 0, 0, width, height);
    // A quarter of what `drawImage` takes, which asks more of colors than a camera's are worth.
    await frame.copyTo(pixels.data, { format: 'RGBA' });
    context.putImageData(pixels, 0, 0);
  }
}

interface Plate {
  canvas: OffscreenCanvas;
  context: OffscreenCanvasRenderingContext2D;
  pixels: ImageData;
}

function createPlate(width: number, height: number): Plate {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', DRAWN_IN_MEMORY);
  if (!context) throw new Error('This browser draws nothing in a worker.');
  return { canvas, context, pixels: new ImageData(width, height) };
}

/** Its pixels are square, lie in memory, and are not to be turned. */
function isPlain(frame: VideoFrame & { rotation?: number; flip?: boolean }): boolean {
  const { format, visibleRect, displayWidth, displayHeight, rotation = 0, flip = false } = frame;
  const isSquare = visibleRect?.width === displayWidth && visibleRect.height === displayHeight;
  return format !== null && isSquare && rotation === 0 && !flip;
}
