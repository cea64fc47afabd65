import type { Denoiser } from './denoiser.ts';

/** Samples of a frame, at 48 kHz: 10 ms. */
export const FRAME_SAMPLES = 480;
export const MODEL_RATE_HZ = 48000;
/** RNNoise's output lags its input by one frame. */
export const MODEL_DELAY_SAMPLES = 480;
/** The model is given samples in 16-bit steps. */
const MODEL_FULL_SCALE = 32768;
const LARGEST_SAMPLE = 1024 * MODEL_FULL_SCALE;

/** The exports of rnnoise.wasm that are used. */
interface RnnoiseExports {
  memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  rnnoise_create(model: number): number;
  rnnoise_process_frame(state: number, to: number, from: number): number;
  malloc(bytes: number): number;
}

/** What the model lacks to begin: its file is of another version, or damaged. */
export class ModelError extends Error {}

/**
 * One channel of RNNoise 0.1 out of the WebAssembly that the addon is translated from: with the SIMD build both give the
 * same samples, bit for bit. Calls with their `process` neither allocate nor throw.
 */
export class Rnnoise implements Denoiser {
  readonly delayFrames = 1;
  readonly turnsLowTones = true;
  readonly #exports: RnnoiseExports;
  readonly #state: number;
  readonly #frame: Float32Array;
  readonly #previous = new Float32Array(FRAME_SAMPLES);
  readonly #input = new Float32Array(FRAME_SAMPLES);
  #isSpent = false;

  /** Compiles and instantiates at once: a worklet must have its model before the first sample. */
  constructor(wasm: BufferSource) {
    let exports: RnnoiseExports | null = null;
    const imports = {
      emscripten_memcpy_big(to: number, from: number, bytes: number): number {
        if (exports) new Uint8Array(exports.memory.buffer).copyWithin(to, from, from + bytes);
        return to;
      },
      // The memory has a fixed size: the module's own allocator then answers 0, which is checked.
      emscripten_resize_heap: () => 0,
      __assert_fail() {
        throw new ModelError('The noise model failed a check of its own.');
      },
    };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: imports });
    this.#exports = exports = instance.exports as unknown as RnnoiseExports;
    exports.__wasm_call_ctors();
    this.#state = exports.rnnoise_create(0);
    const address = exports.malloc(FRAME_SAMPLES * Float32Array.BYTES_PER_ELEMENT);
    if (this.#state === 0 || address === 0) throw new ModelError('There is no memory for the noise model.');
    this.#frame = new Float32Array(exports.memory.buffer, address, FRAME_SAMPLES);
  }

  /**
   * Cleans 480 samples in ±1 in place, one frame late, and answers how surely there is speech in what went in, 0-1.
   * A sample that is no number is taken as silence.
   */
  process(samples: Float32Array): number {
    const frame = this.#frame;
    const input = this.#input;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const sample = samples[i]! * MODEL_FULL_SCALE;
      // One sample that is no number, or whose square overflows, would stay in the recurrent state for ever.
      input[i] = sample - sample === 0 ? Math.max(-LARGEST_SAMPLE, Math.min(LARGEST_SAMPLE, sample)) : 0;
    }
    let speechProbability = 0;
    if (!this.#isSpent) {
      frame.set(input);
      speechProbability = this.#run();
    }
    // After a trap the module's memory cannot be trusted: the sound continues as it came, as late as before.
    const output = this.#isSpent ? this.#previous : frame;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) samples[i] = output[i]! / MODEL_FULL_SCALE;
    this.#previous.set(input);
    return speechProbability;
  }

  #run(): number {
    const address = this.#frame.byteOffset;
    try {
      return this.#exports.rnnoise_process_frame(this.#state, address, address);
    } catch {
      this.#isSpent = true;
      return 0;
    }
  }
}
