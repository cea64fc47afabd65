import { GATE } from '../../../src-shared/domain/gate.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { gainOfDb, PARAMETER_RAMP_SEC, samplesOf, within } from './ramp.ts';
import { SlidingMaximum } from './slidingMaximum.ts';

const { fround } = Math;

/** Bridges the zero crossings of tones down to 50 Hz. */
const LEVEL_WINDOW_SEC = 0.01;
const LIMITS = GATE.engineFields;
const HYSTERESIS_DB = 4;
/** 20 log10(2), as the float that the native gate has. */
const DB_PER_OCTAVE = fround(6.0205999);

/** No channels beside the first. */
const ALONE: readonly Float32Array[] = [];

/**
 * The noise gate of native/dsp/gate.cpp: what stays below the threshold is lowered by the range. Opens
 * at once, closes when the level has been 4 dB below the threshold for the hold time; its gain moves in a straight
 * line in decibels.
 */
export class Gate {
  readonly #rateHz: number;
  readonly #level: SlidingMaximum;
  readonly #settleDb: number;
  #isOn = false;
  #opensAt = 0;
  #closesAt = 0;
  #rangeDb = 0;
  #riseDb = 0;
  #fallDb = 0;
  #holdSamples = 0;
  #holdLeft = 0;
  #isOpen = true;
  #gainDb = 0;
  #shownReductionDb = 0;
  #lastGainDb = 0;
  #lastGain = 1;

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
    this.#level = new SlidingMaximum(samplesOf(LEVEL_WINDOW_SEC, rateHz));
    this.#settleDb = fround(LIMITS.rangeDb.max / samplesOf(PARAMETER_RAMP_SEC, rateHz));
  }

  /** Values out of their ranges are brought into them; off is open, reached within 20 ms. */
  set(settings: EngineEffects['gate']): void {
    const fit = (key: keyof typeof LIMITS) => within(settings[key], LIMITS[key].min, LIMITS[key].max);
    const thresholdDb = fit('thresholdDb');
    const perMs = this.#rateHz / 1000;
    this.#isOn = settings.isOn;
    this.#rangeDb = fround(fit('rangeDb'));
    this.#opensAt = gainOfDb(thresholdDb);
    this.#closesAt = gainOfDb(thresholdDb - HYSTERESIS_DB);
    this.#riseDb = fround(this.#rangeDb / (fit('attackMs') * perMs));
    this.#fallDb = fround(this.#rangeDb / (fit('releaseMs') * perMs));
    this.#holdSamples = Math.trunc(fit('holdMs') * perMs);
  }

  /** In place, any number of samples. All channels get the same gain, by the loudest of them. */
  process(samples: Float32Array, others: readonly Float32Array[] = ALONE): void {
    if (!this.#isOn && this.#gainDb === 0) {
      this.#level.reset();
      this.#isOpen = true;
      this.#holdLeft = this.#holdSamples;
      return;
    }
    for (let i = 0; i < samples.length; i += 1) {
      let size = Math.abs(samples[i]!);
      // False for what is no number, which must not stay in the window.
      if (!(size > 0)) size = 0;
      for (let k = 0; k < others.length; k += 1) {
        const other = Math.abs(others[k]![i]!);
        if (other > size) size = other;
      }
      this.#follow(this.#level.push(size));
      if (this.#gainDb === 0) continue;
      if (-this.#gainDb > this.#shownReductionDb) this.#shownReductionDb = -this.#gainDb;
      if (this.#gainDb !== this.#lastGainDb) {
        this.#lastGainDb = this.#gainDb;
        this.#lastGain = fround(2 ** fround(this.#gainDb / DB_PER_OCTAVE));
      }
      samples[i]! *= this.#lastGain;
      for (let k = 0; k < others.length; k += 1) others[k]![i]! *= this.#lastGain;
    }
  }

  /** The largest reduction since the last call, decibels, 0 or more. */
  takeReductionDb(): number {
    const shown = this.#shownReductionDb;
    this.#shownReductionDb = 0;
    return shown;
  }

  #follow(level: number): void {
    if (level >= this.#opensAt) {
      this.#isOpen = true;
      this.#holdLeft = this.#holdSamples;
    } else if (level >= this.#closesAt) {
      this.#holdLeft = this.#holdSamples;
    } else if (this.#holdLeft > 0) {
      this.#holdLeft -= 1;
    } else {
      this.#isOpen = false;
    }
    const gainDb = this.#gainDb;
    if (!this.#isOn) this.#gainDb = Math.min(0, fround(gainDb + this.#settleDb));
    // The range was made smaller.
    else if (gainDb < -this.#rangeDb)
      this.#gainDb = Math.min(-this.#rangeDb, fround(gainDb + this.#settleDb));
    else if (this.#isOpen) this.#gainDb = Math.min(0, fround(gainDb + this.#riseDb));
    else this.#gainDb = Math.max(-this.#rangeDb, fround(gainDb - this.#fallDb));
  }
}
