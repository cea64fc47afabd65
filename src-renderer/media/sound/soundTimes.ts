/** What came late is not lost: within so long something comes that is not late. */
const WINDOW_MS = 1000;
/** Further behind, sound is missing. */
const MISSING_MS = 40;
/** How fast a device whose clock runs differently is followed. */
const FOLLOW = 0.1;

/**
 * When sound was taken, on the page's clock, by how much of it there was: a device counts evenly, and what it hands over
 * arrives late by a varying time. Whatever came with the least delay says how the two clocks lie.
 */
export class SoundTimes {
  #originMs: number | null = null;
  #takenMs = 0;
  #window: { sinceMs: number; leastMs: number } | null = null;
  #hasSettled = false;

  /** `lengthMs` of sound have arrived. Returns how much is missing before them, to be filled with silence. */
  take(lengthMs: number, arrivedMs: number): number {
    this.#originMs ??= arrivedMs - lengthMs;
    const lateMs = arrivedMs - lengthMs - (this.#originMs + this.#takenMs);
    this.#takenMs += lengthMs;
    this.#window ??= { sinceMs: arrivedMs, leastMs: lateMs };
    this.#window.leastMs = Math.min(this.#window.leastMs, lateMs);
    // Sooner than was thought possible: what was thought is wrong.
    if (!this.#hasSettled && lateMs < 0) this.#move(lateMs);
    if (arrivedMs - this.#window.sinceMs < WINDOW_MS) return 0;
    const { leastMs } = this.#window;
    this.#window = null;
    this.#hasSettled = true;
    if (leastMs <= MISSING_MS) {
      this.#move(leastMs * FOLLOW);
      return 0;
    }
    this.#takenMs += leastMs;
    return leastMs;
  }

  #move(ms: number): void {
    this.#originMs = (this.#originMs ?? 0) + ms;
    if (this.#window) this.#window.leastMs -= ms;
  }

  /** When something was taken that lies so far into the sound, silence that was filled in counted too. */
  timeOf(soundMs: number): number {
    return (this.#originMs ?? 0) + soundMs;
  }
}
