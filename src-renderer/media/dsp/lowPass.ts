const HIGHEST_SHARE = 0.45;
const SILENT_STATE = 1e-15;

/** The low-pass of native/dsp/low_pass.hpp, which says whose it is. */
export class LowPass {
  readonly #a1: number;
  readonly #a2: number;
  readonly #a3: number;
  #first = 0;
  #second = 0;
  #high = 0;

  constructor(frequencyHz: number, rateHz: number) {
    const g = Math.tan((Math.PI * Math.min(frequencyHz, HIGHEST_SHARE * rateHz)) / rateHz);
    this.#a1 = 1 / (1 + g * (g + Math.SQRT2));
    this.#a2 = g * this.#a1;
    this.#a3 = g * this.#a2;
  }

  process(input: number): number {
    const third = input - this.#second;
    const middle = this.#a1 * this.#first + this.#a2 * third;
    const low = this.#second + this.#a2 * this.#first + this.#a3 * third;
    this.#first = 2 * middle - this.#first;
    this.#second = 2 * low - this.#second;
    this.#high = input - Math.SQRT2 * middle - low;
    return low;
  }

  /** What the high-pass at the same frequency makes of the last sample. */
  get high(): number {
    return this.#high;
  }

  /** Once a block: before it becomes a denormal number, and after what is no number. */
  settle(): void {
    const isBroken = !Number.isFinite(this.#first) || !Number.isFinite(this.#second);
    const isSilent = Math.abs(this.#first) < SILENT_STATE && Math.abs(this.#second) < SILENT_STATE;
    if (isBroken || isSilent) this.reset();
  }

  reset(): void {
    this.#first = this.#second = 0;
  }
}

/** The part of a follower's way that it goes in one sample, so that it has gone 63 % of it in this time. */
export function followShare(timeSec: number, rateHz: number): number {
  return 1 - Math.exp(-1 / (timeSec * rateHz));
}
