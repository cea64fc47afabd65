import { DE_ESSER } from '../../../src-shared/domain/deEsser.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { LinearRamp, PARAMETER_RAMP_SEC, samplesOf, within } from './ramp.ts';
import { SlidingMaximum } from './slidingMaximum.ts';

const { fround } = Math;

const LIMITS = DE_ESSER.fields;
const LEVEL_WINDOW_SEC = 0.001;
const ATTACK_SEC = 0.001;
const RELEASE_SEC = 0.06;
const DAMPING = 1 / 1.5;
/** Of the rate: where the filter can still be tuned to. */
const HIGHEST_SHARE = 0.45;
/** 20 log10(2): decibels of a doubling. */
const DB_PER_OCTAVE = fround(6.0205999);
const SMALLEST_LEVEL = fround(1e-6);
const LARGEST_LEVEL = fround(1e6);
/** Of a filter's memory: -300 dB, from here on it counts as silent. */
const SILENT_STATE = 1e-15;

/** A channel's band-pass. */
interface Band {
  first: number;
  second: number;
  output: number;
}

/** The de-esser of native/dsp/de_esser.cpp, which says how it works and whose formulae it has. */
export class DeEsser {
  readonly #rateHz: number;
  readonly #level: SlidingMaximum;
  readonly #frequencyHz: LinearRamp;
  readonly #thresholdDb: LinearRamp;
  readonly #rangeDb: LinearRamp;
  readonly #bands: Band[];
  readonly #attack: number;
  readonly #release: number;
  #a1 = 0;
  #a2 = 0;
  #a3 = 0;
  #tunedHz = 0;
  #reductionDb = 0;
  #shownReductionDb = 0;
  #hasStarted = false;
  #lastLevel = 0;
  #lastLevelDb = -120;
  #lastReductionDb = 0;
  #lastGain = 1;

  constructor(rateHz: number, channels = 1) {
    const ramp = () => new LinearRamp(0, samplesOf(PARAMETER_RAMP_SEC, rateHz));
    const coefficientOf = (timeSec: number) => fround(1 - Math.exp(-1 / (timeSec * rateHz)));
    this.#rateHz = rateHz;
    this.#level = new SlidingMaximum(samplesOf(LEVEL_WINDOW_SEC, rateHz));
    this.#frequencyHz = ramp();
    this.#thresholdDb = ramp();
    this.#rangeDb = ramp();
    this.#bands = Array.from({ length: channels }, () => ({ first: 0, second: 0, output: 0 }));
    this.#attack = coefficientOf(ATTACK_SEC);
    this.#release = coefficientOf(RELEASE_SEC);
  }

  /** Values out of their ranges are brought into them. Every change takes 20 ms; off is a range of 0. */
  set(settings: EngineEffects['deEsser']): void {
    const fit = (key: keyof typeof LIMITS) => within(settings[key], LIMITS[key].min, LIMITS[key].max);
    const targets: [LinearRamp, number][] = [
      [this.#frequencyHz, fit('frequencyHz')],
      [this.#thresholdDb, fit('thresholdDb')],
      [this.#rangeDb, settings.isOn ? fit('rangeDb') : 0],
    ];
    // Before the first sample nothing can click.
    for (const [ramp, target] of targets) {
      if (this.#hasStarted) ramp.set(target);
      else ramp.jump(target);
    }
  }

  /** In place, any number of samples. All channels get the same gain, by the loudest of them. */
  process(samples: Float32Array, others: readonly Float32Array[] = []): void {
    this.#hasStarted = true;
    if (this.#rangeDb.isStill && this.#rangeDb.target === 0) return this.#rest();
    for (let i = 0; i < samples.length; i += 1) {
      this.#tune(this.#frequencyHz.next());
      let peak = this.#filter(0, samples[i]!);
      for (let k = 0; k < others.length; k += 1) {
        const size = this.#filter(k + 1, others[k]![i]!);
        if (size > peak) peak = size;
      }
      const reductionDb = this.#reductionDbFor(this.#level.push(Math.min(peak, LARGEST_LEVEL)));
      if (reductionDb === 0) continue;
      if (reductionDb !== this.#lastReductionDb) {
        this.#lastReductionDb = reductionDb;
        this.#lastGain = fround(2 ** fround(-reductionDb / DB_PER_OCTAVE));
      }
      const change = this.#lastGain - 1;
      samples[i]! += change * this.#bands[0]!.output;
      for (let k = 0; k < others.length; k += 1) others[k]![i]! += change * this.#bands[k + 1]!.output;
    }
    this.#settle();
  }

  /** The largest reduction since the last call, decibels, 0 or more. */
  takeReductionDb(): number {
    const shown = this.#shownReductionDb;
    this.#shownReductionDb = 0;
    return shown;
  }

  /** Parameters that are changed meanwhile have nothing to move. */
  #rest(): void {
    this.#level.reset();
    this.#reductionDb = 0;
    for (const band of this.#bands) band.first = band.second = 0;
    for (const ramp of [this.#frequencyHz, this.#thresholdDb]) ramp.jump(ramp.target);
  }

  #tune(frequencyHz: number): void {
    if (frequencyHz === this.#tunedHz) return;
    this.#tunedHz = frequencyHz;
    const g = Math.tan((Math.PI * Math.min(frequencyHz, HIGHEST_SHARE * this.#rateHz)) / this.#rateHz);
    this.#a1 = 1 / (1 + g * (g + DAMPING));
    this.#a2 = g * this.#a1;
    this.#a3 = g * this.#a2;
  }

  /** The size of the channel's band; 0 for what is no number, which must not stay in the window. */
  #filter(channel: number, input: number): number {
    const band = this.#bands[channel]!;
    const third = input - band.second;
    const middle = this.#a1 * band.first + this.#a2 * third;
    const low = band.second + this.#a2 * band.first + this.#a3 * third;
    band.first = 2 * middle - band.first;
    band.second = 2 * low - band.second;
    band.output = DAMPING * middle;
    const size = fround(Math.abs(band.output));
    return size > 0 ? size : 0;
  }

  #reductionDbFor(level: number): number {
    if (level !== this.#lastLevel) {
      this.#lastLevel = level;
      this.#lastLevelDb = level > SMALLEST_LEVEL ? fround(DB_PER_OCTAVE * fround(Math.log2(level))) : -120;
    }
    const rangeDb = this.#rangeDb.next();
    const over = fround(this.#lastLevelDb - this.#thresholdDb.next());
    const wantedDb = Math.min(Math.max(over, 0), rangeDb);
    const missing = fround(wantedDb - this.#reductionDb);
    const share = wantedDb > this.#reductionDb ? this.#attack : this.#release;
    let reductionDb = fround(this.#reductionDb + fround(share * missing));
    if (reductionDb < SMALLEST_LEVEL) reductionDb = 0;
    this.#reductionDb = Math.min(reductionDb, rangeDb);
    if (this.#reductionDb > this.#shownReductionDb) this.#shownReductionDb = this.#reductionDb;
    return this.#reductionDb;
  }

  #settle(): void {
    for (const band of this.#bands) {
      const isBroken = !Number.isFinite(band.first) || !Number.isFinite(band.second);
      // Before it becomes a denormal number.
      const isSilent = Math.abs(band.first) < SILENT_STATE && Math.abs(band.second) < SILENT_STATE;
      if (isBroken || isSilent) band.first = band.second = 0;
    }
  }
}
