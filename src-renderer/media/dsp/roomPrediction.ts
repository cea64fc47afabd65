import { joined, soundOf } from './fileRepair.ts';
import { RealFft } from './realFft.ts';

const WINDOW_SEC = 0.0427;
/** Of a window. */
const HOPS = 4;
const DELAY = 3;
const TAPS = 24;
const PASSES = 2;
const TOP_HZ = 8000;
const STRETCH_SEC = 20;
/** Of a stretch: as much more is waited for, so that the last one is never a short one. */
const MORE = 0.5;
/** Of less nothing can be learned. */
const LEAST_SEC = 3;
const LEAST_PART = 1e-4;
const LEAST_POWER = 1e-20;
const RIDGE = 1e-6;
const LEAST_RIDGE = 1e-30;

/** One channel's late part of a room, predicted and subtracted: native/dsp/room_prediction.cpp, which says how. */
export class RoomPrediction {
  readonly #share: number;
  readonly #rateHz: number;
  readonly #size: number;
  readonly #hop: number;
  readonly #bins: number;
  readonly #fft: RealFft;
  readonly #window: Float64Array;
  readonly #predictor = new Predictor();
  /** What is not given yet, from `#given` on, and what of the sound before it is still in a window. */
  #waiting = new Float32Array(0);
  #given = 0;
  #before: Float64Array;
  #came = 0;
  /** Spectra of the frames from `#first` on, a bin after the other in each. */
  #spectra: { re: Float64Array; im: Float64Array }[] = [];
  #first = 0;
  #done = 0;
  /** From `#given` on. */
  #late: Float64Array;
  isPredicted = true;

  constructor(share: number, rateHz: number) {
    this.#share = share;
    this.#rateHz = rateHz;
    this.#size = 2 ** Math.max(6, Math.round(Math.log2(WINDOW_SEC * rateHz)));
    this.#hop = this.#size / HOPS;
    this.#bins = Math.min(this.#size / 2, Math.round((TOP_HZ / rateHz) * this.#size));
    this.#fft = new RealFft(this.#size);
    this.#window = Float64Array.from({ length: this.#size }, (_, i) =>
      Math.sqrt(0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / this.#size)),
    );
    this.#before = new Float64Array(this.#size - this.#hop);
    this.#late = new Float64Array(0);
  }

