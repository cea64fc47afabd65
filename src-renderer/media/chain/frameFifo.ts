import { FRAME_SAMPLES } from './rnnoise.ts';
import { greatestCommonDivisor } from '../dsp/numbers.ts';

/**
 * Between the blocks of a device (128 samples, mostly) and frames of 480: with blocks of one length the output never
 * runs dry, at the smallest delay for which that is so, `480 - gcd(480, block)`.
 */
export class FrameFifo {
  readonly #process: (frame: Float32Array) => void;
  readonly #frame = new Float32Array(FRAME_SAMPLES);
  #filled = 0;
  /** A ring of what was processed and not yet read. */
  readonly #ring: Float32Array;
  #readable: number;
  #readAt = 0;
  readonly delaySamples: number;

  constructor(blockSamples: number, process: (frame: Float32Array) => void) {
    this.#process = process;
    this.delaySamples = FRAME_SAMPLES - greatestCommonDivisor(FRAME_SAMPLES, blockSamples);
    this.#ring = new Float32Array(2 * (FRAME_SAMPLES + blockSamples));
    this.#readable = this.delaySamples;
  }

  /** Takes a block (null: silence) and gives one of the same length. */
  exchange(input: Float32Array | null, output: Float32Array): void {
    const count = output.length;
    for (let done = 0; done < count;) {
      const part = Math.min(count - done, FRAME_SAMPLES - this.#filled);
      if (input) this.#frame.set(input.subarray(done, done + part), this.#filled);
      else this.#frame.fill(0, this.#filled, this.#filled + part);
      done += part;
      this.#filled += part;
      if (this.#filled === FRAME_SAMPLES) this.#turn();
    }
    this.#read(output);
  }

  #turn(): void {
    this.#filled = 0;
    this.#process(this.#frame);
    const ring = this.#ring;
    const writeAt = (this.#readAt + this.#readable) % ring.length;
    const first = Math.min(FRAME_SAMPLES, ring.length - writeAt);
    ring.set(this.#frame.subarray(0, first), writeAt);
    ring.set(this.#frame.subarray(first), 0);
    this.#readable += FRAME_SAMPLES;
  }

  #read(output: Float32Array): void {
    const ring = this.#ring;
    const count = Math.min(output.length, this.#readable);
    for (let i = 0; i < count; i += 1) output[i] = ring[(this.#readAt + i) % ring.length]!;
    this.#readAt = (this.#readAt + count) % ring.length;
    this.#readable -= count;
  }
}
