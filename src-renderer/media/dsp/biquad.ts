import type { BiquadCoefficients } from '../../../src-shared/domain/equalizerCurve.ts';
/** A second-order filter in double precision (direct form, transposed): its poles may lie close to one. */
export class Biquad {
  readonly #c: BiquadCoefficients;
  #first = 0;
  #second = 0;

  constructor(coefficients: BiquadCoefficients) {
    this.#c = coefficients;
  }

  /** Answers what a float keeps of it, as the native filter does. */
  process(x: number): number {
    const { b0, b1, b2, a1, a2 } = this.#c;
    const y = b0 * x + this.#first;
    this.#first = b1 * x - a1 * y + this.#second;
    this.#second = b2 * x - a2 * y;
    return Math.fround(y);
  }

  /** As if it had only heard silence. */
  reset(): void {
    this.#first = this.#second = 0;
  }
}
