import { gainOfDb, samplesOf } from './ramp.ts';
import { SlidingMaximum } from './slidingMaximum.ts';
import { TruePeakDetector } from './truePeak.ts';

const { fround } = Math;

const LOOK_AHEAD_SEC = 0.0015;
const RELEASE_SEC = 0.1;
/** What four points a sample may miss at voice frequencies, and what the moving gain adds. */
const MARGIN_DB = 0.05;

/**
 * The true-peak limiter of native/dsp/limiter.cpp: what leaves it stays under its ceiling, also between the samples. All
 * channels get the same gain; below the ceiling samples pass unchanged, later by `latencyFrames`.
 */
export class TruePeakLimiter {
  readonly latencyFrames: number;
  readonly #channels: number;
  readonly #ceiling: number;
  readonly #lookAhead: number;
  readonly #release: number;
  readonly #detectors: TruePeakDetector[];
  readonly #reductions: SlidingMaximum;
  readonly #mean: Float64Array;
  readonly #delayed: Float32Array;
  #released = 0;
  #meanSum = 0;
  #meanAt = 0;
  #delayedAt = 0;

  constructor(rateHz: number, channels: number, ceilingDbtp: number) {
    this.#channels = channels;
    this.#ceiling = gainOfDb(ceilingDbtp - MARGIN_DB);
    this.#lookAhead = samplesOf(LOOK_AHEAD_SEC, rateHz);
    this.latencyFrames = this.#lookAhead + TruePeakDetector.delaySamples;
    this.#release = fround(1 - Math.exp(-1 / (RELEASE_SEC * rateHz)));
    this.#detectors = Array.from({ length: channels }, () => new TruePeakDetector());
    this.#reductions = new SlidingMaximum(this.#lookAhead + 2);
    this.#mean = new Float64Array(this.#lookAhead);
    this.#delayed = new Float32Array(this.latencyFrames * channels);
  }

  /** In place, interleaved, any number of frames. */
  process(interleaved: Float32Array): void {
    const channels = this.#channels;
    for (let at = 0; at < interleaved.length; at += channels) {
      let peak = 0;
      for (let channel = 0; channel < channels; channel += 1) {
        const own = this.#detectors[channel]!.push(interleaved[at + channel]!);
        if (own > peak) peak = own;
      }
      const gain = this.#gainFor(peak > this.#ceiling ? fround(1 - fround(this.#ceiling / peak)) : 0);
      for (let channel = 0; channel < channels; channel += 1) {
        const slot = this.#delayedAt + channel;
        const sample = interleaved[at + channel]!;
        interleaved[at + channel] = this.#delayed[slot]! * gain;
        this.#delayed[slot] = sample;
      }
      this.#delayedAt = (this.#delayedAt + channels) % this.#delayed.length;
    }
  }

  #gainFor(neededReduction: number): number {
    const held = this.#reductions.push(neededReduction);
    this.#released = Math.max(held, fround(this.#released + this.#release * (held - this.#released)));
    if (this.#released < 1e-6) this.#released = 0;
    this.#meanSum += this.#released - this.#mean[this.#meanAt]!;
    this.#mean[this.#meanAt] = this.#released;
    this.#meanAt = (this.#meanAt + 1) % this.#lookAhead;
    // The sum of what is there, again with every round: rounding must not pile up.
    if (this.#meanAt === 0) this.#meanSum = this.#mean.reduce((sum, part) => sum + part, 0);
    return fround(1 - fround(Math.max(0, this.#meanSum) / this.#lookAhead));
  }
}
