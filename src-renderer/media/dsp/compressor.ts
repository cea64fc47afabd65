import { COMPRESSOR } from '../../../src-shared/domain/compressor.ts';
import { kneeReductionDb } from '../../../src-shared/domain/compressorCurve.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { LinearRamp, PARAMETER_RAMP_SEC, samplesOf, within } from './ramp.ts';
import { SlidingMaximum } from './slidingMaximum.ts';

const { fround } = Math;

const LEVEL_WINDOW_SEC = 0.01;
/** 20 log10(2): decibels of a doubling. */
const DB_PER_OCTAVE = fround(6.0205999);
const SMALLEST_LEVEL = fround(1e-6);
const LARGEST_LEVEL = fround(1e6);
const LIMITS = COMPRESSOR.fields;

/** No channels beside the first. */
const ALONE: readonly Float32Array[] = [];

/**
 * The compressor of native/dsp/compressor.cpp: static curve and smoothing after Giannoulis, Massberg
 * and Reiss (J. Audio Eng. Soc. 60, 2012), the level being the largest sample of the last 10 ms.
 */
export class Compressor {
  readonly #rateHz: number;
  readonly #level: SlidingMaximum;
  readonly #amount: LinearRamp;
  readonly #thresholdDb: LinearRamp;
  readonly #slope: LinearRamp;
  readonly #kneeDb: LinearRamp;
  readonly #makeupDb: LinearRamp;
  #attack = 0;
  #release = 0;
  #reductionDb = 0;
  #shownReductionDb = 0;
  #hasStarted = false;
  /** Of the curve, and of the last gain: both cost a logarithm or a power. */
  #lastLevel = 0;
  #isLastKnown = false;
  #wantedDb = 0;
  #lastGainDb = 0;
  #lastGain = 1;

  constructor(rateHz: number) {
    const ramp = () => new LinearRamp(0, samplesOf(PARAMETER_RAMP_SEC, rateHz));
    this.#rateHz = rateHz;
    this.#level = new SlidingMaximum(samplesOf(LEVEL_WINDOW_SEC, rateHz));
    this.#amount = ramp();
    this.#thresholdDb = ramp();
    this.#slope = ramp();
    this.#kneeDb = ramp();
    this.#makeupDb = ramp();
  }

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  set(settings: EngineEffects['compressor']): void {
    const fit = (key: keyof typeof LIMITS) => within(settings[key], LIMITS[key].min, LIMITS[key].max);
    const targets: [LinearRamp, number][] = [
      [this.#thresholdDb, fit('thresholdDb')],
      [this.#slope, 1 - 1 / fit('ratio')],
      [this.#kneeDb, fit('kneeDb')],
      [this.#makeupDb, fit('makeupGainDb')],
      [this.#amount, settings.isOn ? 1 : 0],
    ];
    this.#attack = this.#coefficientOf(fit('attackMs'));
    this.#release = this.#coefficientOf(fit('releaseMs'));
    // Before the first sample nothing can click.
    for (const [ramp, target] of targets) {
      if (this.#hasStarted) ramp.set(target);
      else ramp.jump(target);
    }
    if (!this.#hasStarted) this.#isLastKnown = false;
  }

  /** Off, and faded out: it passes its input as it is. */
  get isIdle(): boolean {
    return this.#amount.isStill && this.#amount.target === 0;
  }

  /** In place, any number of samples. All channels get the same gain, by the loudest of them. */
  process(samples: Float32Array, others: readonly Float32Array[] = ALONE): void {
    this.#hasStarted = true;
    if (this.isIdle) return this.#rest();
    for (let i = 0; i < samples.length; i += 1) {
      let size = Math.abs(samples[i]!);
      // False for what is no number, which must not stay in the window.
      if (!(size > 0)) size = 0;
      for (let k = 0; k < others.length; k += 1) {
        const other = Math.abs(others[k]![i]!);
        if (other > size) size = other;
      }
      const gainDb = this.#gainDbFor(this.#level.push(Math.min(size, LARGEST_LEVEL)));
      if (gainDb === 0) continue;
      if (gainDb !== this.#lastGainDb) {
        this.#lastGainDb = gainDb;
        this.#lastGain = fround(2 ** fround(gainDb / DB_PER_OCTAVE));
      }
      samples[i]! *= this.#lastGain;
      for (let k = 0; k < others.length; k += 1) others[k]![i]! *= this.#lastGain;
    }
  }

  /** The largest reduction since the last call, decibels, 0 or more, without the make-up gain. */
  takeReductionDb(): number {
    const shown = this.#shownReductionDb;
    this.#shownReductionDb = 0;
    return shown;
  }

  /** Parameters that are changed meanwhile have nothing to move. */
  #rest(): void {
    this.#level.reset();
    this.#reductionDb = 0;
    this.#isLastKnown = false;
    for (const ramp of [this.#thresholdDb, this.#slope, this.#kneeDb, this.#makeupDb]) ramp.jump(ramp.target);
  }

  #gainDbFor(level: number): number {
    // The largest of 10 ms stays the same for many samples: the curve is then known.
    const isCurveStill = this.#thresholdDb.isStill && this.#slope.isStill && this.#kneeDb.isStill;
    if (level !== this.#lastLevel || !isCurveStill || !this.#isLastKnown) {
      this.#lastLevel = level;
      this.#isLastKnown = isCurveStill;
      const levelDb = level > SMALLEST_LEVEL ? fround(DB_PER_OCTAVE * fround(Math.log2(level))) : -120;
      const thresholdDb = this.#thresholdDb.next();
      const slope = this.#slope.next();
      this.#wantedDb = fround(kneeReductionDb(levelDb, thresholdDb, slope, this.#kneeDb.next()));
    }
    const missing = fround(this.#wantedDb - this.#reductionDb);
    const share = this.#wantedDb > this.#reductionDb ? this.#attack : this.#release;
    this.#reductionDb = fround(this.#reductionDb + fround(share * missing));
    if (this.#reductionDb < SMALLEST_LEVEL) this.#reductionDb = 0;
    const amount = this.#amount.next();
    const shown = fround(amount * this.#reductionDb);
    if (shown > this.#shownReductionDb) this.#shownReductionDb = shown;
    return fround(amount * fround(this.#makeupDb.next() - this.#reductionDb));
  }

  #coefficientOf(timeMs: number): number {
    return fround(1 - Math.exp(-1000 / (timeMs * this.#rateHz)));
  }
}
