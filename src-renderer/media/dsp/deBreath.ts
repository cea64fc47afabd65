import { DE_BREATH } from '../../../src-shared/domain/deBreath.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { followShare, LowPass } from './lowPass.ts';
import { LinearRamp, PARAMETER_RAMP_SEC, samplesOf, within } from './ramp.ts';

const { fround } = Math;

const LIMITS = DE_BREATH.fields.amount;
export const BREATHS = { lowHz: 350, highHz: 4500, mostDb: 20, voiceFallDbPerSec: 3 } as const;
const LEVEL_SEC = 0.01;
const LEAST_BREATH_SEC = 0.08;
const ATTACK_SEC = 0.02;
const RELEASE_SEC = 0.004;
const BELOW_VOICE = 0.04;
const LEAST_POWER = 1e-7;
const ABOVE_LOW = 2;
const LEAST_CHANGE_DB = 1e-6;
const MOST_SAMPLE = 16;
const DB_PER_OCTAVE = 6.0205999132796239;

/** The breath control of native/dsp/de_breath.cpp, which says how it works. */
export class DeBreath {
  readonly #mostDb: LinearRamp;
  readonly #below350: LowPass;
  readonly #below4500: LowPass;
  readonly #leastSamples: number;
  readonly #levelShare: number;
  readonly #voiceFall: number;
  readonly #attack: number;
  readonly #release: number;
  #low = 0;
  #middle = 0;
  #high = 0;
  #voice = 0;
  #breathing = 0;
  #reductionDb = 0;
  #hasStarted = false;

  constructor(rateHz: number) {
    this.#mostDb = new LinearRamp(0, samplesOf(PARAMETER_RAMP_SEC, rateHz));
    this.#below350 = new LowPass(BREATHS.lowHz, rateHz);
    this.#below4500 = new LowPass(BREATHS.highHz, rateHz);
    this.#leastSamples = samplesOf(LEAST_BREATH_SEC, rateHz);
    this.#levelShare = followShare(LEVEL_SEC, rateHz);
    this.#voiceFall = 10 ** (-BREATHS.voiceFallDbPerSec / 10 / rateHz);
    this.#attack = followShare(ATTACK_SEC, rateHz);
    this.#release = followShare(RELEASE_SEC, rateHz);
  }

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  set({ isOn, amount }: EngineEffects['deBreath']): void {
    const db = isOn ? fround((BREATHS.mostDb * within(amount, LIMITS.min, LIMITS.max)) / 100) : 0;
    // Before the first sample nothing can click.
    if (this.#hasStarted) this.#mostDb.set(db);
    else this.#mostDb.jump(db);
  }

  /** In place, any number of samples. All channels get the same gain. */
  process(samples: Float32Array, others: readonly Float32Array[] = []): void {
    this.#hasStarted = !(this.#mostDb.isStill && this.#mostDb.target === 0);
    if (!this.#hasStarted) return this.#rest();
    for (let i = 0; i < samples.length; i += 1) {
      let sum = samples[i]!;
      for (let k = 0; k < others.length; k += 1) sum += others[k]![i]!;
      const mean = sum / (1 + others.length);
      const reductionDb = this.#reductionDbFor(mean >= -MOST_SAMPLE && mean <= MOST_SAMPLE ? mean : 0);
      if (reductionDb === 0) continue;
      const gain = 2 ** (-reductionDb / DB_PER_OCTAVE);
      samples[i]! *= gain;
      for (let k = 0; k < others.length; k += 1) others[k]![i]! *= gain;
    }
    this.#below350.settle();
    this.#below4500.settle();
  }

  #rest(): void {
    this.#below350.reset();
    this.#below4500.reset();
    this.#low = this.#middle = this.#high = this.#voice = this.#reductionDb = this.#breathing = 0;
  }

  #reductionDbFor(sample: number): number {
    const low = this.#below350.process(sample);
    const below = this.#below4500.process(sample);
    const middle = below - low;
    const high = sample - below;
    this.#low += this.#levelShare * (low * low - this.#low);
    this.#middle += this.#levelShare * (middle * middle - this.#middle);
    this.#high += this.#levelShare * (high * high - this.#high);
    const all = this.#low + this.#middle + this.#high;
    this.#voice = Math.max(all, this.#voice * this.#voiceFall);
    const isRush = this.#middle > ABOVE_LOW * this.#low && this.#middle > this.#high;
    const isSoft = all < BELOW_VOICE * this.#voice && all > LEAST_POWER;
    this.#breathing = isRush && isSoft ? Math.min(this.#breathing + 1, this.#leastSamples) : 0;
    const most = this.#mostDb.next();
    const wantedDb = this.#breathing === this.#leastSamples ? most : 0;
    const share = wantedDb > this.#reductionDb ? this.#attack : this.#release;
    this.#reductionDb += share * (wantedDb - this.#reductionDb);
    if (this.#reductionDb < LEAST_CHANGE_DB) this.#reductionDb = 0;
    return this.#reductionDb;
  }
}
