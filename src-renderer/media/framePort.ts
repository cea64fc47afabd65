/** Frames on their way, each of which keeps a frame of its source open: Chromium gives two of a screen. */
const MOST_ON_THE_WAY = 2;

/** The end at which one worker gives frames that it reads anyway to another; what that one has no time for is left out. */
export class FrameTap {
  readonly #port: MessagePort;
  #room = MOST_ON_THE_WAY;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = () => (this.#room += 1);
  }

  /** The frame stays the caller's. */
  give(frame: VideoFrame): void {
    if (this.#room === 0) return;
    this.#room -= 1;
    const copy = frame.clone();
    this.#port.postMessage(copy, [copy]);
  }

  /** No more will come. */
  end(): void {
    this.#port.postMessage(null);
  }
}

/** The other end: reads as a stream does. */
export class FramePortReader implements Pick<ReadableStreamDefaultReader<VideoFrame>, 'read' | 'cancel'> {
  readonly #port: MessagePort;
  #arrived: (VideoFrame | null)[] = [];
  #waiting: (() => void) | null = null;
  #isOver = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<VideoFrame | null>) => {
      if (this.#isOver) return data?.close();
      this.#arrived.push(data);
      this.#waiting?.();
    };
  }

  async read(): Promise<ReadableStreamReadResult<VideoFrame>> {
    while (this.#arrived.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => (this.#waiting = resolve));
    this.#waiting = null;
    const frame = this.#arrived.shift() ?? null;
    if (frame === null) {
      this.#isOver = true;
      return { done: true, value: undefined };
    }
    this.#port.postMessage(null);
    return { done: false, value: frame };
  }

  cancel(): Promise<void> {
    this.#isOver = true;
    this.#arrived.forEach((frame) => frame?.close());
    this.#arrived = [];
    this.#waiting?.();
    this.#port.close();
    return Promise.resolve();
  }
}
