import { DE_PLOSIVE } from '../../../src-shared/domain/dePlosive.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { followShare, LowPass } from './lowPass.ts';
import { LinearRamp, PARAMETER_RAMP_SEC, samplesOf, within } from './ramp.ts';

const LIMITS = DE_PLOSIVE.fields.amount;
export const PLOSIVES = { burstBelowHz: 120, mostLevel: 16 } as const;
const LOW_RELEASE_SEC = 0.03;
const REST_RELEASE_SEC = 0.06;
const USUAL_ATTACK_SEC = 0.3;
const USUAL_RELEASE_SEC = 2;
const ATTACK_SEC = 0.002;
const RELEASE_SEC = 0.05;
const MOST_DB = 24;
const ABOVE_USUAL = 2;
const LEAST_LEVEL = 0.00316;
const DB_PER_OCTAVE = 6.0205999132796239;
const MOST_MARGIN_DB = 6;
const LEAST_CHANGE_DB = 1e-6;

/** By how much a burst is to be lowered, from the levels below and above 120 Hz. */
export class PlosiveDetector {
  readonly #lowRelease: number;
  readonly #restRelease: number;
  readonly #usualAttack: number;
  readonly #usualRelease: number;
  #lowLevel = 0;
  #restLevel = 0;
  #usualLevel = 0;
  #margin = 1;

  constructor(amount: number, rateHz: number) {
    this.#lowRelease = followShare(LOW_RELEASE_SEC, rateHz);
    this.#restRelease = followShare(REST_RELEASE_SEC, rateHz);
    this.#usualAttack = followShare(USUAL_ATTACK_SEC, rateHz);
    this.#usualRelease = followShare(USUAL_RELEASE_SEC, rateHz);
    this.setAmount(amount);
  }

  setAmount(amount: number): void {
    const share = within(amount, LIMITS.min, LIMITS.max) / 100;
    this.#margin = 10 ** ((MOST_MARGIN_DB * (1 - 2 * share)) / 20);
  }

  reset(): void {
    this.#lowLevel = this.#restLevel = this.#usualLevel = 0;
  }

  wantedDb(low: number, rest: number): number {
    this.#lowLevel = follow(this.#lowLevel, low, this.#lowRelease);
    this.#restLevel = follow(this.#restLevel, rest, this.#restRelease);
    const usualShare = this.#lowLevel > this.#usualLevel ? this.#usualAttack : this.#usualRelease;
    this.#usualLevel += usualShare * (this.#lowLevel - this.#usualLevel);
    const usual = Math.max(ABOVE_USUAL * this.#usualLevel, this.#restLevel * this.#margin);
    const isBurst = this.#lowLevel > LEAST_LEVEL && this.#lowLevel > usual;
    const overDb = isBurst && usual > 0 ? DB_PER_OCTAVE * Math.log2(this.#lowLevel / usual) : 0;
    return Math.min(2 * overDb, MOST_DB);
  }
}

/** The de-plosive of native/dsp/de_plosive.cpp, which says how it works. */
export class DePlosive {
  readonly #share: LinearRamp;
  readonly #filters: LowPass[];
  readonly #lows: Float64Array;
  readonly #detector: PlosiveDetector;
  readonly #attack: number;
  readonly #release: number;
  #reductionDb = 0;
  #hasStarted = false;

  constructor(rateHz: number, channels = 1) {
    this.#share = new LinearRamp(0, samplesOf(PARAMETER_RAMP_SEC, rateHz));
    this.#filters = Array.from({ length: channels }, () => new LowPass(PLOSIVES.burstBelowHz, rateHz));
    this.#lows = new Float64Array(channels);
    this.#detector = new PlosiveDetector(LIMITS.min, rateHz);
    this.#attack = followShare(ATTACK_SEC, rateHz);
    this.#release = followShare(RELEASE_SEC, rateHz);
  }

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  set({ isOn, amount }: EngineEffects['dePlosive']): void {
    this.#detector.setAmount(amount);
    // Before the first sample nothing can click.
    if (this.#hasStarted) this.#share.set(isOn ? 1 : 0);
    else this.#share.jump(isOn ? 1 : 0);
  }

  /** In place, any number of samples. All channels get the same gain. */
  process(samples: Float32Array, others: readonly Float32Array[] = []): void {
    this.#hasStarted = this.#share.target !== 0 || !this.#share.isStill;
    if (!this.#hasStarted) {
      this.#detector.reset();
      this.#reductionDb = 0;
      for (const filter of this.#filters) filter.reset();
      return;
    }
    const all = [samples, ...others];
    for (let i = 0; i < samples.length; i += 1) {
      const share = this.#share.next();
      let low = 0;
      let rest = 0;
      for (let k = 0; k < all.length; k += 1) {
        const sample = all[k]![i]!;
        const filter = this.#filters[k]!;
        const below = Math.abs(filter.process(sample));
        const above = Math.abs(filter.high);
        this.#lows[k] = sample - filter.high;
        // False for what is no number, which must not stay in a level.
        if (below > low) low = Math.min(below, PLOSIVES.mostLevel);
        if (above > rest) rest = Math.min(above, PLOSIVES.mostLevel);
      }
      const reductionDb = share * this.#reductionDbFor(low, rest);
      if (reductionDb === 0) continue;
      const change = 2 ** (-reductionDb / DB_PER_OCTAVE) - 1;
      for (let k = 0; k < all.length; k += 1) all[k]![i]! += change * this.#lows[k]!;
    }
    for (const filter of this.#filters) filter.settle();
  }

  #reductionDbFor(low: number, rest: number): number {
    const wantedDb = this.#detector.wantedDb(low, rest);
    const share = wantedDb > this.#reductionDb ? this.#attack : this.#release;
    this.#reductionDb += share * (wantedDb - this.#reductionDb);
    if (this.#reductionDb < LEAST_CHANGE_DB) this.#reductionDb = 0;
    return this.#reductionDb;
  }
}

function follow(level: number, size: number, release: number): number {
  return size > level ? size : level + release * (size - level);
}
