import { FRAME_SAMPLES, ModelError } from './rnnoise.ts';

/** The model takes so many samples at 48 kHz at a time. */
const BLOCK_SAMPLES = 768;
/** Of the model with its resamplers, measured: see native/denoise/gtcrn.hpp. */
const BLOCK_DELAY_SAMPLES = 890;
const LARGEST_SAMPLE = 1024;

/** The exports of gtcrn.wasm that are used; its names are minified. */
interface GtcrnExports {
  c: WebAssembly.Memory;
  d(): void;
  e(): number;
  j(state: number, to: number, from: number): void;
  k(bytes: number): number;
}

/**
 * One channel of GTCRN, the engine "strong", out of the WebAssembly that the addon is translated from: both give the same
 * samples, bit for bit. Frames of 480 samples go through a queue on either side.
 */
export class Gtcrn {
  readonly #exports: GtcrnExports;
  readonly #state: number;
  readonly #from: Float32Array;
  readonly #to: Float32Array;
  readonly #waiting = new Float32Array(BLOCK_SAMPLES + FRAME_SAMPLES);
  readonly #ready: Float32Array;
  /** The input, from what comes out next on. */
  readonly #dry: Float32Array;
  readonly #delaySamples: number;
  #waitingCount = 0;
  #readyCount: number;
  #isSpent = false;

  /** `delaySamples` is 1562 or more. Compiles and instantiates at once. */
  constructor(wasm: BufferSource, delaySamples: number) {
    const imports = {
      a() {
        throw new ModelError('The noise model failed a check of its own.');
      },
      b: () => 0,
    };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), { a: imports });
    this.#exports = instance.exports as unknown as GtcrnExports;
    this.#exports.d();
    this.#state = this.#exports.e();
    const bytes = BLOCK_SAMPLES * Float32Array.BYTES_PER_ELEMENT;
    const [from, to] = [this.#exports.k(bytes), this.#exports.k(bytes)];
    if (this.#state === 0 || from === 0 || to === 0)
      throw new ModelError('There is no memory for the noise model.');
    this.#from = new Float32Array(this.#exports.c.buffer, from, BLOCK_SAMPLES);
    this.#to = new Float32Array(this.#exports.c.buffer, to, BLOCK_SAMPLES);
    this.#delaySamples = delaySamples;
    this.#dry = new Float32Array(delaySamples + FRAME_SAMPLES);
    this.#ready = new Float32Array(delaySamples + BLOCK_SAMPLES);
    this.#readyCount = delaySamples - BLOCK_DELAY_SAMPLES;
  }

  /** Cleans 480 samples in ±1 in place. A sample that is no number is taken as silence. */
  process(samples: Float32Array): void {
    const newest = this.#dry.subarray(this.#delaySamples);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const sample = samples[i]!;
      newest[i] = sample - sample === 0 ? Math.max(-LARGEST_SAMPLE, Math.min(LARGEST_SAMPLE, sample)) : 0;
    }
    this.#waiting.set(newest, this.#waitingCount);
    this.#waitingCount += FRAME_SAMPLES;
    if (this.#waitingCount >= BLOCK_SAMPLES) this.#runBlock();
    // After a trap the module's memory cannot be trusted: the sound continues as it came, as late as before.
    samples.set((this.#isSpent ? this.#dry : this.#ready).subarray(0, FRAME_SAMPLES));
    this.#readyCount -= FRAME_SAMPLES;
    this.#ready.copyWithin(0, FRAME_SAMPLES, FRAME_SAMPLES + this.#readyCount);
    this.#dry.copyWithin(0, FRAME_SAMPLES);
  }

  #runBlock(): void {
    const block = this.#waiting.subarray(0, BLOCK_SAMPLES);
    if (!this.#isSpent) {
      this.#from.set(block);
      try {
        this.#exports.j(this.#state, this.#from.byteOffset, this.#to.byteOffset);
      } catch {
        this.#isSpent = true;
      }
    }
    this.#ready.set(this.#isSpent ? block : this.#to, this.#readyCount);
    this.#readyCount += BLOCK_SAMPLES;
    this.#waitingCount -= BLOCK_SAMPLES;
    this.#waiting.copyWithin(0, BLOCK_SAMPLES, BLOCK_SAMPLES + this.#waitingCount);
  }
}
