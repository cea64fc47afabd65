/** So many readings are looked back on: a second of a screen's frames. */
const READINGS = 60;
/** A clock that stands is followed no further. */
const MOST_AHEAD_SEC = 0.06;

/**
 * A clock of sound moves by blocks of the sound card, some hundredths of a second each, and is read at any moment of them: frames
 * that go by it come in pairs and gaps. This one moves evenly, as the last readings do in the mean.
 */
export class SteadyClock {
  readonly #offsetsSec: number[] = [];
  #next = 0;

  /** `sec` of the clock, read at `nowMs` of `performance.now()`; answers what it would show if it moved evenly. */
  read(sec: number, nowMs: number): number {
    this.#offsetsSec[this.#next] = sec - nowMs / 1000;
    this.#next = (this.#next + 1) % READINGS;
    const sumSec = this.#offsetsSec.reduce((sum, offsetSec) => sum + offsetSec, 0);
    const evenSec = nowMs / 1000 + sumSec / this.#offsetsSec.length;
    return Math.max(0, Math.min(evenSec, sec + MOST_AHEAD_SEC));
  }
}
