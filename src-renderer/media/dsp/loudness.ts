import type { BiquadCoefficients } from '../../../src-shared/domain/equalizerCurve.ts';

const ABSOLUTE_GATE_LUFS = -70;
const PARTS_OF_MOMENTARY = 4;

/** The two filters of ITU-R BS.1770 at any rate: a shelf for the head, a high-pass for the ear. */
export interface KWeighting {
  shelf: BiquadCoefficients;
  highPass: BiquadCoefficients;
}

/**
 * BS.1770 tabulates both filters at 48 kHz alone. These are the analogue prototypes behind the table: through the
 * bilinear transform they give it back to its last digit.
 */
export function kWeighting(rateHz: number): KWeighting {
  return { shelf: shelfFilter(rateHz), highPass: highPassFilter(rateHz) };
}

function shelfFilter(rateHz: number): BiquadCoefficients {
  const k = Math.tan((Math.PI * 1681.974450955533) / rateHz);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const scale = 1 / (1 + k / q + k * k);
  return {
    b0: (high + (band * k) / q + k * k) * scale,
    b1: 2 * (k * k - high) * scale,
    b2: (high - (band * k) / q + k * k) * scale,
    a1: 2 * (k * k - 1) * scale,
    a2: (1 - k / q + k * k) * scale,
  };
}

function highPassFilter(rateHz: number): BiquadCoefficients {
  const k = Math.tan((Math.PI * 38.13547087602444) / rateHz);
  const q = 0.5003270373238773;
  const scale = 1 / (1 + k / q + k * k);
  return { b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) * scale, a2: (1 - k / q + k * k) * scale };
}

/** Momentary loudness (EBU Tech 3341) of one channel: LUFS of the last 400 ms, again every 100 ms. */
export class MomentaryLoudness {
  readonly #weighting: KWeighting;
  readonly #partSamples: number;
  readonly #parts = new Float64Array(PARTS_OF_MOMENTARY);
  #partsDone = 0;
  #partEnergy = 0;
  #partFilled = 0;
  #shelfFirst = 0;
  #shelfSecond = 0;
  #highFirst = 0;
  #highSecond = 0;
  #momentary: number | null = null;

  constructor(rateHz: number) {
    this.#weighting = kWeighting(rateHz);
    this.#partSamples = Math.round(rateHz / 10);
  }

  /** null before 400 ms have been heard, and below -70 LUFS (silence). */
  get lufs(): number | null {
    return this.#momentary;
  }

  /** After a sample that was no number the filters start again. */
  add(samples: Float32Array): void {
    for (let done = 0; done < samples.length;) {
      const count = Math.min(samples.length - done, this.#partSamples - this.#partFilled);
      this.#partEnergy += this.#filteredEnergy(samples, done, done + count);
      done += count;
      this.#partFilled += count;
      if (this.#partFilled === this.#partSamples) this.#endPart();
    }
  }

  #filteredEnergy(samples: Float32Array, from: number, to: number): number {
    const { shelf, highPass } = this.#weighting;
    let energy = 0;
    for (let i = from; i < to; i += 1) {
      const x = samples[i]!;
      const y = shelf.b0 * x + this.#shelfFirst;
      this.#shelfFirst = shelf.b1 * x + this.#shelfSecond - shelf.a1 * y;
      this.#shelfSecond = shelf.b2 * x - shelf.a2 * y;
      const z = y + this.#highFirst;
      this.#highFirst = this.#highSecond - 2 * y - highPass.a1 * z;
      this.#highSecond = y - highPass.a2 * z;
      energy += z * z;
    }
    // Long before denormal numbers, and after what was no number.
    if (!(energy >= 1e-30 * (to - from)) || energy === Infinity) {
      this.#shelfFirst = this.#shelfSecond = this.#highFirst = this.#highSecond = 0;
    }
    return Number.isFinite(energy) ? energy : 0;
  }

  #endPart(): void {
    this.#parts[this.#partsDone % PARTS_OF_MOMENTARY] = this.#partEnergy / this.#partSamples;
    this.#partsDone += 1;
    this.#partEnergy = 0;
    this.#partFilled = 0;
    if (this.#partsDone < PARTS_OF_MOMENTARY) return;
    const energy = this.#parts.reduce((sum, part) => sum + part, 0) / PARTS_OF_MOMENTARY;
    const lufs = -0.691 + 10 * Math.log10(energy);
    this.#momentary = lufs > ABSOLUTE_GATE_LUFS ? lufs : null;
  }
}
