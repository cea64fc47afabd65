import { MOST_TONES } from './steadyTones.ts';

const PASSES = 3;
const UNKNOWNS = 2 * MOST_TONES;
const AROUND_SEC = 0.025;
const LEAST_POWER = 1e-9;
const RIDGE = 1e-9;
const MOST_STEP_HZ = 0.1;
const LEAST_SIZE = 1e-12;

/** A frequency and its multiples around a moment: cosines and sines of each, from the first on. */
export interface FittedHum {
  frequencyHz: number;
  /** In means, from the beginning of the sound. */
  center: number;
  weights: Float64Array;
}

interface Window {
  /** Where the means begin, where the middle of the window is, and how long its half is: in means. */
  from: number;
  center: number;
  half: number;
  frequencyHz: number;
}

/** The harmonics that are in a window of means, native/dsp/harmonic_fit.cpp, which says how they are found. */
export class HarmonicFit {
  readonly #rateHz: number;
  readonly #around: number;
  readonly #matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  readonly #waves = new Float64Array(UNKNOWNS);

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
    this.#around = Math.floor(AROUND_SEC * rateHz);
  }

  fit(means: Float64Array, { from, center, half, frequencyHz: beganHz }: Window): FittedHum {
    const hann = means.map((_, i) => 0.5 + 0.5 * Math.cos((Math.PI * (from + i - center)) / half));
    // Digital silence has no hum, whatever is beside it.
    const shares = hann.map((share, i) => (means[i] === 0 ? 0 : share));
    let frequencyHz = beganHz;
    let weights = new Float64Array(UNKNOWNS);
    for (let pass = 0; pass < PASSES; pass += 1) {
      if (pass > 0) frequencyHz += this.#refine(means, shares, hann, { from, center, frequencyHz, weights });
      weights = this.#solve(means, shares, from - center, frequencyHz);
    }
    return { frequencyHz, center, weights };
  }

  /** How far a harmonic of one is from that of the other, as a part of its size. */
  difference(one: FittedHum, other: FittedHum, tone: number): number {
    const meanHz = (one.frequencyHz + other.frequencyHz) / 2;
    const turn = ((2 * Math.PI * meanHz) / this.#rateHz) * (tone + 1) * (other.center - one.center);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [cosine, sine] = [one.weights[2 * tone]!, one.weights[2 * tone + 1]!];
    const turnedCosine = cosine * cos + sine * sin;
    const turnedSine = sine * cos - cosine * sin;
    const size = Math.hypot(cosine, sine) + LEAST_SIZE;
    return (
      Math.hypot(turnedCosine - other.weights[2 * tone]!, turnedSine - other.weights[2 * tone + 1]!) / size
    );
  }

  /** Sample by sample, `every` of them a mean, from `at` on. */
  waveOf(fitted: FittedHum | null, depths: Float64Array, at: number, every: number): { next: () => number } {
    if (!fitted) return { next: () => 0 };
    const { frequencyHz, center, weights } = fitted;
    const turn = (2 * Math.PI * frequencyHz) / this.#rateHz;
    const levels = weights.map((weight, i) => {
      // A mean has less of a high tone than the samples.
      const half = (turn * (Math.floor(i / 2) + 1)) / (2 * every);
      const mean = Math.sin(half * every) / (every * Math.sin(half));
      return (weight * depths[Math.floor(i / 2)]!) / mean;
    });
    let [cos, sin] = [Math.cos(turn * (at - center)), Math.sin(turn * (at - center))];
    const [stepCos, stepSin] = [Math.cos(turn / every), Math.sin(turn / every)];
    const next = () => {
      let sum = 0;
      let [lastCos, lastSin, nowCos, nowSin] = [1, 0, cos, sin];
      for (let k = 0; k < UNKNOWNS; k += 2) {
        sum += levels[k]! * nowCos + levels[k + 1]! * nowSin;
        const nextCos = 2 * cos * nowCos - lastCos;
        const nextSin = 2 * cos * nowSin - lastSin;
        lastCos = nowCos;
        lastSin = nowSin;
        nowCos = nextCos;
        nowSin = nextSin;
      }
      const turned = cos * stepCos - sin * stepSin;
      sin = cos * stepSin + sin * stepCos;
      cos = turned;
      return sum;
    };
    return { next };
  }

  /** By Newton's way: what of the residual is a turn of the whole hum. Sets `shares` by what else is to be heard. */
  #refine(
    means: Float64Array,
    shares: Float64Array,
    hann: Float64Array,
    { from, center, frequencyHz, weights }: FittedHum & { from: number },
  ): number {
    const residual = new Float64Array(means.length);
    const turned = new Float64Array(means.length);
    const waves = this.#waves;
    for (let i = 0; i < means.length; i += 1) {
      this.#setWaves(from - center + i, frequencyHz);
      let hum = 0;
      let turn = 0;
      for (let k = 0; k < UNKNOWNS; k += 2) {
        hum += weights[k]! * waves[k]! + weights[k + 1]! * waves[k + 1]!;
        turn += (k / 2 + 1) * (weights[k + 1]! * waves[k]! - weights[k]! * waves[k + 1]!);
      }
      residual[i] = means[i]! - hum;
      turned[i] = (from - center + i) * turn;
    }
    this.#weigh(means, residual, shares, hann);
    let above = 0;
    let below = 0;
    for (let i = 0; i < means.length; i += 1) {
      above += shares[i]! * residual[i]! * turned[i]!;
      below += shares[i]! * turned[i]! * turned[i]!;
    }
    const byHz = below > 0 ? ((above / below) * this.#rateHz) / (2 * Math.PI) : 0;
    return Math.min(MOST_STEP_HZ, Math.max(-MOST_STEP_HZ, byHz));
  }

  /** A mean counts for less the louder it is around it. */
  #weigh(means: Float64Array, residual: Float64Array, shares: Float64Array, hann: Float64Array): void {
    const around = this.#around;
    let sum = 0;
    for (let i = 0; i < Math.min(around, residual.length); i += 1) sum += residual[i]! * residual[i]!;
    for (let i = 0; i < residual.length; i += 1) {
      if (i + around < residual.length) sum += residual[i + around]! * residual[i + around]!;
      if (i > around) sum = Math.max(0, sum - residual[i - around - 1]! * residual[i - around - 1]!);
      const power = sum / (2 * around + 1) + LEAST_POWER;
      shares[i] = means[i] === 0 ? 0 : hann[i]! / power;
    }
  }

  #setWaves(at: number, frequencyHz: number): void {
    const waves = this.#waves;
    const angle = ((2 * Math.PI * frequencyHz) / this.#rateHz) * at;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let [lastCos, lastSin, nowCos, nowSin] = [1, 0, cos, sin];
    for (let k = 0; k < UNKNOWNS; k += 2) {
      waves[k] = nowCos;
      waves[k + 1] = nowSin;
      const nextCos = 2 * cos * nowCos - lastCos;
      const nextSin = 2 * cos * nowSin - lastSin;
      lastCos = nowCos;
      lastSin = nowSin;
      nowCos = nextCos;
      nowSin = nextSin;
    }
  }

  #solve(
    means: Float64Array,
    shares: Float64Array,
    first: number,
    frequencyHz: number,
  ): Float64Array<ArrayBuffer> {
    const matrix = this.#matrix.fill(0);
    const waves = this.#waves;
    const right = new Float64Array(UNKNOWNS);
    for (let i = 0; i < means.length; i += 1) {
      this.#setWaves(first + i, frequencyHz);
      for (let a = 0; a < UNKNOWNS; a += 1) {
        const part = shares[i]! * waves[a]!;
        right[a]! += part * means[i]!;
        for (let b = 0; b <= a; b += 1) matrix[a * UNKNOWNS + b]! += part * waves[b]!;
      }
    }
    let trace = 0;
    for (let a = 0; a < UNKNOWNS; a += 1) trace += matrix[a * UNKNOWNS + a]!;
    if (!(trace > 0)) return right.fill(0);
    for (let a = 0; a < UNKNOWNS; a += 1) matrix[a * UNKNOWNS + a]! += (RIDGE * trace) / UNKNOWNS;
    return solvePositive(matrix, right);
  }
}

/** Symmetric and positive, by Cholesky's way, in place; the lower half is read. */
function solvePositive(matrix: Float64Array, right: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const size = right.length;
  for (let a = 0; a < size; a += 1) {
    for (let b = 0; b <= a; b += 1) {
      let sum = matrix[a * size + b]!;
      for (let k = 0; k < b; k += 1) sum -= matrix[a * size + k]! * matrix[b * size + k]!;
      matrix[a * size + b] = a === b ? Math.sqrt(Math.max(sum, 1e-300)) : sum / matrix[b * size + b]!;
    }
  }
  for (let a = 0; a < size; a += 1) {
    let sum = right[a]!;
    for (let k = 0; k < a; k += 1) sum -= matrix[a * size + k]! * right[k]!;
    right[a] = sum / matrix[a * size + a]!;
  }
  for (let a = size - 1; a >= 0; a -= 1) {
    let sum = right[a]!;
    for (let k = a + 1; k < size; k += 1) sum -= matrix[k * size + a]! * right[k]!;
    right[a] = sum / matrix[a * size + a]!;
  }
  return right;
}
