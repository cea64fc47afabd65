import { DE_HUM } from '../../../src-shared/domain/deHum.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { HUMS, seekHum } from './deHum.ts';
import { joined, soundOf, type FileRepair } from './fileRepair.ts';
import { HarmonicFit, type FittedHum } from './harmonicFit.ts';
import { within } from './ramp.ts';
import { MOST_TONES, SteadyTones } from './steadyTones.ts';

const { fround } = Math;

const LIMITS = DE_HUM.fields.amount;
const HEARD_SEC = 8;
/** Of a short sound, a quarter. */
const HALF_WINDOW_SEC = 2;
const LEAST_SEC = 0.5;
/** In steps of half a window's half: two windows so far apart share next to nothing. */
const FAR = 2;
/** Of two fits beside each other, relative to their size: wholly a hum below the one, none from the other on. */
const SAME_BELOW = 0.4;
const OTHER_FROM = 0.8;

/** The de-hum of files, native/dsp/hum_repair.cpp, which says how it works. */
export class HumRepair implements FileRepair {
  readonly #channels: HumOfChannel[];

  constructor({ amount }: EngineEffects['deHum'], rateHz: number, channels: number) {
    const share = fround(within(amount, LIMITS.min, LIMITS.max) / 100);
    this.#channels = Array.from({ length: channels }, () => new HumOfChannel(share, rateHz));
  }

  process(planes: readonly Float32Array[], isLast: boolean): Float32Array<ArrayBuffer>[] {
    return this.#channels.map((channel, k) => channel.process(planes[k]!, isLast));
  }
}

/** What was fitted around a step, and how far each harmonic is a hum. */
interface Step {
  fitted: FittedHum | null;
  /** The same fit as the one before. */
  isRepeated: boolean;
  depths: Float64Array;
  isHum: boolean;
}

class HumOfChannel {
  readonly #share: number;
  readonly #rateHz: number;
  readonly #every: number;
  readonly #sought: SteadyTones[];
  readonly #fit: HarmonicFit;
  /** Samples that are not given yet, from `#given` on. */
  #waiting = new Float32Array(0);
  #given = 0;
  #zeros = 0;
  /** Means of `#every` samples, from `#lowFirst` on. */
  #low: number[] = [];
  #lowFirst = 0;
  #sum = 0;
  #summed = 0;
  /** Half a window in means; 0 until enough is heard. */
  #half = 0;
  /** Means that the search has heard. */
  #searched = 0;
  #frequencyHz = 0;
  /** From `#firstStep` on. */
  #steps: Step[] = [];
  #firstStep = 0;
  #judged = 0;

  constructor(share: number, rateHz: number) {
    this.#share = share;
    this.#rateHz = rateHz;
    this.#every = Math.max(1, Math.floor(rateHz / HUMS.lowRateHz));
    const lowRateHz = rateHz / this.#every;
    this.#sought = HUMS.mainsHz.map((hz) => new SteadyTones(hz, HUMS.soughtTones, lowRateHz));
    this.#fit = new HarmonicFit(lowRateHz);
  }

