import { DE_REVERB } from '../../../src-shared/domain/deReverb.ts';
import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { DeReverb } from './deReverb.ts';
import { joined, type FileRepair } from './fileRepair.ts';
import { within } from './ramp.ts';
import { RoomPrediction } from './roomPrediction.ts';

const LIMITS = DE_REVERB.fields.amount;
const HEARD_SEC = 8;

/** The de-reverb of files, native/dsp/room_repair.cpp, which says how it works. */
export class RoomRepair implements FileRepair {
  readonly #channels: RoomPrediction[];
  readonly #amount: number;
  readonly #rateHz: number;
  #gain: DeReverb | null = null;
  #waiting: Float32Array<ArrayBuffer>[];
  #hasBegun = false;

  constructor({ amount }: EngineEffects['deReverb'], rateHz: number, channels: number) {
    this.#amount = within(amount, LIMITS.min, LIMITS.max);
    this.#rateHz = rateHz;
    const share = Math.min(1, this.#amount / 50);
    this.#channels = Array.from({ length: channels }, () => new RoomPrediction(share, rateHz));
    this.#waiting = this.#channels.map(() => new Float32Array(0));
  }

  process(planes: readonly Float32Array[], isLast: boolean): Float32Array<ArrayBuffer>[] {
    const done = this.#channels.map((channel, k) => channel.process(planes[k]!, isLast));
    if (!this.#hasBegun) {
      this.#waiting = this.#waiting.map((before, k) => joined(before, done[k]!));
      if (this.#waiting[0]!.length < HEARD_SEC * this.#rateHz && !isLast) {
        return done.map(() => new Float32Array(0));
      }
      this.#begin();
      done.splice(0, done.length, ...this.#waiting);
      this.#waiting = [];
    }
    const [first, ...others] = done;
    this.#gain?.process(first!, others);
    return done;
  }

  /** The room is known when the first sample is given. */
  #begin(): void {
    this.#hasBegun = true;
    // What could not be predicted is lowered as it is live.
    const isPredicted = this.#channels[0]!.isPredicted;
    const amount = Math.fround(isPredicted ? Math.max(0, 2 * this.#amount - 100) : this.#amount);
    if (amount === 0 || this.#waiting[0]!.length === 0) return;
    const gain = new DeReverb(this.#rateHz, this.#channels.length);
    gain.set({ isOn: true, amount });
    const heard = Math.floor(HEARD_SEC * this.#rateHz);
    const once = Math.min(heard, this.#waiting[0]!.length);
    for (let sum = 0; sum < heard; sum += once) {
      const [first, ...others] = this.#waiting.map((samples) => samples.slice(0, once));
      gain.process(first!, others);
    }
    gain.beginAgain();
    this.#gain = gain;
  }
}
