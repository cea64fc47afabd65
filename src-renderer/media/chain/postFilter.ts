import { RealFft } from '../dsp/realFft.ts';
import { FRAME_SAMPLES } from './rnnoise.ts';

/** Sound that has to be known from a frame on, for that frame to be finished. */
export const POST_FILTER_FRAMES = 4;
const WINDOW_SAMPLES = POST_FILTER_FRAMES * FRAME_SAMPLES;
const TRANSFORM_SAMPLES = 2048;
const BINS = TRANSFORM_SAMPLES / 2 + 1;
/** The quietest is looked for in whole blocks. */
const MINIMUM_BLOCKS = 8;
const MINIMUM_BLOCK_FRAMES = 12;
const UNKNOWN = 3.4e38;
/** A noise is known after half a second of it and followed as fast. */
const WINDOWS_AVERAGED = 50;
/** The quietest of a second, smoothed over 50 ms, lies no further below the mean of a noise. */
const MEAN_OVER_QUIETEST = 5;
const SHARE_OF_NEW = 0.2;
/** Far below 24 bits; keeps divisions finite. */
const LEAST_POWER = 1e-14;

/** What a noise that is known reports of a voice in it, bin by bin: native/denoise/post_filter.cpp. */
export class PostFilter {
  readonly #fft = new RealFft(TRANSFORM_SAMPLES);
  readonly #shape = Float32Array.from({ length: WINDOW_SAMPLES }, (_, i) =>
    // The root of a Hann window, before and after; four of them overlap to 2.
    Math.sin((Math.PI * i) / WINDOW_SAMPLES),
  );
  readonly #buffer = new Float64Array(TRANSFORM_SAMPLES);
  readonly #dryRe = new Float64Array(BINS);
  readonly #dryIm = new Float64Array(BINS);
  readonly #wetRe = new Float64Array(BINS);
  readonly #wetIm = new Float64Array(BINS);
  readonly #power = new Float64Array(BINS);
  readonly #noise = new Float64Array(BINS);
  readonly #smoothPower = new Float64Array(BINS);
  readonly #blockMinimum = Array.from({ length: MINIMUM_BLOCKS }, () => new Float64Array(BINS).fill(UNKNOWN));
  /** Of all blocks but the current one. */
  readonly #pastMinimum = new Float64Array(BINS).fill(UNKNOWN);
  /** What is still to be added to the model's next frames. */
  readonly #correction = new Float32Array(WINDOW_SAMPLES);
  #block = 0;
  #framesInBlock = 0;
  #windowsLearnt = 0;
  #hasSmoothPower = false;

  /**
   * Four frames that follow each other, untouched and from the model, one further with every call; `isSteadyNoise` if all
   * four are noise and nothing else. `out` is the first of them, finished.
   */
  process(
    dry: readonly Float32Array[],
    wet: readonly Float32Array[],
    isSteadyNoise: boolean,
    out: Float32Array,
  ): void {
    if (isSteadyNoise || this.#windowsLearnt > 0) {
      this.#transform(dry, this.#dryRe, this.#dryIm);
      for (let k = 0; k < BINS; k += 1) this.#power[k] = this.#dryRe[k]! ** 2 + this.#dryIm[k]! ** 2;
      if (isSteadyNoise) this.#learn();
      this.#followQuietest();
      if (!isSteadyNoise) {
        this.#transform(wet, this.#wetRe, this.#wetIm);
        this.#correct();
      }
    }
    const first = wet[0]!;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) out[i] = first[i]! + this.#correction[i]!;
    this.#correction.copyWithin(0, FRAME_SAMPLES);
    this.#correction.fill(0, WINDOW_SAMPLES - FRAME_SAMPLES);
  }

  #transform(frames: readonly Float32Array[], re: Float64Array, im: Float64Array): void {
    for (let frame = 0, at = 0; frame < POST_FILTER_FRAMES; frame += 1) {
      const samples = frames[frame]!;
      for (let i = 0; i < FRAME_SAMPLES; i += 1, at += 1) this.#buffer[at] = this.#shape[at]! * samples[i]!;
    }
    this.#buffer.fill(0, WINDOW_SAMPLES);
    this.#fft.forward(this.#buffer, re, im);
  }

  #learn(): void {
    this.#windowsLearnt = Math.min(this.#windowsLearnt + 1, WINDOWS_AVERAGED);
    const share = 1 / this.#windowsLearnt;
    for (let k = 0; k < BINS; k += 1) this.#noise[k]! += share * (this.#power[k]! - this.#noise[k]!);
  }

  /** Least smoothed power of the last second (R. Martin's minimum statistics, with a bound in place of a bias). */
  #followQuietest(): void {
    const share = this.#hasSmoothPower ? SHARE_OF_NEW : 1;
    this.#hasSmoothPower = true;
    const minimum = this.#blockMinimum[this.#block]!;
    for (let k = 0; k < BINS; k += 1) {
      this.#smoothPower[k]! += share * (this.#power[k]! - this.#smoothPower[k]!);
      minimum[k] = Math.min(minimum[k]!, this.#smoothPower[k]!);
    }
    this.#framesInBlock += 1;
    if (this.#framesInBlock < MINIMUM_BLOCK_FRAMES) return;
    this.#framesInBlock = 0;
    this.#block = (this.#block + 1) % MINIMUM_BLOCKS;
    this.#blockMinimum[this.#block]!.fill(UNKNOWN);
    this.#pastMinimum.fill(UNKNOWN);
    for (const block of this.#blockMinimum) {
      for (let k = 0; k < BINS; k += 1) this.#pastMinimum[k] = Math.min(this.#pastMinimum[k]!, block[k]!);
    }
  }

  /** Adds what this window differs from the model's by to `#correction`. */
  #correct(): void {
    const now = this.#blockMinimum[this.#block]!;
    for (let k = 0; k < BINS; k += 1) {
      const quietest = Math.min(now[k]!, this.#pastMinimum[k]!);
      const noise = Math.min(this.#noise[k]!, MEAN_OVER_QUIETEST * quietest) + LEAST_POWER;
      const guess = this.#wetRe[k]! ** 2 + this.#wetIm[k]! ** 2;
      const bound = (Math.sqrt(guess) + Math.sqrt(noise)) / Math.sqrt(this.#power[k]! + LEAST_POWER);
      const kept = Math.min(guess / (guess + noise), bound);
      this.#wetRe[k] = kept * this.#dryRe[k]! - this.#wetRe[k]!;
      this.#wetIm[k] = kept * this.#dryIm[k]! - this.#wetIm[k]!;
    }
    this.#fft.inverse(this.#wetRe, this.#wetIm, this.#buffer);
    for (let i = 0; i < WINDOW_SAMPLES; i += 1) {
      this.#correction[i]! += 0.5 * this.#shape[i]! * this.#buffer[i]!;
    }
  }
}
