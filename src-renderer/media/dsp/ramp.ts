const { fround } = Math;

/** How long a changed parameter takes: long enough to be no click, short enough to follow a hand. */
export const PARAMETER_RAMP_SEC = 0.02;

export function samplesOf(seconds: number, rateHz: number): number {
  return Math.max(1, Math.round(seconds * rateHz));
}

/** Amplitude of a gain in decibels; at -120 dB and below it is 0. */
export function gainOfDb(db: number): number {
  return db <= -120 ? 0 : fround(10 ** (db / 20));
}

/** A value within its limits; the lower one where it is no number. */
export function within(value: number, low: number, high: number): number {
  return value >= low ? Math.min(value, high) : low;
}

/**
 * A parameter on its way to its target: linear, sample by sample, so that the way does not depend on block sizes.
 * Rounds as native/dsp/ramp.hpp does, whose samples these are.
 */
export class LinearRamp {
  #value: number;
  #target: number;
  #step = 0;
  #left = 0;
  readonly #length: number;

  constructor(value: number, lengthSamples: number) {
    this.#value = this.#target = fround(value);
    this.#length = Math.max(1, lengthSamples);
  }

  /** From where the value is now; the same target again changes nothing. */
  set(target: number): void {
    const rounded = fround(target);
    if (rounded === this.#target) return;
    this.#target = rounded;
    this.#left = this.#length;
    this.#step = fround((rounded - this.#value) / this.#length);
  }

  /** Without a way, e.g. before the first sample. */
  jump(value: number): void {
    this.#value = this.#target = fround(value);
    this.#left = 0;
  }

  next(): number {
    if (this.#left === 0) return this.#target;
    this.#left -= 1;
    this.#value = this.#left === 0 ? this.#target : fround(this.#value + this.#step);
    return this.#value;
  }

  get target(): number {
    return this.#target;
  }

  get isStill(): boolean {
    return this.#left === 0;
  }
}

export function applyGain(gain: LinearRamp, samples: Float32Array): void {
  if (gain.isStill) {
    const factor = gain.target;
    if (factor === 1) return;
    for (let i = 0; i < samples.length; i += 1) samples[i]! *= factor;
    return;
  }
  for (let i = 0; i < samples.length; i += 1) samples[i]! *= gain.next();
}

/** 24 dB above full scale: nothing in the chain comes near it in earnest. */
const BOUND = 16;

/** A sample that is no number, or absurdly large, becomes silence or a bound. */
export function makeFinite(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i]!;
    samples[i] = sample === sample ? Math.min(BOUND, Math.max(-BOUND, sample)) : 0;
  }
}
