/** Of so many frames is the mean: three seconds of a camera. */
const MOST_COUNTED = 90;
/** What is older was not seen in time, or its source has begun to count again: it says nothing. */
const MOST_MS = 500;
/** By this part of a frame's length the times of frames move, each, until they are right again. */
const STEP = 0.01;

/**
 * How old what is seen is when it is composed: a camera's frame waits for the next place of the programme's grid, up to a
 * whole frame. The times of the programme are earlier by it, so that they are those at which its video was taken. It
 * stays as it is while it is right to a quarter of a frame: even times are worth more.
 */
export class VideoAge {
  #meanMs = 0;
  #counted = 0;
  #isMoving = false;
  #heldMs = 0;

  get ms(): number {
    return this.#heldMs;
  }

  /** Of a frame of a source that is composed for the first time. */
  note(ageMs: number): void {
    if (ageMs > MOST_MS) return;
    this.#counted = Math.min(MOST_COUNTED, this.#counted + 1);
    this.#meanMs += (ageMs - this.#meanMs) / this.#counted;
  }

  /** Frames are encoded from now on. */
  hold(): void {
    this.#heldMs = this.#meanMs;
    this.#isMoving = false;
  }

  /** For each frame of so many milliseconds. */
  follow(frameMs: number): void {
    const off = this.#meanMs - this.#heldMs;
    const most = frameMs * STEP;
    this.#isMoving = Math.abs(off) > (this.#isMoving ? most : frameMs / 4);
    if (this.#isMoving) this.#heldMs += Math.max(-most, Math.min(most, off));
  }
}
