import { FractionalReader, HALF_WIDTH } from './fractionalReader.ts';

/** A stretch of a microphone's sound, with the time of its first sample on the capture's clock. */
export interface InputChunk {
  samples: Float32Array;
  rateHz: number;
  capturedAtMs: number;
  /** When it was handed on, on the page's clock (milliseconds since 1970). */
  arrivedAtMs: number;
}

const RING_SAMPLES = 1 << 17;
/** What must be left when the next chunk comes: more after it was too little, less again while all is well. */
const LEAST_RESERVE_MS = 4;
const MOST_RESERVE_MS = 60;
const RESERVE_DECAY_MS_PER_SEC = 0.2;
/** What came later than the newest stretch's latest is kept in mind, up to so much more of a reserve. */
const MOST_SPARE_MS = 12;
const SPARE_DECAY_MS_PER_SEC = 0.05;
/** Length of the stretch whose lowest level counts. */
const WINDOW_SEC = 0.5;
/** How much faster or slower than it came, at most: seven hundredths of a semitone. */
const MOST_DEVIATION = 0.004;
/** An excess is worked off at this speed. */
const SETTLING_SEC = 3;
/** Sound that has piled up is left out: in a pause early, under speech where the delay would be felt. */
const LEAVE_OUT_ABOVE_MS = { pause: 12, speech: 50 };
const FADE_SEC = 0.005;

/**
 * A microphone's sound on its way into a context with another clock, and perhaps another rate: held as short as the
 * capture's own unsteadiness allows. The sound is played a little faster or slower as the reserve asks, and its age is
 * known to the sample.
 */
export class InputQueue {
  readonly #rateHz: number;
  readonly #ring = new Float32Array(RING_SAMPLES);
  #reader: FractionalReader;
  #sourceRateHz: number;
  #written = 0;
  #position = 0;
  #isPlaying = false;
  #reserveMs = LEAST_RESERVE_MS;
  #leastLevel = Infinity;
  #windowLeft: number;
  #deviation = 0;
  #mark = { index: 0, capturedAtMs: 0 };
  readonly #transits = new LeastTransit();
  /** As the reader's thread sees it: on a busy one a chunk that has arrived still waits. */
  readonly #waits = new LeastTransit();
  #latestMs = 0;
  #latestEverMs = 0;
  #newestArrivalMs: number;
  #missedSamples = 0;

  /** `rateHz`: of the context; `nowMs`: milliseconds since 1970. */
  constructor(rateHz: number, nowMs: number) {
    this.#newestArrivalMs = nowMs;
    this.#rateHz = rateHz;
    this.#sourceRateHz = rateHz;
    this.#reader = new FractionalReader();
    this.#windowLeft = WINDOW_SEC * rateHz;
  }

  /** Samples of the context whose sound came too late or not at all; silence stood for them. */
  get missedSamples(): number {
    return this.#missedSamples;
  }

