import type { CompressorValues } from '../../../src-shared/domain/compressor.ts';
import { Biquad } from './biquad.ts';
import { Compressor } from './compressor.ts';
import { kWeighting } from './loudness.ts';
import { gainOfDb, samplesOf, within } from './ramp.ts';
import { SlidingMaximum } from './slidingMaximum.ts';

const { fround } = Math;

const TARGET_LUFS = -20;
const PART_SEC = 0.1;
const SPEECH_ABOVE_QUIETEST_DB = 9;
/** Quieter than this is no speech into a microphone that is on. */
const SPEECH_ABOVE_LUFS = -62;
/** 5 s: nobody speaks that long without a gap of 100 ms, and what stays that long is the room. */
const QUIETEST_PARTS = 50;
/** A second: before that nobody knows how loud a voice is. */
const FIRST_PARTS = 10;
const BACK_DB_PER_SEC = 60;
const STEP_SAMPLES = 32;
const LOWEST_LUFS = -100;
const GUARD: CompressorValues = {
  thresholdDb: -5,
  ratio: 20,
  attackMs: 0.5,
  releaseMs: 80,
  makeupGainDb: 0,
  kneeDb: 4,
};

/** How a voice is brought to a loudness: `GainRiding` of native/dsp/automatic_gain.hpp. */
export interface GainRiding {
  minDb: number;
  maxDb: number;
  riseDbPerSec: number;
  fallDbPerSec: number;
  memorySec: number;
  /** Both ways, while the first second of speech is heard, if that is faster. */
  firstDbPerSec: number;
}

const AUTOMATIC: GainRiding = {
  minDb: -15,
  maxDb: 30,
  riseDbPerSec: 10,
  fallDbPerSec: 30,
  memorySec: 1.5,
  firstDbPerSec: 0,
};

/** Brings a voice to a loudness on its own, slowly, and only while somebody speaks: native/dsp/automatic_gain.cpp. */
export class AutomaticGain {
  readonly #rateHz: number;
  readonly #channels: number;
  readonly #riding: GainRiding;
  readonly #shelfFilters: Biquad[];
  readonly #highPasses: Biquad[];
  readonly #partSamples: number;
  /** Of the negative levels of the last seconds: its opposite is the quietest. */
  readonly #quietest = new SlidingMaximum(QUIETEST_PARTS);
  readonly #guard: Compressor;
  #isOn = false;
  #targetLufs = TARGET_LUFS;
  #speechParts = 0;
  #partFilled = 0;
  #partEnergy = 0;
  /** Of speech, smoothed as energy; unknown before the first word. */
  #speechEnergy: number | null = null;
  #isSpeech = false;
  #gainDb = 0;
  #wantedGainDb = 0;
  #gain = 1;
  #gainTarget = 1;
  #gainStep = 0;
  #stepLeft = 0;

  constructor(rateHz: number, channels = 1, riding = AUTOMATIC) {
    const { shelf, highPass } = kWeighting(rateHz);
    this.#rateHz = rateHz;
    this.#channels = channels;
    this.#riding = riding;
    this.#shelfFilters = Array.from({ length: channels }, () => new Biquad(shelf));
    this.#highPasses = Array.from({ length: channels }, () => new Biquad(highPass));
    this.#partSamples = samplesOf(PART_SEC, rateHz);
    this.#guard = new Compressor(rateHz);
  }

  /** Off, the gain goes back to 0 dB within half a second, and then costs nothing. */
  set(isOn: boolean, targetLufs = TARGET_LUFS): void {
    this.#isOn = isOn;
    this.#targetLufs = targetLufs;
  }

  /** In place, any number of samples. */
  process(samples: Float32Array, others: readonly Float32Array[] = []): void {
    if (!this.#isOn && this.#gain === 1 && this.#gainDb === 0 && this.#guard.isIdle) {
      // When it is next switched on, the room may be another one.
      this.#speechEnergy = null;
      this.#speechParts = 0;
      this.#quietest.reset();
      return;
    }
    for (let i = 0; i < samples.length; i += 1) {
      // Sample by sample: the gain does not depend on how long the blocks are.
      if (this.#isOn) this.#measure(samples, others, i);
      if (this.#stepLeft === 0) this.#beginStep();
      this.#stepLeft -= 1;
      this.#gain = this.#stepLeft === 0 ? this.#gainTarget : fround(this.#gain + this.#gainStep);
      samples[i]! *= this.#gain;
      for (let k = 0; k < others.length; k += 1) others[k]![i]! *= this.#gain;
    }
    this.#guard.set({ ...GUARD, isOn: this.#isOn || this.#gainDb > 0 });
    this.#guard.process(samples, others);
  }

  #measure(samples: Float32Array, others: readonly Float32Array[], at: number): void {
    for (let k = 0; k < this.#channels; k += 1) {
      const sample = k === 0 ? samples[at]! : others[k - 1]![at]!;
      const weighted = this.#highPasses[k]!.process(this.#shelfFilters[k]!.process(sample));
      this.#partEnergy += weighted * weighted;
    }
    this.#partFilled += 1;
    if (this.#partFilled === this.#partSamples) this.#endPart();
  }

  #endPart(): void {
    // Stereo is the mean of both sides: a voice in the middle is one voice.
    const energy = this.#partEnergy / (this.#partSamples * this.#channels);
    this.#partEnergy = 0;
    this.#partFilled = 0;
    if (!Number.isFinite(energy)) {
      for (const filter of [...this.#shelfFilters, ...this.#highPasses]) filter.reset();
      return;
    }
    const levelLufs = energy > 1e-10 ? 10 * Math.log10(energy) - 0.691 : LOWEST_LUFS;
    const quietestLufs = -this.#quietest.push(fround(-levelLufs));
    this.#isSpeech = levelLufs > SPEECH_ABOVE_LUFS && levelLufs > quietestLufs + SPEECH_ABOVE_QUIETEST_DB;
    if (!this.#isSpeech) return;
    const weight = this.#speechEnergy === null ? 1 : PART_SEC / this.#riding.memorySec;
    this.#speechEnergy = (this.#speechEnergy ?? 0) * (1 - weight) + energy * weight;
    const speechLufs = 10 * Math.log10(this.#speechEnergy) - 0.691;
    this.#speechParts = Math.min(this.#speechParts + 1, FIRST_PARTS);
    this.#wantedGainDb = within(this.#targetLufs - speechLufs, this.#riding.minDb, this.#riding.maxDb);
  }

  #beginStep(): void {
    const stepSec = STEP_SAMPLES / this.#rateHz;
    if (!this.#isOn) {
      const backDb = BACK_DB_PER_SEC * stepSec;
      this.#gainDb =
        this.#gainDb > 0 ? Math.max(0, this.#gainDb - backDb) : Math.min(0, this.#gainDb + backDb);
      this.#wantedGainDb = 0;
    } else if (this.#isSpeech) {
      const missingDb = this.#wantedGainDb - this.#gainDb;
      const first = this.#speechParts < FIRST_PARTS ? this.#riding.firstDbPerSec : 0;
      const fall = Math.max(first, this.#riding.fallDbPerSec);
      const rise = Math.max(first, this.#riding.riseDbPerSec);
      this.#gainDb += within(missingDb, -fall * stepSec, rise * stepSec);
    }
    this.#stepLeft = STEP_SAMPLES;
    this.#gainTarget = gainOfDb(this.#gainDb);
    this.#gainStep = fround((this.#gainTarget - this.#gain) / STEP_SAMPLES);
  }
}
