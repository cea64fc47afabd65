import type { CompressorValues } from '../../../src-shared/domain/compressor.ts';
import { Biquad } from './biquad.ts';
import { Compressor } from './compressor.ts';
import { kWeighting } from './loudness.ts';
import { gainOfDb, samplesOf, within } from './ramp.ts';
import { SlidingMaximum } from './slidingMaximum.ts';

const { fround } = Math;

const TARGET_LUFS = -20;
const MAX_GAIN_DB = 30;
const MIN_GAIN_DB = -15;
const PART_SEC = 0.1;
const SPEECH_ABOVE_QUIETEST_DB = 9;
/** Quieter than this is no speech into a microphone that is on. */
const SPEECH_ABOVE_LUFS = -62;
/** 5 s: nobody speaks that long without a gap of 100 ms, and what stays that long is the room. */
const QUIETEST_PARTS = 50;
/** A second of speech weighs this much against what was heard before. */
const MEMORY_SEC = 1.5;
const RISE_DB_PER_SEC = 10;
const FALL_DB_PER_SEC = 30;
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

/**
 * Brings a voice to -20 LUFS on its own, slowly, and only while somebody speaks: native/dsp/automatic_gain.cpp for one
 * channel.
 */
export class AutomaticGain {
  readonly #rateHz: number;
  readonly #shelf: Biquad;
  readonly #highPass: Biquad;
  readonly #partSamples: number;
  /** Of the negative levels of the last seconds: its opposite is the quietest. */
  readonly #quietest = new SlidingMaximum(QUIETEST_PARTS);
  readonly #guard: Compressor;
  #isOn = false;
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

  constructor(rateHz: number) {
    const { shelf, highPass } = kWeighting(rateHz);
    this.#rateHz = rateHz;
    this.#shelf = new Biquad(shelf);
    this.#highPass = new Biquad(highPass);
    this.#partSamples = samplesOf(PART_SEC, rateHz);
    this.#guard = new Compressor(rateHz);
  }

  /** Off, the gain goes back to 0 dB within half a second, and then costs nothing. */
  set(isOn: boolean): void {
    this.#isOn = isOn;
  }

  /** In place, any number of samples. */
  process(samples: Float32Array): void {
    if (!this.#isOn && this.#gain === 1 && this.#gainDb === 0 && this.#guard.isIdle) {
      // When it is next switched on, the room may be another one.
      this.#speechEnergy = null;
      this.#quietest.reset();
      return;
    }
    if (this.#isOn) this.#measure(samples);
    for (let i = 0; i < samples.length; i += 1) {
      if (this.#stepLeft === 0) this.#beginStep();
      this.#stepLeft -= 1;
      this.#gain = this.#stepLeft === 0 ? this.#gainTarget : fround(this.#gain + this.#gainStep);
      samples[i]! *= this.#gain;
    }
    this.#guard.set({ ...GUARD, isOn: this.#isOn || this.#gainDb > 0 });
    this.#guard.process(samples);
  }

  #measure(samples: Float32Array): void {
    for (let i = 0; i < samples.length; i += 1) {
      const weighted = this.#highPass.process(this.#shelf.process(samples[i]!));
      this.#partEnergy += weighted * weighted;
      this.#partFilled += 1;
      if (this.#partFilled === this.#partSamples) this.#endPart();
    }
  }

  #endPart(): void {
    const energy = this.#partEnergy / this.#partSamples;
    this.#partEnergy = 0;
    this.#partFilled = 0;
    if (!Number.isFinite(energy)) {
      this.#shelf.reset();
      this.#highPass.reset();
      return;
    }
    const levelLufs = energy > 1e-10 ? 10 * Math.log10(energy) - 0.691 : LOWEST_LUFS;
    const quietestLufs = -this.#quietest.push(fround(-levelLufs));
    this.#isSpeech = levelLufs > SPEECH_ABOVE_LUFS && levelLufs > quietestLufs + SPEECH_ABOVE_QUIETEST_DB;
    if (!this.#isSpeech) return;
    const weight = this.#speechEnergy === null ? 1 : PART_SEC / MEMORY_SEC;
    this.#speechEnergy = (this.#speechEnergy ?? 0) * (1 - weight) + energy * weight;
    const speechLufs = 10 * Math.log10(this.#speechEnergy) - 0.691;
    this.#wantedGainDb = within(TARGET_LUFS - speechLufs, MIN_GAIN_DB, MAX_GAIN_DB);
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
      this.#gainDb += within(missingDb, -FALL_DB_PER_SEC * stepSec, RISE_DB_PER_SEC * stepSec);
    }
    this.#stepLeft = STEP_SAMPLES;
    this.#gainTarget = gainOfDb(this.#gainDb);
    this.#gainStep = fround((this.#gainTarget - this.#gain) / STEP_SAMPLES);
  }
}
