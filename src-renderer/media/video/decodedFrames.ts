/** Frames that are decoded, in the order of their times; the first one may be shown now. */
export class DecodedFrames {
  #frames: VideoFrame[] = [];

  get first(): VideoFrame | undefined {
    return this.#frames[0];
  }

  add(frame: VideoFrame): void {
    this.#frames.push(frame);
  }

  countAfter(ms: number): number {
    return this.#frames.filter((frame) => timeOf(frame) > ms).length;
  }

  /** Of those whose time has come, the last alone is kept. */
  prune(ms: number): void {
    while (this.#frames[1] && timeOf(this.#frames[1]) <= ms) this.#frames.shift()?.close();
  }

  close(): void {
    this.#frames.forEach((frame) => frame.close());
    this.#frames = [];
  }
}

export const timeOf = (frame: VideoFrame) => frame.timestamp / 1000;
