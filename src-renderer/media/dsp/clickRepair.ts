import type { EngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { CLICKS, mostErrorsOf } from './deClick.ts';
import type { FileRepair } from './fileRepair.ts';
import { predictorOf } from './linearPrediction.ts';
import { followShare } from './lowPass.ts';
import { samplesOf } from './ramp.ts';

const ORDER = 32;
const MOST_CLICK_SEC = 0.008;
const SERIES_SEC = 0.015;
const AGREEING_ERRORS = 5;
const AGREEING_SAMPLES = 12;
const SERIES_SHARE = 0.3;

/** The de-click of files, native/dsp/click_repair.cpp, which says how it works: all channels of a sound that lies there. */
export class ClickRepair implements FileRepair {
  readonly #channels: ClicksOfChannel[];

  constructor(settings: EngineEffects['deClick'], rateHz: number, channels: number) {
    const mostErrors = mostErrorsOf(settings);
    this.#channels = Array.from({ length: channels }, () => new ClicksOfChannel(mostErrors, rateHz));
  }

  process(planes: readonly Float32Array[], isLast: boolean): Float32Array<ArrayBuffer>[] {
    return this.#channels.map((channel, k) => channel.process(planes[k]!, isLast));
  }
}

class ClicksOfChannel {
  readonly #mostErrors: number;
  readonly #window: Float64Array;
  readonly #renewEvery: number;
  readonly #mostClick: number;
  readonly #series: number;
  readonly #rest: number;
  readonly #errorShare: number;
  readonly #restingShare: number;
  readonly #ahead: number;
  #coefficients: Float64Array = new Float64Array(ORDER);
  /** What is kept of the sound: one window that is done, and what is still looked at. */
  #line: Float64Array;
  #at: number;
  #untilRenewed = 0;
  #usualError = 0;
  #resting = 0;

  constructor(mostErrors: number, rateHz: number) {
    this.#mostErrors = mostErrors;
    const size = Math.max(2 * ORDER, samplesOf(CLICKS.windowSec, rateHz));
    this.#window = Float64Array.from(
      { length: size },
      (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size),
    );
    this.#renewEvery = samplesOf(CLICKS.renewSec, rateHz);
    this.#mostClick = samplesOf(MOST_CLICK_SEC, rateHz);
    this.#series = samplesOf(SERIES_SEC, rateHz);
    this.#rest = samplesOf(CLICKS.restSec, rateHz);
    this.#errorShare = followShare(CLICKS.errorSec, rateHz);
    this.#restingShare = followShare(CLICKS.restingErrorSec, rateHz);
    this.#ahead = this.#mostClick + AGREEING_SAMPLES + size;
    this.#line = new Float64Array(size);
    this.#at = size;
  }

  process(samples: Float32Array, isLast: boolean): Float32Array<ArrayBuffer> {
    const size = this.#window.length;
    const joined = new Float64Array(this.#line.length + samples.length + (isLast ? this.#ahead : 0));
    joined.set(this.#line);
    joined.set(samples, this.#line.length);
    const from = this.#at;
    this.#line = joined;
    const end = joined.length - this.#ahead;
    while (this.#at < end) this.#look();
    const to = isLast ? Math.min(this.#at, end) : this.#at;
    const out = Float32Array.from(joined.subarray(from, to));
    this.#line = joined.slice(to - size);
    this.#at = size;
    return out;
  }

  #look(): void {
    const line = this.#line;
    if (this.#untilRenewed === 0) {
      this.#coefficients = predictorOf(this.#correlationOf([this.#at - this.#window.length]));
      this.#untilRenewed = this.#renewEvery;
    }
    const error = line[this.#at]! - this.#before(this.#at);
    const usual = Math.max(Math.sqrt(this.#usualError), CLICKS.leastError / this.#mostErrors);
    if (this.#resting === 0 && Math.abs(error) > this.#mostErrors * usual) {
      const end = this.#endOf(this.#at, usual);
      if (end > 0) {
        this.#fill(this.#at, end);
        this.#untilRenewed = Math.max(1, this.#untilRenewed - (end - this.#at));
        this.#at = end;
        return;
      }
      // What continues is no click: a T or a K.
      this.#resting = this.#rest;
    }
    const share = this.#resting > 0 ? this.#restingShare : this.#errorShare;
    if (this.#resting > 0) this.#resting -= 1;
    this.#usualError += share * (error * error - this.#usualError);
    this.#untilRenewed -= 1;
    this.#at += 1;
  }

  /** As those before it have a sample. */
  #before(at: number): number {
    const line = this.#line;
    let sum = 0;
    for (let k = 0; k < ORDER; k += 1) sum += this.#coefficients[k]! * line[at - 1 - k]!;
    return sum;
  }

  /** As those behind it have it. */
  #behind(at: number): number {
    const line = this.#line;
    let sum = 0;
    for (let k = 0; k < ORDER; k += 1) sum += this.#coefficients[k]! * line[at + 1 + k]!;
    return sum;
  }

  /** Where what comes is as usual again; 0 where it is not, within what a click may last. */
  #endOf(start: number, usual: number): number {
    const line = this.#line;
    const most = AGREEING_ERRORS * usual;
    let largest = Math.abs(line[start]! - this.#before(start));
    let agreeing = 0;
    for (let at = start + 1; at < start + this.#mostClick + AGREEING_SAMPLES; at += 1) {
      const error = Math.abs(line[at]! - this.#before(at));
      largest = Math.max(largest, error);
      agreeing = error < most ? agreeing + 1 : 0;
      if (agreeing < AGREEING_SAMPLES) continue;
      if (this.#isOfSeries(at + 1, largest)) return 0;
      let end = at + 1 - AGREEING_SAMPLES;
      while (end > start + 1 && Math.abs(line[end - 1]! - this.#behind(end - 1)) < most) end -= 1;
      return end;
    }
    return 0;
  }

  /** The first beats of a voice's cords come one by one out of the silence: soon there is another like it. */
  #isOfSeries(from: number, largest: number): boolean {
    for (let at = from; at < from + this.#series; at += 1)
      if (Math.abs(this.#line[at]! - this.#before(at)) > SERIES_SHARE * largest) return true;
    return false;
  }

  /** Of a window of samples from each place on. */
  #correlationOf(places: readonly number[]): Float64Array {
    const size = this.#window.length;
    const correlation = new Float64Array(ORDER + 1);
    const windowed = new Float64Array(size);
    for (const from of places) {
      for (let i = 0; i < size; i += 1) windowed[i] = this.#window[i]! * this.#line[from + i]!;
      for (let lag = 0; lag <= ORDER; lag += 1) {
        let sum = 0;
        for (let i = lag; i < size; i += 1) sum += windowed[i]! * windowed[i - lag]!;
        correlation[lag]! += sum;
      }
    }
    return correlation;
  }

  /** The samples for which those around them are predicted best. */
  #fill(start: number, end: number): void {
    const predictor = predictorOf(this.#correlationOf([start - this.#window.length, end]));
    // Of the prediction error's filter with itself.
    const filter = Float64Array.from({ length: ORDER + 1 }, (_, k) => (k === 0 ? 1 : -predictor[k - 1]!));
    const own = new Float64Array(ORDER + 1);
    for (let lag = 0; lag <= ORDER; lag += 1) {
      let sum = 0;
      for (let k = lag; k <= ORDER; k += 1) sum += filter[k]! * filter[k - lag]!;
      own[lag] = sum;
    }
    const line = this.#line;
    const count = end - start;
    const wanted = new Float64Array(count);
    for (let i = 0; i < count; i += 1) {
      let sum = 0;
      for (let lag = 1; lag <= ORDER; lag += 1) {
        if (i - lag < 0) sum += own[lag]! * line[start + i - lag]!;
        if (i + lag >= count) sum += own[lag]! * line[start + i + lag]!;
      }
      wanted[i] = -sum;
    }
    solve(own, wanted);
    for (let i = 0; i < count; i += 1) line[start + i] = wanted[i]!;
  }
}

/** A symmetric matrix with equal diagonals (`band[0]` the main one) times what comes out is `values`: by Cholesky's way, in place. */
function solve(band: Float64Array, values: Float64Array): void {
  const count = values.length;
  const width = band.length;
  // Row i: its last `width` entries, the diagonal's at the end.
  const lower = new Float64Array(count * width);
  const at = (row: number, column: number) => row * width + (column - row) + width - 1;
  for (let row = 0; row < count; row += 1) {
    for (let column = Math.max(0, row - width + 1); column <= row; column += 1) {
      let sum = band[row - column]!;
      for (let k = Math.max(0, row - width + 1); k < column; k += 1)
        sum -= lower[at(row, k)]! * lower[at(column, k)]!;
      lower[at(row, column)] = column === row ? Math.sqrt(sum) : sum / lower[at(column, column)]!;
    }
  }
  for (let row = 0; row < count; row += 1) {
    let sum = values[row]!;
    for (let k = Math.max(0, row - width + 1); k < row; k += 1) sum -= lower[at(row, k)]! * values[k]!;
    values[row] = sum / lower[at(row, row)]!;
  }
  for (let row = count - 1; row >= 0; row -= 1) {
    let sum = values[row]!;
    for (let k = row + 1; k < Math.min(count, row + width); k += 1) sum -= lower[at(k, row)]! * values[k]!;
    values[row] = sum / lower[at(row, row)]!;
  }
}
