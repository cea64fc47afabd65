import { DE_REVERB } from '../../../src-shared/domain/deReverb.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { followShare, LowPass } from './lowPass.ts';
import { LinearRamp, PARAMETER_RAMP_SEC, samplesOf, within } from './ramp.ts';

const LIMITS = DE_REVERB.fields.amount;
const EDGES_HZ = [200, 300, 450, 675, 1000, 1500, 2250, 3400, 5100, 7600];
const BANDS = EDGES_HZ.length + 1;
const FIRST_VOICE_BAND = 3;
const LAST_VOICE_BAND = 7;
const HOP_SEC = 0.001;
const LATE_HOPS = 60;
const WINDOW_HOPS = 60;
const POWER_HOPS = 8;
const RISE_SHARE = 0.6;
const FALL_SHARE = 0.08;
const LEAST_FALL_DB = 2;
const FIRST_FALL_DB = 12;
const FALL_STEP_DB = 0.04;
const FASTER_SHARE = 0.8;
const DRY_FALL_DB = 24;
const OVER = 1.2;
const MOST_DB = 20;
const LEAST_POWER = 1e-10;
const LEAST_CHANGE = 0.01;
const MOST_SAMPLE = 16;
const DB_PER_OCTAVE = 3.010299956639812;

/** The de-reverb of native/dsp/de_reverb.cpp, which says how it works. */
export class DeReverb {
  readonly #share: LinearRamp;
  readonly #filters: LowPass[];
  readonly #hopSamples: number;
  readonly #powerShare = followShare(POWER_HOPS, 1);
  readonly #bands: Float64Array;
  readonly #sums = new Float64Array(BANDS);
  readonly #powers = new Float64Array(BANDS);
  readonly #late = new Float64Array(BANDS * LATE_HOPS);
  readonly #gains = new Float64Array(BANDS).fill(1);
  readonly #steps = new Float64Array(BANDS);
  readonly #levels = new Float64Array(WINDOW_HOPS + 1);
  #hop = 0;
  #lateAt = 0;
  #levelAt = 0;
  #fallDb = FIRST_FALL_DB;
  #over = 0;
  #least = 1;
  #hasStarted = false;

  constructor(rateHz: number, channels = 1) {
    this.#share = new LinearRamp(0, samplesOf(PARAMETER_RAMP_SEC, rateHz));
    this.#hopSamples = samplesOf(HOP_SEC, rateHz);
    this.#filters = Array.from(
      { length: channels * EDGES_HZ.length },
      (_, i) => new LowPass(EDGES_HZ[i % EDGES_HZ.length]!, rateHz),
    );
    this.#bands = new Float64Array(channels * BANDS);
  }

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  set({ isOn, amount }: EngineEffects['deReverb']): void {
    const share = within(amount, LIMITS.min, LIMITS.max) / 100;
    this.#over = OVER * share;
    this.#least = 10 ** ((-MOST_DB * share) / 20);
    // Before the first sample nothing can click.
    if (this.#hasStarted) this.#share.set(isOn ? 1 : 0);
    else this.#share.jump(isOn ? 1 : 0);
  }

  /** What is known of the room stays. */
  beginAgain(): void {
    for (const filter of this.#filters) filter.reset();
    for (const states of [this.#sums, this.#powers, this.#late, this.#steps, this.#levels]) states.fill(0);
    this.#gains.fill(1);
    this.#hop = this.#lateAt = this.#levelAt = 0;
  }

  /** In place, any number of samples. All channels get the same gains. */
  process(samples: Float32Array, others: readonly Float32Array[] = []): void {
    const wasStarted = this.#hasStarted;
    this.#hasStarted = this.#share.target !== 0 || !this.#share.isStill;
    if (!this.#hasStarted) {
      if (wasStarted) {
        this.beginAgain();
        this.#fallDb = FIRST_FALL_DB;
      }
      return;
    }
    const all = [samples, ...others];
    for (let i = 0; i < samples.length; i += 1) {
      const share = this.#share.next();
      for (let k = 0; k < all.length; k += 1) {
        this.#divide(all[k]![i]!, k);
        let change = 0;
        for (let band = 0; band < BANDS; band += 1)
          change += (this.#gains[band]! - 1) * this.#bands[k * BANDS + band]!;
        if (change !== 0) all[k]![i]! += share * change;
      }
      for (let band = 0; band < BANDS; band += 1) this.#gains[band]! += this.#steps[band]!;
      this.#hop += 1;
      if (this.#hop === this.#hopSamples) this.#endHop(all.length);
    }
    for (const filter of this.#filters) filter.settle();
  }

  /** A sample into bands, whose sum is the sample. */
  #divide(sample: number, channel: number): void {
    const input = sample >= -MOST_SAMPLE && sample <= MOST_SAMPLE ? sample : 0;
    let below = 0;
    for (let band = 0; band < BANDS; band += 1) {
      const isLast = band === BANDS - 1;
      const low = isLast ? input : this.#filters[channel * (BANDS - 1) + band]!.process(input);
      const value = low - below;
      this.#bands[channel * BANDS + band] = value;
      this.#sums[band]! += value * value;
      below = low;
    }
  }

  #endHop(channels: number): void {
    let voice = 0;
    for (let band = 0; band < BANDS; band += 1) {
      const power = this.#sums[band]! / (this.#hopSamples * channels);
      this.#powers[band]! += this.#powerShare * (power - this.#powers[band]!);
      if (band >= FIRST_VOICE_BAND && band <= LAST_VOICE_BAND) voice += this.#powers[band]!;
    }
    this.#sums.fill(0);
    this.#hop = 0;
    this.#followRoom(voice);
    const left = 2 ** ((-this.#fallDb * LATE_HOPS) / WINDOW_HOPS / DB_PER_OCTAVE);
    const room = this.#over * (this.#fallDb < DRY_FALL_DB ? left : 0);
    for (let band = 0; band < BANDS; band += 1) {
      const power = this.#powers[band]!;
      const late = room * this.#late[this.#lateAt * BANDS + band]!;
      this.#late[this.#lateAt * BANDS + band] = power;
      const part = power > LEAST_POWER ? Math.min(late / power, 1) : 0;
      const wanted = Math.max(1 - part * part, this.#least);
      const goal = wanted > 1 - LEAST_CHANGE ? 1 : wanted;
      const gain = this.#gains[band]!;
      const next = gain + (goal > gain ? RISE_SHARE : FALL_SHARE) * (goal - gain);
      this.#steps[band] = (next - gain) / this.#hopSamples;
    }
    this.#lateAt = (this.#lateAt + 1) % LATE_HOPS;
  }

  #followRoom(power: number): void {
    const newest = DB_PER_OCTAVE * Math.log2(power + LEAST_POWER);
    this.#levels[this.#levelAt] = newest;
    const size = WINDOW_HOPS + 1;
    const oldest = this.#levels[(this.#levelAt + 1) % size]!;
    const middle = this.#levels[(this.#levelAt + 1 + WINDOW_HOPS / 2) % size]!;
    this.#levelAt = (this.#levelAt + 1) % size;
    const fallDb = 2 * Math.min(oldest - middle, middle - newest);
    if (oldest === 0 || fallDb < LEAST_FALL_DB) return;
    this.#fallDb += FALL_STEP_DB * (fallDb > this.#fallDb ? FASTER_SHARE : FASTER_SHARE - 1);
  }
}
