import { FRAME_SAMPLES, ModelError } from './rnnoise.ts';

/** The model takes so many samples at 48 kHz at a time. */
const BLOCK_SAMPLES = 768;
/** Of the model with its resamplers, measured: see native/denoise/gtcrn.hpp. */
const BLOCK_DELAY_SAMPLES = 890;
const LARGEST_SAMPLE = 1024;
/** As in native/denoise/gtcrn.cpp. */
const EARLY_BLOCKS = 625;
const LEAST_SOUND_POWER = 1e-6;
const LIFE_BLOCKS = 4000;
const WARMING_BLOCKS = 250;
const FADE_BLOCKS = 32;

/** The exports of gtcrn.wasm that are used; its names are minified. */
interface GtcrnExports {
  c: WebAssembly.Memory;
  d(): void;
  e(): number;
  j(state: number, from: number, to: number): void;
  k(bytes: number): number;
}

/**
 * One channel of GTCRN, the engine "strong", out of the WebAssembly that the addon is translated from: both give the same
 * samples, bit for bit. Frames of 480 samples go through a queue on either side. The model never forgets, and takes more and more of
 * the voice: so each minute it is what it was after its first 10 seconds of sound again (native/denoise/gtcrn.hpp).
 */
export class Gtcrn {
  readonly #module: WebAssembly.Module;
  #model: Model;
  #next: Model | null = null;
  /** That which had its time. */
  #spare: Model | null = null;
  #early: Uint8Array | null = null;
  #earlyBlocks = 0;
  #heardBlocks = 0;
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
    this.#module = new WebAssembly.Module(wasm);
    this.#model = openModel(this.#module);
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
    let heard: Float32Array = block;
    if (!this.#isSpent) {
      try {
        heard = this.#hear(block);
      } catch {
        this.#isSpent = true;
      }
    }
    this.#ready.set(heard, this.#readyCount);
    this.#readyCount += BLOCK_SAMPLES;
    this.#waitingCount -= BLOCK_SAMPLES;
    this.#waiting.copyWithin(0, BLOCK_SAMPLES, BLOCK_SAMPLES + this.#waitingCount);
  }

  #hear(block: Float32Array): Float32Array {
    const out = this.#model.process(block);
    if (!this.#early) {
      const power = block.reduce((sum, sample) => sum + sample * sample, 0);
      if (power > LEAST_SOUND_POWER * BLOCK_SAMPLES) this.#earlyBlocks += 1;
      if (this.#earlyBlocks === EARLY_BLOCKS) this.#early = this.#model.memory.slice();
      return out;
    }
    const left = LIFE_BLOCKS - (this.#heardBlocks += 1);
    if (left >= WARMING_BLOCKS) return out;
    if (!this.#next) {
      this.#next = this.#spare ?? openModel(this.#module);
      this.#next.memory.set(this.#early);
    }
    const next = this.#next.process(block);
    if (left < FADE_BLOCKS) {
      const faded = (FADE_BLOCKS - 1 - left) * BLOCK_SAMPLES;
      for (let i = 0; i < BLOCK_SAMPLES; i += 1)
        out[i]! += ((faded + i + 1) / (FADE_BLOCKS * BLOCK_SAMPLES)) * (next[i]! - out[i]!);
    }
    if (left === 0) {
      [this.#spare, this.#model, this.#next] = [this.#model, this.#next, null];
      this.#heardBlocks = WARMING_BLOCKS;
    }
    return out;
  }
}

/** Of the module's memory so much is used. */
const USED_BYTES = 20 * 65_536;

interface Model {
  /** What it makes of a block; valid until the next one. */
  process(block: Float32Array): Float32Array;
  /** All that it has heard is in it. */
  memory: Uint8Array;
}

function openModel(module: WebAssembly.Module): Model {
  const imports = {
    a() {
      throw new ModelError('The noise model failed a check of its own.');
    },
    b: () => 0,
  };
  const { exports } = new WebAssembly.Instance(module, { a: imports });
  const model = exports as unknown as GtcrnExports;
  model.d();
  const state = model.e();
  const bytes = BLOCK_SAMPLES * Float32Array.BYTES_PER_ELEMENT;
  const [from, to] = [model.k(bytes), model.k(bytes)];
  if (state === 0 || from === 0 || to === 0) throw new ModelError('There is no memory for the noise model.');
  const input = new Float32Array(model.c.buffer, from, BLOCK_SAMPLES);
  const output = new Float32Array(model.c.buffer, to, BLOCK_SAMPLES);
  return {
    process(block) {
      input.set(block);
      model.j(state, from, to);
      return output;
    },
    memory: new Uint8Array(model.c.buffer, 0, USED_BYTES),
  };
}
