import { EQUALIZER_BANDS, EQUALIZER_GAIN_LIMITS } from '../../../src-shared/domain/equalizer.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { samplesOf, within } from './ramp.ts';
import {
  equalizerQ,
  frequencyHz,
  peakingFilter,
  type BiquadCoefficients,
} from '../../../src-shared/domain/equalizerCurve.ts';

const RAMP_SEC = 0.03;
/** The gains are reached within it. */
const SETTLING_SEC = 0.05;
/** Coefficients are computed again this often while a gain moves, and run in a straight line in between. */
const STEP_SAMPLES = 32;
/** Of a filter's memory: -300 dB, from here on it counts as silent. */
const SILENT_STATE = 1e-15;
/** How many filters run before a sample is rounded to a float, as native/dsp/equalizer.cpp has it. */
const GROUP = 5;

const NO_STEP: Readonly<BiquadCoefficients> = { b0: 0, b1: 0, b2: 0, a1: 0, a2: 0 };

interface Band {
  readonly index: number;
  now: BiquadCoefficients;
  /** Added with each sample while the gain moves. */
  step: BiquadCoefficients;
  gainDb: number;
  targetDb: number;
  gainStepDb: number;
  stepsLeft: number;
  samplesToNextStep: number;
  first: number;
  second: number;
}

/** The ten peaking filters of native/dsp/equalizer.cpp in a row, for one channel at a rate above 36 kHz. */
export class Equalizer {
  readonly #rateHz: number;
  readonly #bands: Band[];
  /** Between the filters samples are doubles. */
  #wide = new Float64Array(0);

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
    this.#bands = EQUALIZER_BANDS.map((_, index) => ({
      index,
      now: this.#filterOf(index, 0),
      step: { ...NO_STEP },
      gainDb: 0,
      targetDb: 0,
      gainStepDb: 0,
      stepsLeft: 0,
      samplesToNextStep: 0,
      first: 0,
      second: 0,
    }));
  }

  /** Decibels, kept within ±12. Reached over 30 ms; flat is the bypass. */
  set(gainsDb: readonly number[]): void {
    for (const band of this.#bands) {
      const asked = Math.fround(gainsDb[band.index] ?? NaN);
      const wanted = within(asked, EQUALIZER_GAIN_LIMITS.min, EQUALIZER_GAIN_LIMITS.max);
      if (Number.isNaN(asked) || wanted === band.targetDb) continue;
      band.targetDb = wanted;
      band.stepsLeft = Math.max(1, Math.floor(samplesOf(RAMP_SEC, this.#rateHz) / STEP_SAMPLES));
      band.gainStepDb = (wanted - band.gainDb) / band.stepsLeft;
    }
  }

  /** In place, any number of samples. After a sample that was no number the filters start again. */
  process(samples: Float32Array): void {
    const still: Band[] = [];
    for (const band of this.#bands) {
      if (band.stepsLeft > 0 || band.samplesToNextStep > 0) this.#processMoving(band, samples);
      else if (!isIdle(band)) still.push(band);
    }
    for (let at = 0; at < still.length; at += GROUP) this.#processGroup(still.slice(at, at + GROUP), samples);
    this.#settle();
  }

  reset(): void {
    for (const band of this.#bands) band.first = band.second = 0;
  }

  #processGroup(bands: readonly Band[], samples: Float32Array): void {
    const { length } = samples;
    if (this.#wide.length < length) this.#wide = new Float64Array(length);
    const wide = this.#wide;
    for (let i = 0; i < length; i += 1) wide[i] = samples[i]!;
    for (const band of bands) {
      const { b0, b1, b2, a1, a2 } = band.now;
      let { first, second } = band;
      for (let i = 0; i < length; i += 1) {
        const x = wide[i]!;
        const y = b0 * x + first;
        first = b1 * x + second - a1 * y;
        second = b2 * x - a2 * y;
        wide[i] = y;
      }
      band.first = first;
      band.second = second;
    }
    for (let i = 0; i < length; i += 1) samples[i] = wide[i]!;
  }

  #processMoving(band: Band, samples: Float32Array): void {
    for (let done = 0; done < samples.length;) {
      if (band.samplesToNextStep === 0) {
        if (band.stepsLeft > 0) this.#beginStep(band);
        else band.step = { ...NO_STEP };
      }
      const isMoving = band.samplesToNextStep > 0;
      const rest = samples.length - done;
      const count = isMoving ? Math.min(band.samplesToNextStep, rest) : rest;
      filterMoving(band, samples.subarray(done, done + count));
      done += count;
      if (!isMoving) continue;
      band.samplesToNextStep -= count;
      // Exactly the target's filter, whatever the small steps added up to.
      if (band.samplesToNextStep === 0 && band.stepsLeft === 0) {
        band.now = this.#filterOf(band.index, band.gainDb);
      }
    }
  }

  #beginStep(band: Band): void {
    band.stepsLeft -= 1;
    band.gainDb = band.stepsLeft === 0 ? band.targetDb : band.gainDb + band.gainStepDb;
    const next = this.#filterOf(band.index, band.gainDb);
    const { now } = band;
    band.step = {
      b0: (next.b0 - now.b0) / STEP_SAMPLES,
      b1: (next.b1 - now.b1) / STEP_SAMPLES,
      b2: (next.b2 - now.b2) / STEP_SAMPLES,
      a1: (next.a1 - now.a1) / STEP_SAMPLES,
      a2: (next.a2 - now.a2) / STEP_SAMPLES,
    };
    band.samplesToNextStep = STEP_SAMPLES;
  }

  #settle(): void {
    let isBroken = false;
    for (const band of this.#bands) {
      isBroken ||= !Number.isFinite(band.first) || !Number.isFinite(band.second);
      // Before it becomes a denormal number, and so that a flat band comes to rest.
      if (Math.abs(band.first) < SILENT_STATE && Math.abs(band.second) < SILENT_STATE) {
        band.first = band.second = 0;
      }
    }
    if (isBroken) this.reset();
  }

  #filterOf(band: number, gainDb: number): BiquadCoefficients {
    return peakingFilter(frequencyHz(band), equalizerQ(band), gainDb, this.#rateHz);
  }
}

