import { DE_HUM } from '../../../src-shared/domain/deHum.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { LinearRamp, PARAMETER_RAMP_SEC, samplesOf, within } from './ramp.ts';
import { MOST_TONES, SteadyTones } from './steadyTones.ts';

const { fround } = Math;

const LIMITS = DE_HUM.fields.amount;
export const HUMS = {
  /** What is listened at. */
  lowRateHz: 3000,
  mainsHz: [50, 60],
  mostOffsetHz: 0.6,
  soughtTones: 3,
  /** So many zeros in a row are no sound. */
  zerosOfSilence: 16,
} as const;
const LEAST_WINDOWS = 8;
const FOUND_FROM = 0.8;
const LOST_BELOW = 0.35;
const STEADY_FROM = 0.6;
const STEADY_WHOLLY = 0.75;
const LEARNING = 2 * Math.PI * 0.8;
const HURRY = 5;
const HURRY_SEC = 0.5;
const DEPTH_SEC = 0.25;
const RISE_PER_SEC = 0.6;
const FALL_PER_SEC = 2.4;
const FIRST_QUIET_LEVEL = 0.03;
const LEAST_QUIET_LEVEL = 1e-7;
const MOST_ERROR = 3;
const MOST_INPUT = 16;

interface Weight {
  cosine: number;
  sine: number;
  depth: number;
  wantedDepth: number;
  middleCos: number;
  middleSin: number;
}

/** The de-hum of native/dsp/de_hum.cpp, which says how it works. */
export class DeHum {
  readonly #share: LinearRamp;
  readonly #channels: HumOfChannel[];
  #hasStarted = false;