  process(samples: Float32Array, isLast: boolean): Float32Array<ArrayBuffer> {
    for (const sample of samples) this.#add(soundOf(sample));
    this.#waiting = joined(this.#waiting, samples);
    const end = this.#lowFirst + this.#low.length;
    if (this.#half === 0 && !this.#begin(end, isLast)) {
      return isLast ? this.#waiting : new Float32Array(0);
    }
    const hop = this.#half / 2;
    for (;;) {
      const center = (this.#firstStep + this.#steps.length) * hop;
      if (isLast ? center >= end + (1 + FAR) * hop : center + this.#half > end) break;
      this.#steps.push(this.#fitAt(center, end));
    }
    const fitted = this.#firstStep + this.#steps.length;
    for (; this.#judged + FAR < fitted; this.#judged += 1) this.#judge(this.#judged);
    const out = this.#subtract(isLast);
    this.#forget(hop);
    return out;
  }

  #add(sample: number): void {
    this.#sum += sample;
    this.#summed += 1;
    if (this.#summed < this.#every) return;
    this.#low.push(this.#sum / this.#every);
    this.#sum = this.#summed = 0;
  }

  /** Whether enough is heard to begin with. */
  #begin(end: number, isLast: boolean): boolean {
    const lowRateHz = this.#rateHz / this.#every;
    const heard = HEARD_SEC * lowRateHz;
    if (end < heard && !isLast) return false;
    if (end < LEAST_SEC * lowRateHz) return false;
    const half = Math.min(HALF_WINDOW_SEC * lowRateHz, end / 4);
    this.#half = 2 * Math.floor(half / 2);
    // A short sound again and again: what is to be known of it takes some seconds.
    const once = Math.min(end, Math.floor(heard));
    for (let sum = 0; sum < heard; sum += once) this.#search(0, once);
    this.#searched = once;
    return true;
  }

  #search(from: number, to: number): void {
    for (let t = from; t < to; t += 1) {
      for (const sought of this.#sought) sought.add(this.#low[t - this.#lowFirst]!);
    }
  }

  #fitAt(center: number, end: number): Step {
    const until = Math.min(end, center + this.#half);
    if (until > this.#searched) this.#search(this.#searched, until);
    this.#searched = Math.max(this.#searched, until);
    const depths = new Float64Array(MOST_TONES);
    const from = Math.max(0, center - this.#half);
    // Hardly anything of the sound is left here: as before.
    if (until - from < this.#half / 2) {
      return { fitted: this.#steps.at(-1)?.fitted ?? null, isRepeated: true, depths, isHum: false };
    }
    if (this.#frequencyHz === 0) this.#frequencyHz = seekHum(this.#sought) ?? 0;
    if (this.#frequencyHz === 0) return { fitted: null, isRepeated: false, depths, isHum: false };
    const means = Float64Array.from(this.#low.slice(from - this.#lowFirst, until - this.#lowFirst));
    const fitted = this.#fit.fit(means, { from, center, half: this.#half, frequencyHz: this.#frequencyHz });
    const mains = HUMS.mainsHz.find((hz) => Math.abs(fitted.frequencyHz - hz) <= HUMS.mostOffsetHz);
    this.#frequencyHz = mains === undefined ? 0 : fitted.frequencyHz;
    return { fitted: mains === undefined ? null : fitted, isRepeated: false, depths, isHum: false };
  }

  /** As far as it agrees with what is fitted well before and behind it. */
  #judge(at: number): void {
    const step = this.#steps[at - this.#firstStep]!;
    const { fitted } = step;
    if (!fitted) return;
    const before = this.#steps[at - 1 - this.#firstStep];
    if (step.isRepeated) {
      step.depths = before!.depths;
      step.isHum = before!.isHum;
      return;
    }
    const beside = [at - FAR, at + FAR]
      .map((other) => this.#steps[other - this.#firstStep])
      .flatMap((other) => (other?.fitted && !other.isRepeated ? [other.fitted] : []));
    for (let tone = 0; tone < MOST_TONES && beside.length > 0; tone += 1) {
      let sum = 0;
      for (const other of beside) sum += this.#fit.difference(fitted, other, tone);
      const part = (OTHER_FROM - sum / beside.length) / (OTHER_FROM - SAME_BELOW);
      step.depths[tone] = Math.min(1, Math.max(0, part));
      if (step.depths[tone]! > 0) step.isHum = true;
    }
    // Neither here nor before: it is sought elsewhere.
    if (!step.isHum && before && !before.isHum) this.#frequencyHz = 0;
  }

  #subtract(isLast: boolean): Float32Array<ArrayBuffer> {
    const hop = (this.#half / 2) * this.#every;
    const middle = (this.#every - 1) / 2;
    // Between two steps that are judged.
    const known = isLast ? Infinity : Math.floor((this.#judged - 1) * hop + middle);
    const ready = Math.max(0, Math.min(this.#waiting.length, known - this.#given));
    const out = this.#waiting.slice(0, ready);
    for (let i = 0; i < ready;) {
      const place = Math.max(0, Math.floor((this.#given + i - middle) / hop));
      const end = Math.min(ready, Math.ceil((place + 1) * hop + middle) - this.#given);
      const [one, other] = [this.#steps[place - this.#firstStep]!, this.#steps[place + 1 - this.#firstStep]!];
      if (one.isHum || other.isHum) this.#between(out, { from: i, to: end, place, hop, one, other });
      i = end;
    }
    this.#countZeros(out);
    this.#waiting = this.#waiting.slice(ready);
    this.#given += ready;
    return out;
  }

  /** One fit fades into the next. */
  #between(
    out: Float32Array,
    {
      from,
      to,
      place,
      hop,
      one,
      other,
    }: { from: number; to: number; place: number; hop: number; one: Step; other: Step },
  ): void {
    const first = this.#given + from - (this.#every - 1) / 2;
    const waves = [one, other].map((step) =>
      this.#fit.waveOf(step.fitted, step.depths, first / this.#every, this.#every),
    );
    let zeros = this.#zerosBefore(from);
    for (let i = from; i < to; i += 1) {
      const share = 0.5 - 0.5 * Math.cos(Math.PI * Math.max(0, (first + i - from) / hop - place));
      const hum = (1 - share) * waves[0]!.next() + share * waves[1]!.next();
      const sample = this.#waiting[i]!;
      zeros = sample === 0 ? zeros + 1 : 0;
      if (sample === 0 && this.#isSilence(i, zeros)) continue;
      out[i] = sample - this.#share * hum;
    }
  }

  /** Zeros right before a sample that waits. */
  #zerosBefore(at: number): number {
    let zeros = 0;
    while (zeros < at && this.#waiting[at - 1 - zeros] === 0) zeros += 1;
    return zeros === at ? zeros + this.#zeros : zeros;
  }

  /** So many zeros in a row are no sound: there the hum has ended with it. */
  #isSilence(at: number, zeros: number): boolean {
    let all = zeros;
    for (let i = at + 1; all < HUMS.zerosOfSilence && this.#waiting[i] === 0; i += 1) all += 1;
    return all >= HUMS.zerosOfSilence;
  }

  #countZeros(out: Float32Array): void {
    this.#zeros = this.#zerosBefore(out.length);
  }

  #forget(hop: number): void {
    const place = Math.floor(this.#given / (hop * this.#every));
    const spareSteps = Math.max(0, Math.min(place, this.#judged) - FAR - 1 - this.#firstStep);
    this.#steps.splice(0, spareSteps);
    this.#firstStep += spareSteps;
    const needed = (this.#firstStep + this.#steps.length) * hop - this.#half;
    const spare = Math.max(0, Math.min(needed, this.#searched) - this.#lowFirst);
    this.#low.splice(0, spare);
    this.#lowFirst += spare;
  }
}
