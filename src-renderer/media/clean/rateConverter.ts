import { greatestCommonDivisor, besselI0 } from '../dsp/numbers.ts';

/** Zero crossings of the lower rate on either side: passes up to 91 % of its half, 90 dB down at its half. */
const HALF_WIDTH = 64;
const BETA = 9;
const CUT_OFF = 0.955;
/** More than this are interpolated: their table would be larger than its use. */
const MOST_PHASES = 1024;

/**
 * One channel at another rate, stretch by stretch and without a delay: a windowed sinc whose cut-off lies below half of
 * the lower rate.
 */
export class RateConverter {
  readonly #up: number;
  readonly #down: number;
  readonly #half: number;
  readonly #phases: number;
  readonly #table: Float32Array;
  #samples: Float32Array;
  #filled: number;
  /** Of the next output from `#samples[0]`, in parts of 1 / up of an input sample. */
  #position: number;
  #framesIn = 0;
  #framesOut = 0;

  constructor(fromHz: number, toHz: number) {
    const divisor = greatestCommonDivisor(fromHz, toHz);
    this.#up = toHz / divisor;
    this.#down = fromHz / divisor;
    const stretch = Math.max(1, fromHz / toHz);
    this.#half = Math.ceil(HALF_WIDTH * stretch);
    this.#phases = Math.min(this.#up, MOST_PHASES);
    this.#table = makeTable(this.#half, this.#phases, CUT_OFF / stretch);
    // Silence before the first sample.
    this.#samples = new Float32Array(4 * this.#half);
    this.#filled = this.#half;
    this.#position = this.#half * this.#up;
  }

  /** What can be said so far. */
  process(samples: Float32Array): Float32Array {
    this.#framesIn += samples.length;
    this.#append(samples);
    return this.#emit(Infinity);
  }

  /** The rest: altogether as long as the input was. */
  finish(): Float32Array {
    this.#append(new Float32Array(this.#half + 1));
    return this.#emit(Math.round((this.#framesIn * this.#up) / this.#down) - this.#framesOut);
  }

  #append(samples: Float32Array): void {
    const consumed = Math.max(0, Math.floor(this.#position / this.#up) - this.#half);
    const kept = this.#filled - consumed;
    const needed = kept + samples.length;
    const to = needed > this.#samples.length ? new Float32Array(2 * needed) : this.#samples;
    to.set(this.#samples.subarray(consumed, this.#filled));
    to.set(samples, kept);
    this.#samples = to;
    this.#filled = needed;
    this.#position -= consumed * this.#up;
  }

  #emit(most: number): Float32Array {
    const last = (this.#filled - this.#half - 1) * this.#up;
    const possible = Math.max(0, Math.floor((last - this.#position) / this.#down) + 1);
    const output = new Float32Array(Math.max(0, Math.min(most, possible)));
    const taps = 2 * this.#half;
    const isExact = this.#phases === this.#up;
    for (let i = 0; i < output.length; i += 1) {
      const whole = Math.floor(this.#position / this.#up);
      const place = ((this.#position % this.#up) * this.#phases) / this.#up;
      const phase = Math.floor(place);
      const first = whole - this.#half + 1;
      let value = this.#sum(first, phase * taps, taps);
      if (!isExact) value += (place - phase) * (this.#sum(first, (phase + 1) * taps, taps) - value);
      output[i] = value;
      this.#position += this.#down;
    }
    this.#framesOut += output.length;
    return output;
  }

  #sum(first: number, row: number, taps: number): number {
    const samples = this.#samples;
    const table = this.#table;
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) sum += table[row + tap]! * samples[first + tap]!;
    return sum;
  }
}

/** Row by row: the weights of the samples around a place that is `phase / phases` behind a sample. */
function makeTable(half: number, phases: number, pass: number): Float32Array {
  const taps = 2 * half;
  const table = new Float32Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase += 1) {
    const row = Array.from({ length: taps }, (_, tap) => {
      const x = tap - (half - 1) - phase / phases;
      const place = x / half;
      if (Math.abs(place) >= 1) return 0;
      const window = besselI0(BETA * Math.sqrt(1 - place * place)) / besselI0(BETA);
      const angle = Math.PI * pass * x;
      return window * (angle === 0 ? 1 : Math.sin(angle) / angle);
    });
    // A constant stays the same constant in every phase.
    const sum = row.reduce((total, weight) => total + weight, 0);
    row.forEach((weight, tap) => (table[phase * taps + tap] = weight / sum));
  }
  return table;
}