  constructor(rateHz: number, channels = 1) {
    this.#share = new LinearRamp(0, samplesOf(PARAMETER_RAMP_SEC, rateHz));
    this.#channels = Array.from({ length: channels }, () => new HumOfChannel(rateHz));
  }

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  set({ isOn, amount }: EngineEffects['deHum']): void {
    const share = isOn ? fround(within(amount, LIMITS.min, LIMITS.max) / 100) : 0;
    // Before the first sample nothing can click.
    if (this.#hasStarted) this.#share.set(share);
    else this.#share.jump(share);
  }

  /** In place, any number of samples. */
  process(samples: Float32Array, others: readonly Float32Array[] = []): void {
    if (this.#share.isStill && this.#share.target === 0) {
      if (this.#hasStarted) for (const channel of this.#channels) channel.forget();
      this.#hasStarted = false;
      return;
    }
    this.#hasStarted = true;
    const all = [samples, ...others];
    for (let i = 0; i < samples.length; i += 1) {
      const share = this.#share.next();
      for (let k = 0; k < all.length; k += 1) {
        const hum = this.#channels[k]!.humOf(all[k]![i]!);
        if (hum !== 0) all[k]![i]! -= share * hum;
      }
    }
  }
}

class HumOfChannel {
  readonly #rateHz: number;
  readonly #every: number;
  /** Seconds between two steps. */
  readonly #change: number;
  readonly #sought: readonly SteadyTones[];
  readonly #followed: SteadyTones;
  #weights: Weight[] = noWeights();
  #isFound = false;
  /** Since the weights began at nothing. */
  #hurriedSteps = 0;
  #cos = 1;
  #sin = 0;
  #stepCos = 1;
  #stepSin = 0;
  #zeros = 0;
  #inputSum = 0;
  #errorSum = 0;
  #summed = 0;
  #quietLevel = FIRST_QUIET_LEVEL;

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
    this.#every = Math.max(1, Math.floor(rateHz / HUMS.lowRateHz));
    this.#change = this.#every / rateHz;
    const lowRateHz = rateHz / this.#every;
    this.#sought = HUMS.mainsHz.map((hz) => new SteadyTones(hz, HUMS.soughtTones, lowRateHz));
    this.#followed = new SteadyTones(HUMS.mainsHz[0], MOST_TONES, lowRateHz);
  }

  forget(): void {
    this.#sought.forEach((sought, index) => sought.begin(HUMS.mainsHz[index]!));
    this.#weights = noWeights();
    this.#isFound = false;
    this.#inputSum = this.#errorSum = this.#summed = 0;
    this.#quietLevel = FIRST_QUIET_LEVEL;
  }

  /** What of the hum is to be subtracted from this sample. */
  humOf(sample: number): number {
    const input = sample >= -MOST_INPUT && sample <= MOST_INPUT ? sample : 0;
    let all = 0;
    let steady = 0;
    if (this.#isFound) {
      const isMiddle = this.#summed === Math.floor(this.#every / 2);
      let lastCos = 1;
      let lastSin = 0;
      let nowCos = this.#cos;
      let nowSin = this.#sin;
      for (const weight of this.#weights) {
        const hum = weight.cosine * nowCos + weight.sine * nowSin;
        all += hum;
        steady += weight.depth * hum;
        if (isMiddle) {
          weight.middleCos = nowCos;
          weight.middleSin = nowSin;
        }
        const nextCos = 2 * this.#cos * nowCos - lastCos;
        const nextSin = 2 * this.#cos * nowSin - lastSin;
        lastCos = nowCos;
        lastSin = nowSin;
        nowCos = nextCos;
        nowSin = nextSin;
      }
      const turned = this.#cos * this.#stepCos - this.#sin * this.#stepSin;
      this.#sin = this.#cos * this.#stepSin + this.#sin * this.#stepCos;
      this.#cos = turned;
    }
    this.#zeros = input === 0 ? this.#zeros + 1 : 0;
    this.#inputSum += input;
    this.#errorSum += input - all;
    this.#summed += 1;
    if (this.#summed === this.#every) this.#step();
    return this.#zeros < HUMS.zerosOfSilence ? steady : 0;
  }

  #step(): void {
    const input = this.#inputSum / this.#every;
    const error = this.#errorSum / this.#every;
    this.#inputSum = this.#errorSum = this.#summed = 0;
    const isAbove = Math.abs(error) > this.#quietLevel;
    this.#quietLevel *= isAbove ? 1 + RISE_PER_SEC * this.#change : 1 - FALL_PER_SEC * this.#change;
    this.#quietLevel = Math.max(this.#quietLevel, LEAST_QUIET_LEVEL);
    if (this.#isFound) {
      const isQuiet = Math.abs(error) < MOST_ERROR * this.#quietLevel;
      this.#learn(isQuiet ? error : 0);
      if (this.#followed.add(isQuiet ? input : 0)) this.#follow();
      return;
    }
    const isNew = this.#sought.map((sought) => sought.add(input));
    if (isNew[0]) this.#seek();
  }

  #learn(error: number): void {
    const isHurried = this.#hurriedSteps * this.#change < HURRY_SEC;
    if (isHurried) this.#hurriedSteps += 1;
    const step = (isHurried ? HURRY : 1) * LEARNING * this.#change * error;
    const share = this.#change / DEPTH_SEC;
    for (const weight of this.#weights) {
      weight.cosine += step * weight.middleCos;
      weight.sine += step * weight.middleSin;
      weight.depth += share * (weight.wantedDepth - weight.depth);
      // Gone, and every bit passes again.
      if (weight.wantedDepth === 0 && weight.depth < 1e-4) weight.depth = 0;
    }
  }

  #seek(): void {
    const foundHz = seekHum(this.#sought);
    if (foundHz === null) return;
    this.#isFound = true;
    this.#hurriedSteps = 0;
    this.#weights = noWeights();
    this.#cos = 1;
    this.#sin = 0;
    this.#followed.begin(foundHz);
    this.#tune();
  }

  #follow(): void {
    const followed = this.#followed;
    if (followed.windows < LEAST_WINDOWS) return;
    let most = 0;
    let weights = 0;
    let offsetHz = 0;
    for (const [tone, weight] of this.#weights.entries()) {
      const steadiness = followed.steadiness(tone);
      const depth = Math.min(1, Math.max(0, (steadiness - STEADY_FROM) / (STEADY_WHOLLY - STEADY_FROM)));
      weight.wantedDepth = depth;
      most = Math.max(most, steadiness);
      // The same angle is a smaller error of a higher harmonic.
      const share = depth * (tone + 1) * (tone + 1);
      weights += share;
      offsetHz += share * followed.offsetHz(tone);
    }
    if (most < LOST_BELOW) return this.forget();
    if (weights === 0) return;
    followed.move((0.5 * offsetHz) / weights);
    this.#tune();
  }

  #tune(): void {
    const angle = (2 * Math.PI * this.#followed.frequencyHz) / this.#rateHz;
    this.#stepCos = Math.cos(angle);
    this.#stepSin = Math.sin(angle);
    const size = Math.hypot(this.#cos, this.#sin);
    this.#cos /= size;
    this.#sin /= size;
  }
}

/** The mains that are steady enough, Hz, by the multiple that is the steadiest. */
export function seekHum(searches: readonly SteadyTones[]): number | null {
  if (searches[0]!.windows < LEAST_WINDOWS) return null;
  let most = FOUND_FROM;
  let foundHz: number | null = null;
  for (const sought of searches) {
    for (let tone = 0; tone < HUMS.soughtTones; tone += 1) {
      const offsetHz = sought.offsetHz(tone);
      if (Math.abs(offsetHz) > HUMS.mostOffsetHz || sought.steadiness(tone) <= most) continue;
      most = sought.steadiness(tone);
      foundHz = sought.frequencyHz + offsetHz;
    }
  }
  return foundHz;
}

function noWeights(): Weight[] {
  return Array.from({ length: MOST_TONES }, () => ({
    cosine: 0,
    sine: 0,
    depth: 0,
    wantedDepth: 0,
    middleCos: 0,
    middleSin: 0,
  }));
}