/** An equalizer for each channel. */
export class EqualizerStage {
  readonly #channels: readonly Equalizer[];
  readonly #settlingSamples: number;

  constructor(rateHz: number, channels: number) {
    this.#channels = Array.from({ length: channels }, () => new Equalizer(rateHz));
    this.#settlingSamples = Math.ceil(SETTLING_SEC * rateHz);
  }

  /** Off is flat. */
  set({ isOn, gainsDb }: EngineEffects['equalizer']): void {
    for (const channel of this.#channels) channel.set(isOn ? gainsDb : gainsDb.map(() => 0));
  }

  process(samples: Float32Array, others: readonly Float32Array[] = []): void {
    this.#channels[0]?.process(samples);
    for (let k = 0; k < others.length; k += 1) this.#channels[k + 1]?.process(others[k]!);
  }

  /** Hears silence, so that the first sample is filtered like all others. */
  settle(): void {
    for (const channel of this.#channels) channel.process(new Float32Array(this.#settlingSamples));
  }
}

function filterMoving(band: Band, samples: Float32Array): void {
  const { step } = band;
  let { b0, b1, b2, a1, a2 } = band.now;
  let { first, second } = band;
  for (let i = 0; i < samples.length; i += 1) {
    b0 += step.b0;
    b1 += step.b1;
    b2 += step.b2;
    a1 += step.a1;
    a2 += step.a2;
    const x = samples[i]!;
    const y = b0 * x + first;
    first = b1 * x - a1 * y + second;
    second = b2 * x - a2 * y;
    samples[i] = y;
  }
  band.now = { b0, b1, b2, a1, a2 };
  band.first = first;
  band.second = second;
}

/** Flat filters pass their input as it is; what they still remember must fade away first. */
function isIdle(band: Band): boolean {
  return band.gainDb === 0 && band.first === 0 && band.second === 0;
}
