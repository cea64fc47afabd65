import { kWeighting } from './loudness.ts';

const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const PARTS_OF_BLOCK = 4;
const OFFSET_LUFS = -0.691;
const SURROUND_WEIGHT = 1.41;

/**
 * Integrated loudness of a whole programme (ITU-R BS.1770-4): blocks of 400 ms every 100 ms, those below -70 LUFS and
 * those more than 10 LU below the mean of the rest left out. The figures of the native engine (native/dsp/loudness.cpp).
 */
export class IntegratedLoudness {
  readonly #channels: ChannelFilter[];
  readonly #partFrames: number;
  readonly #parts = new Float64Array(PARTS_OF_BLOCK);
  readonly #blockEnergies: number[] = [];
  #partsDone = 0;
  #partEnergy = 0;
  #partFilled = 0;

  constructor(channels: number, rateHz: number) {
    this.#channels = Array.from(
      { length: channels },
      (_, channel) => new ChannelFilter(rateHz, weightOf(channel, channels)),
    );
    this.#partFrames = Math.floor((rateHz + 5) / 10);
  }

  /** Interleaved samples in ±1. */
  add(interleaved: Float32Array): void {
    const channels = this.#channels.length;
    const frames = Math.floor(interleaved.length / channels);
    for (let done = 0; done < frames;) {
      const count = Math.min(frames - done, this.#partFrames - this.#partFilled);
      this.#channels.forEach((filter, channel) => {
        this.#partEnergy += filter.energyOf(interleaved, done * channels + channel, channels, count);
      });
      done += count;
      this.#partFilled += count;
      if (this.#partFilled === this.#partFrames) this.#endPart();
    }
  }

  /** LUFS; null where the programme is shorter than 400 ms or silent. */
  get lufs(): number | null {
    const loud = meanAbove(this.#blockEnergies, energyOf(ABSOLUTE_GATE_LUFS));
    if (loud === null) return null;
    const gate = Math.max(energyOf(ABSOLUTE_GATE_LUFS), loud * 10 ** (RELATIVE_GATE_LU / 10));
    const mean = meanAbove(this.#blockEnergies, gate);
    return mean === null ? null : OFFSET_LUFS + 10 * Math.log10(mean);
  }

  #endPart(): void {
    this.#parts[this.#partsDone % PARTS_OF_BLOCK] = this.#partEnergy / this.#partFrames;
    this.#partsDone += 1;
    this.#partEnergy = 0;
    this.#partFilled = 0;
    if (this.#partsDone < PARTS_OF_BLOCK) return;
    this.#blockEnergies.push(this.#parts.reduce((sum, part) => sum + part, 0) / PARTS_OF_BLOCK);
  }
}

function energyOf(lufs: number): number {
  return 10 ** ((lufs - OFFSET_LUFS) / 10);
}

function meanAbove(energies: readonly number[], gate: number): number | null {
  let sum = 0;
  let count = 0;
  for (const energy of energies) {
    if (energy < gate) continue;
    sum += energy;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Of left, right, centre, LFE, left surround, right surround; four channels are two in front and two behind. */
function weightOf(channel: number, channels: number): number {
  if (channels <= 3) return 1;
  if (channels === 4) return channel < 2 ? 1 : SURROUND_WEIGHT;
  if (channels === 5) return channel < 3 ? 1 : SURROUND_WEIGHT;
  if (channel < 3) return 1;
  return channel === 4 || channel === 5 ? SURROUND_WEIGHT : 0;
}

class ChannelFilter {
  readonly #weighting: ReturnType<typeof kWeighting>;
  readonly #weight: number;
  #shelfFirst = 0;
  #shelfSecond = 0;
  #highFirst = 0;
  #highSecond = 0;

  constructor(rateHz: number, weight: number) {
    this.#weighting = kWeighting(rateHz);
    this.#weight = weight;
  }

  /** Weighted sum of squares of every `stride`th sample. */
  energyOf(samples: Float32Array, from: number, stride: number, count: number): number {
    const { shelf, highPass } = this.#weighting;
    let energy = 0;
    for (let i = 0, at = from; i < count; i += 1, at += stride) {
      const x = samples[at]!;
      const y = shelf.b0 * x + this.#shelfFirst;
      this.#shelfFirst = shelf.b1 * x + this.#shelfSecond - shelf.a1 * y;
      this.#shelfSecond = shelf.b2 * x - shelf.a2 * y;
      const z = y + this.#highFirst;
      this.#highFirst = this.#highSecond - 2 * y - highPass.a1 * z;
      this.#highSecond = y - highPass.a2 * z;
      energy += z * z;
    }
    // Long before denormal numbers.
    if (!(energy >= 1e-30 * count)) {
      this.#shelfFirst = this.#shelfSecond = this.#highFirst = this.#highSecond = 0;
    }
    return this.#weight * energy;
  }
}
