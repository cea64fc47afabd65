/** One channel of a noise model, as native/denoise/denoiser.hpp has it. */
export interface Denoiser {
  /** By how many frames of 480 samples what comes out is older than what goes in. */
  readonly delayFrames: number;
  /** It turns the phase of low tones: see `LOW_TONE_RESTORATION`. */
  readonly turnsLowTones: boolean;
  /** Cleans 480 samples in ±1 in place; how surely there is speech in what comes out, 0-1. */
  process(samples: Float32Array): number;
}