  process(samples: Float32Array, isLast: boolean): Float32Array<ArrayBuffer> {
    this.#waiting = joined(this.#waiting, samples);
    this.#came += samples.length;
    this.#transform(samples, isLast);
    const stretch = Math.round((STRETCH_SEC * this.#rateHz) / this.#hop);
    for (;;) {
      const frames = this.#first + this.#spectra.length - this.#done;
      if (frames >= (1 + MORE) * stretch) this.#predict(stretch);
      else break;
    }
    if (!isLast) return this.#give(this.#done * this.#hop - this.#size + this.#hop - this.#given);
    this.isPredicted = this.#came >= LEAST_SEC * this.#rateHz;
    if (this.isPredicted) this.#predict(this.#first + this.#spectra.length - this.#done);
    return this.#give(this.#waiting.length);
  }

  /** Frame `t` ends `t + 1` hops behind the first sample. */
  #transform(samples: Float32Array, isLast: boolean): void {
    const kept = this.#before.length;
    const padding = isLast ? this.#size : 0;
    const line = new Float64Array(kept + samples.length + padding);
    line.set(this.#before);
    for (let i = 0; i < samples.length; i += 1) line[kept + i] = soundOf(samples[i]!);
    const buffer = new Float64Array(this.#size);
    const [re, im] = [new Float64Array(this.#size / 2 + 1), new Float64Array(this.#size / 2 + 1)];
    let at = 0;
    for (; at + this.#size <= line.length; at += this.#hop) {
      for (let i = 0; i < this.#size; i += 1) buffer[i] = line[at + i]! * this.#window[i]!;
      this.#fft.forward(buffer, re, im);
      this.#spectra.push({ re: re.slice(0, this.#bins), im: im.slice(0, this.#bins) });
    }
    this.#before = line.slice(at);
  }

  #predict(frames: number): void {
    const from = this.#done - this.#first;
    const history = Math.min(from, DELAY + TAPS);
    const predicted = Array.from({ length: frames }, () => ({
      re: new Float64Array(this.#size / 2 + 1),
      im: new Float64Array(this.#size / 2 + 1),
    }));
    const [re, im] = [new Float64Array(history + frames), new Float64Array(history + frames)];
    for (let bin = 1; bin < this.#bins; bin += 1) {
      for (let t = 0; t < history + frames; t += 1) {
        const spectrum = this.#spectra[from - history + t]!;
        re[t] = spectrum.re[bin]!;
        im[t] = spectrum.im[bin]!;
      }
      this.#predictor.predict(re, im, history);
      for (let t = 0; t < frames; t += 1) {
        predicted[t]!.re[bin] = re[history + t]! - this.#predictor.re[history + t]!;
        predicted[t]!.im[bin] = im[history + t]! - this.#predictor.im[history + t]!;
      }
    }
    this.#overlap(predicted);
    this.#done += frames;
    const spare = Math.max(0, this.#done - DELAY - TAPS - this.#first);
    this.#spectra.splice(0, spare);
    this.#first += spare;
  }

  #overlap(predicted: readonly { re: Float64Array; im: Float64Array }[]): void {
    const begin = this.#done * this.#hop - this.#size + this.#hop - this.#given;
    const late = new Float64Array(begin + (predicted.length - 1) * this.#hop + this.#size);
    late.set(this.#late.subarray(0, late.length));
    const buffer = new Float64Array(this.#size);
    const scale = 2 / HOPS;
    for (const [t, { re, im }] of predicted.entries()) {
      this.#fft.inverse(re, im, buffer);
      const at = begin + t * this.#hop;
      for (let i = Math.max(0, -at); i < this.#size; i += 1) {
        late[at + i]! += buffer[i]! * this.#window[i]! * scale;
      }
    }
    this.#late = late;
  }

  #give(count: number): Float32Array<ArrayBuffer> {
    const ready = Math.max(0, Math.min(count, this.#waiting.length));
    const out = this.#waiting.slice(0, ready);
    const most = Math.min(ready, this.#late.length);
    for (let i = 0; i < most; i += 1) {
      const late = this.#late[i]!;
      if (late !== 0) out[i] = out[i]! - this.#share * late;
    }
    this.#waiting = this.#waiting.slice(ready);
    this.#late = this.#late.slice(most);
    this.#given += ready;
    return out;
  }
}

/** A bin's frames from those well before them. */
class Predictor {
  /** What is left. */
  re = new Float64Array(0);
  im = new Float64Array(0);
  readonly #matrixRe = new Float64Array(TAPS * TAPS);
  readonly #matrixIm = new Float64Array(TAPS * TAPS);
  readonly #tapsRe = new Float64Array(TAPS);
  readonly #tapsIm = new Float64Array(TAPS);

  predict(re: Float64Array, im: Float64Array, history: number): void {
    this.re = re.slice();
    this.im = im.slice();
    let all = 0;
    for (let t = history; t < re.length; t += 1) all += re[t]! * re[t]! + im[t]! * im[t]!;
    const least = (LEAST_PART * all) / (re.length - history) + LEAST_POWER;
    for (let pass = 0; pass < PASSES; pass += 1) {
      this.#correlate(re, im, history, least);
      solveHermitian(this.#matrixRe, this.#matrixIm, this.#tapsRe, this.#tapsIm);
      this.#subtract(re, im, history);
    }
  }

  #correlate(re: Float64Array, im: Float64Array, history: number, least: number): void {
    const [matrixRe, matrixIm] = [this.#matrixRe.fill(0), this.#matrixIm.fill(0)];
    const [rightRe, rightIm] = [this.#tapsRe.fill(0), this.#tapsIm.fill(0)];
    for (let t = Math.max(history, DELAY); t < re.length; t += 1) {
      const share = 1 / Math.max(this.#powerAround(t, history), least);
      const newest = t - DELAY;
      const taps = Math.min(TAPS, newest + 1);
      for (let a = 0; a < taps; a += 1) {
        const ownRe = re[newest - a]! * share;
        const ownIm = im[newest - a]! * share;
        rightRe[a]! += ownRe * re[t]! + ownIm * im[t]!;
        rightIm[a]! += ownRe * im[t]! - ownIm * re[t]!;
        for (let b = 0; b <= a; b += 1) {
          const otherRe = re[newest - b]!;
          const otherIm = im[newest - b]!;
          matrixRe[a * TAPS + b]! += ownRe * otherRe + ownIm * otherIm;
          matrixIm[a * TAPS + b]! += ownRe * otherIm - ownIm * otherRe;
        }
      }
    }
  }

  #powerAround(t: number, history: number): number {
    let sum = this.re[t]! * this.re[t]! + this.im[t]! * this.im[t]!;
    let count = 1;
    if (t > history) {
      sum += this.re[t - 1]! * this.re[t - 1]! + this.im[t - 1]! * this.im[t - 1]!;
      count += 1;
    }
    if (t + 1 < this.re.length) {
      sum += this.re[t + 1]! * this.re[t + 1]! + this.im[t + 1]! * this.im[t + 1]!;
      count += 1;
    }
    return sum / count;
  }

  #subtract(re: Float64Array, im: Float64Array, history: number): void {
    for (let t = Math.max(history, DELAY); t < re.length; t += 1) {
      const newest = t - DELAY;
      const taps = Math.min(TAPS, newest + 1);
      let sumRe = 0;
      let sumIm = 0;
      for (let a = 0; a < taps; a += 1) {
        sumRe += this.#tapsRe[a]! * re[newest - a]! - this.#tapsIm[a]! * im[newest - a]!;
        sumIm += this.#tapsRe[a]! * im[newest - a]! + this.#tapsIm[a]! * re[newest - a]!;
      }
      this.re[t] = re[t]! - sumRe;
      this.im[t] = im[t]! - sumIm;
    }
  }
}

/** Hermitian and positive, by Cholesky's way; the lower half is read, and the right side becomes the solution. */
function solveHermitian(
  matrixRe: Float64Array,
  matrixIm: Float64Array,
  rightRe: Float64Array,
  rightIm: Float64Array,
): void {
  let trace = 0;
  for (let a = 0; a < TAPS; a += 1) trace += matrixRe[a * TAPS + a]!;
  for (let a = 0; a < TAPS; a += 1) matrixRe[a * TAPS + a]! += (RIDGE * trace) / TAPS + LEAST_RIDGE;
  for (let a = 0; a < TAPS; a += 1) {
    for (let b = 0; b <= a; b += 1) {
      let re = matrixRe[a * TAPS + b]!;
      let im = matrixIm[a * TAPS + b]!;
      for (let k = 0; k < b; k += 1) {
        const [oneRe, oneIm] = [matrixRe[a * TAPS + k]!, matrixIm[a * TAPS + k]!];
        const [otherRe, otherIm] = [matrixRe[b * TAPS + k]!, matrixIm[b * TAPS + k]!];
        re -= oneRe * otherRe + oneIm * otherIm;
        im -= oneIm * otherRe - oneRe * otherIm;
      }
      const size = matrixRe[b * TAPS + b]!;
      matrixRe[a * TAPS + b] = a === b ? Math.sqrt(Math.max(re, LEAST_RIDGE)) : re / size;
      matrixIm[a * TAPS + b] = a === b ? 0 : im / size;
    }
  }
  for (let a = 0; a < TAPS; a += 1) {
    for (let k = 0; k < a; k += 1) {
      const [re, im] = [matrixRe[a * TAPS + k]!, matrixIm[a * TAPS + k]!];
      rightRe[a]! -= re * rightRe[k]! - im * rightIm[k]!;
      rightIm[a]! -= re * rightIm[k]! + im * rightRe[k]!;
    }
    rightRe[a]! /= matrixRe[a * TAPS + a]!;
    rightIm[a]! /= matrixRe[a * TAPS + a]!;
  }
  for (let a = TAPS - 1; a >= 0; a -= 1) {
    for (let k = a + 1; k < TAPS; k += 1) {
      const [re, im] = [matrixRe[k * TAPS + a]!, matrixIm[k * TAPS + a]!];
      rightRe[a]! -= re * rightRe[k]! + im * rightIm[k]!;
      rightIm[a]! -= re * rightIm[k]! - im * rightRe[k]!;
    }
    rightRe[a]! /= matrixRe[a * TAPS + a]!;
    rightIm[a]! /= matrixRe[a * TAPS + a]!;
  }
}
