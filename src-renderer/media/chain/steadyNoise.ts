import { Biquad } from '../dsp/biquad.ts';
import type { BiquadCoefficients } from '../../../src-shared/domain/equalizerCurve.ts';
import { FRAME_SAMPLES, MODEL_RATE_HZ } from './rnnoise.ts';

/** 480 ms: pauses between words are shorter, pauses between sentences longer. */
export const NOISE_WINDOW_FRAMES = 48;

/** Centre in hertz, and the standard deviation of a frame's power in white noise, decibels. */
const OCTAVES: readonly (readonly [centreHz: number, noiseDeviationDb: number])[] = [
  [250, 1.72],
  [500, 1.29],
  [1000, 0.96],
  [2000, 0.71],
  [4000, 0.55],
  [8000, 0.46],
  [14000, 0.44],
];
/** Of the deviation that noise has. */
const MOST_MOVEMENT = 1.6;
const LEAST_MOVEMENT = 0.5;
/** Mains hum has harmonics up here, which stand still; above, only noise may say that it is noise. */
const MOVES_FROM_HZ = 1000;
/** An octave below this is empty: a file's own upper limit, or digital silence. */
const EMPTY_BELOW_DB = -105;

/** Finds stretches of steady noise and nothing else: native/denoise/steady_noise.cpp. */
export class SteadyNoiseDetector {
  readonly #filters = OCTAVES.map(([centreHz]) => new Biquad(octaveFilter(centreHz)));
  readonly #powerDb = OCTAVES.map(() => new Float32Array(NOISE_WINDOW_FRAMES));
  readonly #isNoise = new Array<boolean>(NOISE_WINDOW_FRAMES).fill(false);
  #next = 0;
  #filled = 0;

  /** Takes the next frame; says whether the one `NOISE_WINDOW_FRAMES - 1` before it lies in a stretch of noise. */
  process(frame: Float32Array): boolean {
    const newest = this.#next;
    this.#next = (this.#next + 1) % NOISE_WINDOW_FRAMES;
    this.#filters.forEach((filter, band) => {
      let power = 0;
      for (let i = 0; i < FRAME_SAMPLES; i += 1) {
        const sample = filter.process(frame[i]!);
        power += sample * sample;
      }
      this.#powerDb[band]![newest] = 10 * Math.log10(power / FRAME_SAMPLES + 1e-13);
    });
    this.#isNoise[newest] = false;
    if (this.#filled < NOISE_WINDOW_FRAMES) this.#filled += 1;
    if (this.#filled === NOISE_WINDOW_FRAMES && this.#isWindowNoise()) this.#isNoise.fill(true);
    return this.isNoise(0);
  }

  /** As far as is known so far, of the frame `ahead` frames after the one that `process` spoke of. */
  isNoise(ahead: number): boolean {
    return this.#filled === NOISE_WINDOW_FRAMES && this.#isNoise[(this.#next + ahead) % NOISE_WINDOW_FRAMES]!;
  }

  #isWindowNoise(): boolean {
    let hasUpperBand = false;
    for (const [band, [centreHz, noiseDeviationDb]] of OCTAVES.entries()) {
      let sum = 0;
      let squares = 0;
      for (const value of this.#powerDb[band]!) {
        sum += value;
        squares += value * value;
      }
      const mean = sum / NOISE_WINDOW_FRAMES;
      if (mean < EMPTY_BELOW_DB) continue;
      const deviation = Math.sqrt(Math.max(0, squares / NOISE_WINDOW_FRAMES - mean * mean));
      const movement = deviation / noiseDeviationDb;
      const isUpper = centreHz >= MOVES_FROM_HZ;
      if (movement > MOST_MOVEMENT || (isUpper && movement < LEAST_MOVEMENT)) return false;
      hasUpperBand ||= isUpper;
    }
    return hasUpperBand;
  }
}

/** Band-pass with a peak of 0 dB, one octave wide (Bristow-Johnson, Audio EQ Cookbook). */
function octaveFilter(centreHz: number): BiquadCoefficients {
  const turn = (2 * Math.PI * centreHz) / MODEL_RATE_HZ;
  const alpha = Math.sin(turn) / (2 * 1.41);
  const scale = 1 / (1 + alpha);
  return {
    b0: alpha * scale,
    b1: 0,
    b2: -alpha * scale,
    a1: -2 * Math.cos(turn) * scale,
    a2: (1 - alpha) * scale,
  };
}
