import { FRAME_SAMPLES, ModelError } from './rnnoise.ts';

/** The model takes so many samples at 48 kHz at a time. */
const BLOCK_SAMPLES = 768;
/** Of the model with its resamplers, measured: see native/denoise/gtcrn.hpp. */
const BLOCK_DELAY_SAMPLES = 890;
const LARGEST_SAMPLE = 1024;

/** The exports of out/sound/strong.wasm (native/denoise/page/strong.cpp). */
interface StrongExports {
  memory: WebAssembly.Memory;
  begin(): void;
  block(): number;
  run(): void;
}

/**
 * One channel of GTCRN, the engine "strong", out of the same C++ as the addon's: both give the same samples, bit for bit.
 * Frames of 480 samples go through a queue on either side.
 */
export class Gtcrn {
  readonly #model: StrongExports;
  readonly #block: Float32Array;
  readonly #waiting = new Float32Array(BLOCK_SAMPLES + FRAME_SAMPLES);
  readonly #ready: Float32Array;
  #waitingCount = 0;
  #readyCount: number;

  /** `delaySamples` is 1562 or more. Compiles and instantiates at once. */
  constructor(wasm: BufferSource, delaySamples: number) {
    this.#model = openModel(wasm);
    this.#block = new Float32Array(this.#model.memory.buffer, this.#model.block(), BLOCK_SAMPLES);
    this.#ready = new Float32Array(delaySamples + BLOCK_SAMPLES);
    this.#readyCount = delaySamples - BLOCK_DELAY_SAMPLES;
  }

  /** Cleans 480 samples in ±1 in place. A sample that is no number is taken as silence. */
  process(samples: Float32Array): void {
    const newest = this.#waiting.subarray(this.#waitingCount);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const sample = samples[i]!;
      newest[i] = sample - sample === 0 ? Math.max(-LARGEST_SAMPLE, Math.min(LARGEST_SAMPLE, sample)) : 0;
    }
    this.#waitingCount += FRAME_SAMPLES;
    if (this.#waitingCount >= BLOCK_SAMPLES) this.#runBlock();
    samples.set(this.#ready.subarray(0, FRAME_SAMPLES));
    this.#readyCount -= FRAME_SAMPLES;
    this.#ready.copyWithin(0, FRAME_SAMPLES, FRAME_SAMPLES + this.#readyCount);
  }

  #runBlock(): void {
    this.#block.set(this.#waiting.subarray(0, BLOCK_SAMPLES));
    this.#model.run();
    this.#ready.set(this.#block, this.#readyCount);
    this.#readyCount += BLOCK_SAMPLES;
    this.#waitingCount -= BLOCK_SAMPLES;
    this.#waiting.copyWithin(0, BLOCK_SAMPLES, BLOCK_SAMPLES + this.#waitingCount);
  }
}

/** Its memory never grows, so that a view of it stays what it is. */
function openModel(wasm: BufferSource): StrongExports {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
    const model = exports as unknown as StrongExports;
    model.begin();
    return model;
  } catch (error) {
    throw new ModelError(
      'This browser cannot run the strong noise model. Choose “Standard” as the noise model.',
      { cause: error },
    );
  }
}
