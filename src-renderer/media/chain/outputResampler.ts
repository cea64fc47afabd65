import { FractionalReader, HALF_WIDTH } from '../input/fractionalReader.ts';

const RING_SAMPLES = 1 << 12;
const BLOCK_SAMPLES = 128;

/** Sound of one rate for an output of another, made as the output asks for it. */
export class OutputResampler {
  readonly #reader: FractionalReader;
  readonly #fromHz: number;
  readonly #step: number;
  readonly #ring = new Float32Array(RING_SAMPLES);
  readonly #block = new Float32Array(BLOCK_SAMPLES);
  #written = 0;
  #position = 0;

  constructor(fromHz: number, toHz: number) {
    this.#fromHz = fromHz;
    this.#step = fromHz / toHz;
    this.#reader = new FractionalReader(toHz / fromHz);
  }

  /** Seconds from the first sample of the output's block to the first of the block that is made next. */
  get aheadSec(): number {
    return (this.#written - this.#position) / this.#fromHz;
  }

  /** `make` fills a block of the first rate; it is called as often as this output needs it. */
  fill(output: Float32Array, make: (block: Float32Array) => void): void {
    const newest = Math.floor(this.#position + (output.length - 1) * this.#step) + HALF_WIDTH;
    while (this.#written <= newest) {
      make(this.#block);
      for (const sample of this.#block) {
        this.#ring[this.#written & (RING_SAMPLES - 1)] = sample;
        this.#written += 1;
      }
    }
    for (let i = 0; i < output.length; i += 1) {
      output[i] = this.#reader.valueAt(this.#ring, this.#position);
      this.#position += this.#step;
    }
  }
}
