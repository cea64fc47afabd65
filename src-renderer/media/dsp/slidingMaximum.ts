/**
 * The largest of the last `window` values: after M. van Herk, "A fast algorithm for local minimum and maximum filters
 * on rectangular and octagonal kernels" (1992), as native/dsp/sliding_maximum.hpp.
 */
export class SlidingMaximum {
  readonly #window: number;
  /** Before `#at`: the newest values; from there: maxima to the end of the stretch before. The last one is none. */
  readonly #values: Float32Array;
  #at = 0;
  #newest = -Infinity;
  #isEmpty = true;

  constructor(window: number) {
    this.#window = Math.max(1, window);
    this.#values = new Float32Array(this.#window + 1).fill(-Infinity);
  }

  /** Takes the next value, which must be a number. */
  push(value: number): number {
    this.#isEmpty = false;
    if (value > this.#newest) this.#newest = value;
    const older = this.#values[this.#at + 1]!;
    const largest = older > this.#newest ? older : this.#newest;
    this.#values[this.#at] = value;
    this.#at += 1;
    if (this.#at === this.#window) this.#turn();
    return largest;
  }

  /** As if nothing had been pushed. */
  reset(): void {
    if (this.#isEmpty) return;
    this.#values.fill(-Infinity);
    this.#newest = -Infinity;
    this.#at = 0;
    this.#isEmpty = true;
  }

  #turn(): void {
    const values = this.#values;
    for (let i = this.#window - 1; i > 0; i -= 1) values[i - 1] = Math.max(values[i - 1]!, values[i]!);
    this.#newest = -Infinity;
    this.#at = 0;
  }
}
