import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { PlosiveDetector, PLOSIVES } from './dePlosive.ts';
import { joined, type FileRepair } from './fileRepair.ts';
import { LowPass } from './lowPass.ts';
import { samplesOf } from './ramp.ts';
import { SlidingMaximum } from './slidingMaximum.ts';

const AROUND_SEC = 0.02;
const EDGE_SEC = 0.01;
const LEAST_CHANGE_DB = 1e-6;
const DB_PER_OCTAVE = 6.0205999132796239;

/** The de-plosive of files, native/dsp/plosive_repair.cpp, which says how it works. */
export class PlosiveRepair implements FileRepair {
  readonly #detector: PlosiveDetector;
  readonly #filters: LowPass[];
  readonly #largest: SlidingMaximum;
  readonly #around: number;
  /** The newest gains, of which the mean is taken. */
  readonly #edge: Float32Array;
  readonly #late: number;
  #edgeAt = 0;
  #edgeSum = 0;
  #zeros = 0;
  /** Not given yet: the samples and what of them is low. */
  #waiting: Float32Array[];
  #lows: Float32Array[];
  /** Samples that the detector has heard. */
  #heard = 0;

  constructor({ amount }: EngineEffects['dePlosive'], rateHz: number, channels: number) {
    this.#detector = new PlosiveDetector(amount, rateHz);
    this.#filters = Array.from({ length: channels }, () => new LowPass(PLOSIVES.burstBelowHz, rateHz));
    this.#around = samplesOf(AROUND_SEC, rateHz);
    this.#largest = new SlidingMaximum(2 * this.#around + 1);
    const edge = samplesOf(EDGE_SEC, rateHz);
    this.#edge = new Float32Array(2 * edge + 1);
    this.#late = this.#around + edge;
    this.#waiting = this.#filters.map(() => new Float32Array(0));
    this.#lows = this.#filters.map(() => new Float32Array(0));
  }

  process(planes: readonly Float32Array[], isLast: boolean): Float32Array<ArrayBuffer>[] {
    const count = planes[0]!.length;
    const lows = planes.map(() => new Float32Array(count));
    const reductions = new Float64Array(count + (isLast ? this.#late : 0));
    for (let i = 0; i < count; i += 1) {
      const { low, rest } = this.#levelsOf(planes, lows, i);
      reductions[i] = this.#smooth(this.#detector.wantedDb(low, rest));
    }
    for (let i = count; i < reductions.length; i += 1) reductions[i] = this.#smooth(0);
    for (const filter of this.#filters) filter.settle();
    this.#waiting = this.#waiting.map((before, k) => joined(before, planes[k]!));
    this.#lows = this.#lows.map((before, k) => joined(before, lows[k]!));
    // The gain of a sample is known so much later.
    const from = Math.max(0, Math.min(reductions.length, this.#late - this.#heard));
    this.#heard += reductions.length;
    const ready = reductions.length - from;
    const out = this.#waiting.map((samples) => samples.slice(0, ready));
    for (let i = 0; i < ready; i += 1) {
      const reductionDb = reductions[from + i]!;
      if (reductionDb < LEAST_CHANGE_DB) continue;
      const change = 2 ** (-reductionDb / DB_PER_OCTAVE) - 1;
      for (let k = 0; k < out.length; k += 1) out[k]![i]! += change * this.#lows[k]![i]!;
    }
    this.#waiting = this.#waiting.map((samples) => samples.slice(ready));
    this.#lows = this.#lows.map((samples) => samples.slice(ready));
    return out;
  }

  #levelsOf(
    planes: readonly Float32Array[],
    lows: Float32Array[],
    at: number,
  ): { low: number; rest: number } {
    let low = 0;
    let rest = 0;
    for (let k = 0; k < planes.length; k += 1) {
      const sample = planes[k]![at]!;
      const filter = this.#filters[k]!;
      const below = Math.abs(filter.process(sample));
      const above = Math.abs(filter.high);
      lows[k]![at] = sample - filter.high;
      // False for what is no number, which must not stay in a level.
      if (below > low) low = Math.min(below, PLOSIVES.mostLevel);
      if (above > rest) rest = Math.min(above, PLOSIVES.mostLevel);
    }
    return { low, rest };
  }

  /** The largest around a sample, and of these the mean. */
  #smooth(wantedDb: number): number {
    const largest = this.#largest.push(Math.fround(wantedDb));
    this.#edgeSum += largest - this.#edge[this.#edgeAt]!;
    this.#edge[this.#edgeAt] = largest;
    this.#edgeAt = (this.#edgeAt + 1) % this.#edge.length;
    this.#zeros = largest === 0 ? this.#zeros + 1 : 0;
    if (this.#zeros >= this.#edge.length) this.#edgeSum = 0;
    return this.#edgeSum / this.#edge.length;
  }
}
