import { DE_BREATH } from '../../../src-shared/domain/deBreath.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { BREATHS } from './deBreath.ts';
import { joined, soundOf, type FileRepair } from './fileRepair.ts';
import { LowPass } from './lowPass.ts';
import { samplesOf, within } from './ramp.ts';

const { fround } = Math;

const LIMITS = DE_BREATH.fields.amount;
const HOP_SEC = 0.005;
/** In hops: around one for its levels, of the shortest breath, before and behind a breath, and of the edges. */
const AROUND = 8;
const LEAST = 24;
const MARGIN = 2;
const EDGE = 4;
/** Half a second: a voice that comes is heard beforehand. */
const AHEAD = 100;
const BELOW_VOICE = 0.1;
const ABOVE_LOW = 1.5;
const ABOVE_HIGH = 1.5;
const LEAST_POWER = 1e-7;
const DB_PER_OCTAVE = 6.0205999132796239;

/** Mean squares of 5 ms. */
interface Hop {
  low: number;
  middle: number;
  high: number;
  /** Over 10 ms, all tones. */
  level: number;
  /** How loud the voice was up to here. */
  voice: number;
  isBreath: boolean;
}

/** Breath control of files, native/dsp/breath_repair.cpp, which says how it works. */
export class BreathRepair implements FileRepair {
  readonly #mostDb: number;
  readonly #hopSamples: number;
  readonly #below350: LowPass;
  readonly #below4500: LowPass;
  readonly #fall: number;
  #waiting: Float32Array[];
  /** Of the hop that is summed. */
  #sums = { low: 0, middle: 0, high: 0, samples: 0 };
  /** From `#first` on. */
  #hops: Hop[] = [];
  #first = 0;
  #looked = 0;
  #run = 0;
  #given = 0;

  constructor({ amount }: EngineEffects['deBreath'], rateHz: number, channels: number) {
    this.#mostDb = fround((BREATHS.mostDb * within(amount, LIMITS.min, LIMITS.max)) / 100);
    this.#hopSamples = samplesOf(HOP_SEC, rateHz);
    this.#below350 = new LowPass(BREATHS.lowHz, rateHz);
    this.#below4500 = new LowPass(BREATHS.highHz, rateHz);
    this.#fall = 10 ** ((-BREATHS.voiceFallDbPerSec / 10) * (this.#hopSamples / rateHz));
    this.#waiting = Array.from({ length: channels }, () => new Float32Array(0));
  }

  process(planes: readonly Float32Array[], isLast: boolean): Float32Array<ArrayBuffer>[] {
    for (let i = 0; i < planes[0]!.length; i += 1) {
      let sum = planes[0]![i]!;
      for (let k = 1; k < planes.length; k += 1) sum += planes[k]![i]!;
      this.#hear(soundOf(sum / planes.length));
    }
    this.#below350.settle();
    this.#below4500.settle();
    if (isLast && this.#sums.samples > 0) this.#endHop();
    this.#waiting = this.#waiting.map((before, k) => joined(before, planes[k]!));
    const end = this.#first + this.#hops.length;
    while (this.#looked < (isLast ? end : end - AHEAD)) this.#look(this.#looked++);
    // What is a breath is known when as many hops as the shortest has are looked at behind it.
    const known = isLast ? Infinity : (this.#looked - LEAST - MARGIN - EDGE - 1) * this.#hopSamples;
    const ready = Math.max(0, Math.min(this.#waiting[0]!.length, known - this.#given));
    const out = this.#waiting.map((samples) => samples.slice(0, ready));
    this.#lower(out, ready);
    this.#waiting = this.#waiting.map((samples) => samples.slice(ready));
    this.#given += ready;
    const spare = Math.floor(this.#given / this.#hopSamples) - AROUND - EDGE - this.#first;
    if (spare > 0) this.#hops.splice(0, spare);
    this.#first += Math.max(0, spare);
    return out;
  }

  #hear(sample: number): void {
    const low = this.#below350.process(sample);
    const below = this.#below4500.process(sample);
    const middle = below - low;
    const high = sample - below;
    const sums = this.#sums;
    sums.low += low * low;
    sums.middle += middle * middle;
    sums.high += high * high;
    sums.samples += 1;
    if (sums.samples === this.#hopSamples) this.#endHop();
  }

  #endHop(): void {
    const low = this.#sums.low / this.#hopSamples;
    const middle = this.#sums.middle / this.#hopSamples;
    const high = this.#sums.high / this.#hopSamples;
    const last = this.#hops.at(-1);
    const before = last ? last.low + last.middle + last.high : 0;
    const level = (low + middle + high + before) / 2;
    const voice = Math.max(level, (last?.voice ?? 0) * this.#fall);
    this.#hops.push({ low, middle, high, level, voice, isBreath: false });
    this.#sums = { low: 0, middle: 0, high: 0, samples: 0 };
  }

  #hop(at: number): Hop | undefined {
    return at < this.#first ? undefined : this.#hops[at - this.#first];
  }

  #look(at: number): void {
    const here = this.#hop(at)!;
    let { voice } = here;
    let share = this.#fall;
    for (let k = 1; k <= AHEAD; k += 1, share *= this.#fall) {
      voice = Math.max(voice, (this.#hop(at + k)?.level ?? 0) * share);
    }
    let [low, middle, high, count] = [0, 0, 0, 0];
    for (let k = at - AROUND; k <= at + AROUND; k += 1) {
      const hop = this.#hop(k);
      if (!hop) continue;
      low += hop.low;
      middle += hop.middle;
      high += hop.high;
      count += 1;
    }
    const all = (low + middle + high) / count;
    const most = BELOW_VOICE * voice;
    const isRush = middle > ABOVE_LOW * low && middle > ABOVE_HIGH * high;
    const isSoft = all < most && here.level < most && all > LEAST_POWER;
    const ended = this.#run;
    this.#run = isRush && isSoft ? this.#run + 1 : 0;
    if (this.#run === LEAST) this.#mark(at - LEAST + 1 - MARGIN, at);
    else if (this.#run > LEAST) this.#mark(at, at);
    else if (this.#run === 0 && ended >= LEAST) this.#mark(at, at + MARGIN - 1);
  }

  #mark(from: number, to: number): void {
    for (let at = from; at <= to; at += 1) {
      const hop = this.#hop(at);
      if (hop) hop.isBreath = true;
    }
  }

  #lower(out: Float32Array[], ready: number): void {
    const shareOf = (at: number) => {
      let sum = 0;
      for (let k = at - EDGE; k <= at + EDGE; k += 1) sum += this.#hop(k)?.isBreath ? 1 : 0;
      return sum / (2 * EDGE + 1);
    };
    let [hop, here, next] = [-1, 0, 0];
    for (let i = 0; i < ready; i += 1) {
      const at = Math.floor((this.#given + i) / this.#hopSamples);
      if (at !== hop) [hop, here, next] = [at, shareOf(at), shareOf(at + 1)];
      if (here === 0 && next === 0) continue;
      const part = (this.#given + i - at * this.#hopSamples) / this.#hopSamples;
      const gain = 2 ** ((-this.#mostDb * (here + part * (next - here))) / DB_PER_OCTAVE);
      for (const samples of out) samples[i]! *= gain;
    }
  }
}
