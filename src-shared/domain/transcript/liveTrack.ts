import { FLOOR_DB, LEVEL_RATE_HZ } from './speech.ts';

/** What models of speech take. */
export const LIVE_RATE_HZ = 16_000;
const SAMPLES_A_LEVEL = LIVE_RATE_HZ / LEVEL_RATE_HZ;
/** How much is kept of what was heard. */
const KEPT_SEC = 40;
const KEPT_SAMPLES = KEPT_SEC * LIVE_RATE_HZ;
/** Pieces follow each other, but their times are measured: within this they are one sound. */
const JITTER_SAMPLES = 0.05 * LIVE_RATE_HZ;

/** The newest sound of one microphone, and its levels, by the clock of all. */
export class LiveTrack {
  /** Up to here it was handed out. */
  doneSec = 0;
  /** Of its room, from its pauses. */
  noiseDb = Infinity;
  readonly #samples = new Float32Array(2 * KEPT_SAMPLES);
  readonly #levels = new Float32Array((2 * KEPT_SAMPLES) / SAMPLES_A_LEVEL);
  /** Number of the first kept level on the clock. */
  #first = 0;
  #count = 0;

  /** Of the level that comes next. */
  get end(): number {
    return this.#first + Math.floor(this.#count / SAMPLES_A_LEVEL);
  }

  /** What was not heard in between is silence. */
  hear(atSec: number, samples: Float32Array): void {
    const at = Math.round(atSec * LIVE_RATE_HZ);
    const next = this.#first * SAMPLES_A_LEVEL + this.#count;
    const gap = Math.abs(at - next) < JITTER_SAMPLES ? 0 : at - next;
    if (this.#count === 0 || gap > KEPT_SAMPLES) return this.#begin(at, samples);
    if (gap > 0) this.#append(new Float32Array(gap));
    this.#append(gap < 0 ? samples.subarray(Math.min(-gap, samples.length)) : samples);
  }

  /** dBFS of each hundredth of a second, from one to before another. */
  levels(from: number, to: number): Float32Array {
    const levels = new Float32Array(Math.max(0, to - from)).fill(FLOOR_DB);
    const skipped = Math.max(0, this.#first - from);
    const known = this.#levels.subarray(Math.max(0, from - this.#first), Math.max(0, to - this.#first));
    levels.set(known.subarray(0, Math.max(0, levels.length - skipped)), Math.min(skipped, levels.length));
    return levels;
  }

  sound(startSec: number, endSec: number): Float32Array<ArrayBuffer> {
    const origin = this.#first * SAMPLES_A_LEVEL;
    const place = (sec: number) =>
      Math.min(this.#count, Math.max(0, Math.round(sec * LIVE_RATE_HZ) - origin));
    return this.#samples.slice(place(startSec), place(endSec));
  }

  #begin(at: number, samples: Float32Array): void {
    this.#first = Math.ceil(at / SAMPLES_A_LEVEL);
    this.#count = 0;
    this.#append(samples.subarray(Math.min(samples.length, this.#first * SAMPLES_A_LEVEL - at)));
  }

  #append(samples: Float32Array): void {
    for (let from = 0; from < samples.length; from += KEPT_SAMPLES) {
      this.#write(samples.subarray(from, from + KEPT_SAMPLES));
    }
  }

  #write(samples: Float32Array): void {
    if (this.#count + samples.length > this.#samples.length) this.#forget();
    let level = Math.floor(this.#count / SAMPLES_A_LEVEL);
    this.#samples.set(samples, this.#count);
    this.#count += samples.length;
    for (; (level + 1) * SAMPLES_A_LEVEL <= this.#count; level += 1) {
      this.#levels[level] = levelOf(
        this.#samples.subarray(level * SAMPLES_A_LEVEL, (level + 1) * SAMPLES_A_LEVEL),
      );
    }
  }

  #forget(): void {
    const levels = Math.max(0, Math.floor((this.#count - KEPT_SAMPLES) / SAMPLES_A_LEVEL));
    this.#samples.copyWithin(0, levels * SAMPLES_A_LEVEL, this.#count);
    this.#levels.copyWithin(0, levels);
    this.#first += levels;
    this.#count -= levels * SAMPLES_A_LEVEL;
  }
}

/** dBFS of each whole hundredth of a second of sound of `LIVE_RATE_HZ`. */
export const levelsOf = (samples: Float32Array): Float32Array =>
  Float32Array.from({ length: Math.floor(samples.length / SAMPLES_A_LEVEL) }, (_, level) =>
    levelOf(samples.subarray(level * SAMPLES_A_LEVEL, (level + 1) * SAMPLES_A_LEVEL)),
  );

function levelOf(samples: Float32Array): number {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return Math.max(FLOOR_DB, 10 * Math.log10(power / samples.length));
}
