import { DE_CLICK } from '../../../src-shared/domain/deClick.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { predictorOf } from './linearPrediction.ts';
import { followShare } from './lowPass.ts';
import { samplesOf, within } from './ramp.ts';

const LIMITS = DE_CLICK.fields.amount;
const ORDER = 16;
const MOST_CLICK_SEC = 0.001;
const FADE_SEC = 0.0005;
const AGREEING_ERRORS = 3;
const AGREEING_SAMPLES = 8;
const SHRINK = 0.99;
const MOST_SAMPLE = 16;

/** What both kinds of it have in common: native/dsp/de_click.hpp. */
export const CLICKS = {
  windowSec: 0.02,
  renewSec: 0.01,
  restSec: 0.005,
  errorSec: 0.01,
  restingErrorSec: 0.002,
  leastError: 0.000316,
} as const;
const MOST_ERRORS = 40;
const FEWEST_ERRORS = 8;

/** How many times the usual error begins a click. */
export const mostErrorsOf = ({ amount }: EngineEffects['deClick']) =>
  MOST_ERRORS + (FEWEST_ERRORS - MOST_ERRORS) * (within(amount, LIMITS.min, LIMITS.max) / 100);

/** The de-click of native/dsp/de_click.cpp, which says how it works. */
export class DeClick {
  readonly #channels: ClicksOfChannel[];

  constructor(rateHz: number, channels = 1) {
    this.#channels = Array.from({ length: channels }, () => new ClicksOfChannel(rateHz));
  }

  /** Values out of their ranges are brought into them. */
  set(settings: EngineEffects['deClick']): void {
    for (const channel of this.#channels) {
      channel.isOn = settings.isOn;
      channel.mostErrors = mostErrorsOf(settings);
    }
  }

  /** In place, any number of samples. */
  process(samples: Float32Array, others: readonly Float32Array[] = []): void {
    this.#channels[0]!.process(samples);
    for (let k = 0; k < others.length; k += 1) this.#channels[k + 1]!.process(others[k]!);
  }
}

class ClicksOfChannel {
  isOn = false;
  mostErrors = MOST_ERRORS;
  readonly #window: Float64Array;
  readonly #windowed: Float64Array;
  /** The newest outputs, each twice, a window apart: so that a window of them lies in one piece, from `at` on. */
  readonly #past: Float64Array;
  /** The same of what came in. */
  readonly #came: Float64Array;
  readonly #renewEvery: number;
  readonly #mostClick: number;
  readonly #fade: number;
  readonly #rest: number;
  readonly #errorShare: number;
  readonly #restingShare: number;
  readonly #coefficients = new Float64Array(ORDER);
  #at = 0;
  #untilRenewed = 0;
  #usualError = 0;
  #clicking = 0;
  #agreeing = 0;
  #fading = 0;
  #resting = 0;

  constructor(rateHz: number) {
    const size = Math.max(2 * ORDER, samplesOf(CLICKS.windowSec, rateHz));
    this.#window = Float64Array.from(
      { length: size },
      (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size),
    );
    this.#windowed = new Float64Array(size);
    this.#past = new Float64Array(2 * size);
    this.#came = new Float64Array(2 * size);
    this.#renewEvery = samplesOf(CLICKS.renewSec, rateHz);
    this.#mostClick = samplesOf(MOST_CLICK_SEC, rateHz);
    this.#fade = samplesOf(FADE_SEC, rateHz);
    this.#rest = samplesOf(CLICKS.restSec, rateHz);
    this.#errorShare = followShare(CLICKS.errorSec, rateHz);
    this.#restingShare = followShare(CLICKS.restingErrorSec, rateHz);
  }

  process(samples: Float32Array): void {
    if (!this.isOn && this.#clicking + this.#fading === 0) return this.#restUntilOn();
    for (let i = 0; i < samples.length; i += 1) {
      const sample = samples[i]!;
      const output = this.#clean(sample >= -MOST_SAMPLE && sample <= MOST_SAMPLE ? sample : 0);
      if (output !== sample) samples[i] = output;
    }
  }

  /** As after silence, once it is on again. */
  #restUntilOn(): void {
    if (this.#usualError === 0) return;
    this.#past.fill(0);
    this.#came.fill(0);
    this.#coefficients.fill(0);
    this.#usualError = this.#untilRenewed = this.#resting = 0;
  }

  #clean(sample: number): number {
    const predicted = this.#predict(this.#past);
    const error = sample - predicted;
    const usual = Math.max(Math.sqrt(this.#usualError), CLICKS.leastError / this.mostErrors);
    let output = sample;
    if (this.#clicking > 0) {
      output = predicted;
      const isUsual = Math.abs(sample - this.#predict(this.#came)) < AGREEING_ERRORS * usual;
      this.#agreeing = isUsual ? this.#agreeing + 1 : 0;
      this.#clicking += 1;
      if (this.#clicking > this.#mostClick || this.#agreeing >= AGREEING_SAMPLES) {
        this.#clicking = 0;
        this.#fading = 1;
      }
    } else if (this.#fading > 0) {
      output = predicted + (error * this.#fading) / this.#fade;
      this.#fading += 1;
      if (this.#fading > this.#fade) {
        this.#fading = 0;
        this.#resting = this.#rest;
      }
    } else if (this.#resting === 0 && this.isOn && Math.abs(error) > this.mostErrors * usual) {
      this.#clicking = 1;
      this.#agreeing = 0;
      output = predicted;
    } else {
      const share = this.#resting > 0 ? this.#restingShare : this.#errorShare;
      if (this.#resting > 0) this.#resting -= 1;
      this.#usualError += share * (error * error - this.#usualError);
    }
    this.#keep(sample, output);
    return output;
  }

  #predict(past: Float64Array): number {
    const coefficients = this.#coefficients;
    const newest = this.#at + this.#window.length - 1;
    let sum = 0;
    for (let k = 0; k < ORDER; k += 1) sum += coefficients[k]! * past[newest - k]!;
    return sum;
  }

  #keep(sample: number, output: number): void {
    const size = this.#window.length;
    this.#past[this.#at] = this.#past[this.#at + size] = output;
    this.#came[this.#at] = this.#came[this.#at + size] = sample;
    this.#at = this.#at + 1 === size ? 0 : this.#at + 1;
    if (this.#untilRenewed > 0) {
      this.#untilRenewed -= 1;
      return;
    }
    // What is heard of a click is a prediction: nothing is to be learned from it.
    if (this.#clicking + this.#fading > 0) return;
    this.#untilRenewed = this.#renewEvery;
    this.#renew();
  }

  /** The predictor of the newest samples. */
  #renew(): void {
    const windowed = this.#windowed;
    const size = windowed.length;
    for (let i = 0; i < size; i += 1) windowed[i] = this.#window[i]! * this.#past[this.#at + i]!;
    const correlation = new Float64Array(ORDER + 1);
    for (let lag = 0; lag <= ORDER; lag += 1) {
      let sum = 0;
      for (let i = lag; i < size; i += 1) sum += windowed[i]! * windowed[i - lag]!;
      correlation[lag] = sum;
    }
    const found = predictorOf(correlation);
    let factor = 1;
    for (let i = 0; i < ORDER; i += 1) {
      factor *= SHRINK;
      this.#coefficients[i] = factor * found[i]!;
    }
  }
}
