/** Offsets are compared within so long: clocks of cameras run differently. */
const WINDOW_MS = 4000;
const PARTS = 4;

/**
 * When a frame was taken, on the page's clock. A source stamps its frames evenly on a clock of its own, and they
 * arrive late by a varying time: whatever arrived with the least delay lately says how the two clocks lie.
 */
export class FrameTimes {
  /** The least delay of each part of the window, the newest last. */
  #parts: { sinceMs: number; offsetMs: number }[] = [];
  #lastMs = -Infinity;

  /** `stampMs` as the source has it, `arrivedMs` on the page's clock. Times never fall. */
  timeOf(stampMs: number, arrivedMs: number): number {
    const offsetMs = arrivedMs - stampMs;
    // After a sleep the clocks may lie otherwise: what is older than the window says nothing any more.
    this.#parts = this.#parts.filter(({ sinceMs }) => arrivedMs - sinceMs < 2 * WINDOW_MS);
    const newest = this.#parts.at(-1);
    if (!newest || arrivedMs - newest.sinceMs >= WINDOW_MS / PARTS) {
      this.#parts.push({ sinceMs: arrivedMs, offsetMs });
      if (this.#parts.length > PARTS) this.#parts.shift();
    } else newest.offsetMs = Math.min(newest.offsetMs, offsetMs);
    const least = Math.min(...this.#parts.map((part) => part.offsetMs));
    this.#lastMs = Math.max(this.#lastMs, stampMs + least);
    return this.#lastMs;
  }
}
