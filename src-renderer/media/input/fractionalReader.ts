/** Samples on either side that a value between two samples is made of. */
export const HALF_WIDTH = 16;
const TAPS = 2 * HALF_WIDTH;
const PHASES = 256;
/** Kaiser's window: 90 dB between pass and stop band. */
const BETA = 9;
/** Below half the rate, so that what lies above is gone before it folds down. */
const CUT_OFF = 0.97;

/**
 * A sampled sound between its samples: windowed sinc, the table linear between its phases. On a whole sample it is that
 * sample, bit for bit, unless something is to be cut off.
 */
export class FractionalReader {
  readonly #table: Float64Array;
  readonly #isWholeExact: boolean;

  /** `cutOff`: part of half the input's rate that passes; below 1 where the output's rate is lower. */
  constructor(cutOff = 1) {
    this.#isWholeExact = cutOff >= 1;
    const pass = Math.min(1, cutOff) * CUT_OFF;
    this.#table = new Float64Array((PHASES + 1) * TAPS);
    for (let phase = 0; phase <= PHASES; phase += 1) {
      const taps = this.#table.subarray(phase * TAPS, (phase + 1) * TAPS);
      for (let tap = 0; tap < TAPS; tap += 1) {
        taps[tap] = pass * sinc(pass * distance(tap, phase)) * kaiser(distance(tap, phase) / HALF_WIDTH);
      }
      const sum = taps.reduce((total, value) => total + value, 0);
      for (let tap = 0; tap < TAPS; tap += 1) taps[tap]! /= sum;
    }
  }

  /**
   * The value at `position` of a ring whose length is a power of two; `HALF_WIDTH` samples before it and after it must be
   * there.
   */
  valueAt(ring: Float32Array, position: number): number {
    const mask = ring.length - 1;
    const whole = Math.floor(position);
    const fraction = position - whole;
    if (fraction === 0 && this.#isWholeExact) return ring[whole & mask]!;
    const place = fraction * PHASES;
    const phase = Math.floor(place);
    const share = place - phase;
    const table = this.#table;
    const first = phase * TAPS;
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) {
      const at = first + tap;
      const weight = table[at]! + share * (table[at + TAPS]! - table[at]!);
      sum += weight * ring[(whole + tap - HALF_WIDTH + 1) & mask]!;
    }
    return sum;
  }
}

/** From a tap's sample to the wanted place, in samples. */
function distance(tap: number, phase: number): number {
  return tap - (HALF_WIDTH - 1) - phase / PHASES;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(BETA * Math.sqrt(1 - x * x)) / besselI0(BETA);
}

function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 40; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