  /** On the capture's clock: when the sample that is read next was at the microphone. */
  get capturedAtMs(): number {
    const { index, capturedAtMs } = this.#mark;
    return capturedAtMs + ((this.#position - index) / this.#sourceRateHz) * 1000;
  }

  /** The least difference of arrival and capture: the two clocks' distance, and the shortest way between. */
  get leastTransitMs(): number {
    return this.#transits.leastMs;
  }

  /** Milliseconds since 1970; before the first sound, when the queue was made. */
  get newestArrivalMs(): number {
    return this.#newestArrivalMs;
  }

  /** `nowMs`: milliseconds since 1970, when the reader's thread takes it. */
  push({ samples, rateHz, capturedAtMs, arrivedAtMs }: InputChunk, nowMs = arrivedAtMs): void {
    if (rateHz !== this.#sourceRateHz) this.#changeRate(rateHz);
    this.#transits.add(arrivedAtMs - capturedAtMs);
    this.#waits.add(nowMs - capturedAtMs);
    const lateMs = nowMs - capturedAtMs - this.#waits.leastMs;
    if (lateMs > this.#latestMs) this.#latestMs = lateMs;
    this.#newestArrivalMs = arrivedAtMs;
    this.#mark = { index: this.#written, capturedAtMs };
    for (let i = 0; i < samples.length; i += 1) {
      this.#ring[(this.#written + i) & (RING_SAMPLES - 1)] = samples[i]!;
    }
    this.#written += samples.length;
    // Nothing was read for seconds: the oldest sound is dropped.
    const oldest = this.#written - RING_SAMPLES + 2 * HALF_WIDTH;
    if (this.#position < oldest) this.#position = oldest;
    const isEnough = this.#levelMs() >= this.#reserveMs + (samples.length / rateHz) * 1000;
    if (!this.#isPlaying && isEnough) this.#begin();
  }

  /** Fills the block; `isPause`: nobody speaks, so leaving something out is not audible. */
  pull(block: Float32Array, isPause: boolean): void {
    if (!this.#isPlaying) {
      block.fill(0);
      return;
    }
    const step = (this.#sourceRateHz / this.#rateHz) * (1 + this.#deviation);
    for (let i = 0; i < block.length; i += 1) {
      if (this.#position + HALF_WIDTH >= this.#written) {
        block.fill(0, i);
        this.#runDry(block.length - i);
        return;
      }
      block[i] = this.#reader.valueAt(this.#ring, this.#position);
      this.#position += step;
    }
    this.#leastLevel = Math.min(this.#leastLevel, this.#levelMs());
    this.#windowLeft -= block.length;
    if (this.#windowLeft <= 0) this.#settle(block, isPause);
  }

  #begin(): void {
    this.#isPlaying = true;
    // From here on a whole number: at equal rates samples then pass untouched.
    this.#position = Math.max(HALF_WIDTH, Math.floor(this.#position));
    this.#startWindow();
  }

  #startWindow(): void {
    this.#leastLevel = Infinity;
    this.#windowLeft = WINDOW_SEC * this.#rateHz;
  }

  #runDry(samples: number): void {
    this.#missedSamples += samples;
    this.#reserveMs = Math.min(MOST_RESERVE_MS, Math.max(2 * this.#reserveMs, LEAST_RESERVE_MS));
    this.#deviation = 0;
    this.#isPlaying = false;
  }

  /** What the last stretch says: play faster or slower, or leave something out. */
  #settle(block: Float32Array, isPause: boolean): void {
    const spareMs = this.#spareMs();
    this.#reserveMs = Math.max(
      LEAST_RESERVE_MS + spareMs,
      this.#reserveMs - RESERVE_DECAY_MS_PER_SEC * WINDOW_SEC,
    );
    const excessMs = this.#leastLevel - this.#reserveMs;
    if (excessMs > (isPause ? LEAVE_OUT_ABOVE_MS.pause : LEAVE_OUT_ABOVE_MS.speech)) {
      this.#leaveOut(excessMs, block);
      this.#deviation = 0;
    } else {
      // Within a millisecond nothing is bent: equal clocks give the microphone's own samples.
      const bentMs = Math.abs(excessMs) < 1 && this.#deviation === 0 ? 0 : excessMs;
      this.#deviation = Math.max(-MOST_DEVIATION, Math.min(MOST_DEVIATION, bentMs / 1000 / SETTLING_SEC));
      if (Math.abs(excessMs) < 0.2) this.#deviation = 0;
    }
    this.#startWindow();
  }

  /** How much later than in this stretch chunks have come before: the next may come as late again. */
  #spareMs(): number {
    const latestMs = Math.min(this.#latestMs, MOST_RESERVE_MS);
    this.#latestMs = 0;
    this.#latestEverMs = Math.max(latestMs, this.#latestEverMs - SPARE_DECAY_MS_PER_SEC * WINDOW_SEC);
    return Math.min(MOST_SPARE_MS, this.#latestEverMs - latestMs);
  }

  /** Skips ahead in the sound; the end of the block fades over to what follows. */
  #leaveOut(ms: number, block: Float32Array): void {
    const step = this.#sourceRateHz / this.#rateHz;
    const skipped = Math.floor((ms / 1000) * this.#sourceRateHz);
    const count = Math.min(block.length, Math.round(FADE_SEC * this.#rateHz));
    for (let i = 0; i < count; i += 1) {
      const at = block.length - count + i;
      const later = this.#reader.valueAt(this.#ring, this.#position + skipped - (count - i) * step);
      const share = (i + 1) / count;
      block[at]! += share * (later - block[at]!);
    }
    this.#position += skipped;
  }

  #levelMs(): number {
    return ((this.#written - HALF_WIDTH - this.#position) / this.#sourceRateHz) * 1000;
  }

  #changeRate(rateHz: number): void {
    this.#sourceRateHz = rateHz;
    this.#reader = new FractionalReader(this.#rateHz / rateHz);
    this.#isPlaying = false;
    this.#position = this.#written;
    this.#deviation = 0;
  }
}

/**
 * The first chunks are still stamped by the page's clock, those that Chromium hands to the worker itself by the worker's,
 * which began later.
 */
const UNSETTLED_CHUNKS = 20;
/** No path is this much longer than another: the capture's clock was reset. */
const LONGEST_DELAY_MS = 1000;

/**
 * The least value since the capture has settled, or its clock was set again. Both clocks tick alike, so the least of a
 * whole session is their distance and the shortest way: the same way that the browser's own least figure is of. The
 * least of a while would be larger on a busy machine, and the sound would seem younger than it is.
 */
class LeastTransit {
  #leastMs = Infinity;
  #unsettled = UNSETTLED_CHUNKS;

  add(ms: number): void {
    if (this.#unsettled > 0) {
      this.#unsettled -= 1;
      return;
    }
    this.#leastMs = ms > this.#leastMs + LONGEST_DELAY_MS ? ms : Math.min(this.#leastMs, ms);
  }

  get leastMs(): number {
    return this.#leastMs;
  }
}
