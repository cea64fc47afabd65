import type { HumReading } from './humMeter.ts';
import type { FrameRecord } from '../chain/frameRecord.ts';
import { amplitudeToDb, powerToDb } from '../dsp/levels.ts';
import { SILENCE_DB } from '../../../src-shared/domain/gain.ts';
import { mapReductions, reductionOf, type Reductions } from '../../../src-shared/domain/stripEffects.ts';

const FRAMES_PER_SEC = 100;
const NOISE_WINDOW_FRAMES = 3 * FRAMES_PER_SEC;
const REDUCTION_WINDOW_FRAMES = 3 * FRAMES_PER_SEC;
const LATENCY_WINDOW = 10 * FRAMES_PER_SEC;
/** Less than this of a pause says nothing about it yet. */
const SHORTEST_PAUSE_FRAMES = 20;
/** Below -90 dBFS there is no noise to lower, only the last step of a converter. */
const QUIETEST_POWER = 1e-9;
const NO_REDUCTIONS = mapReductions(() => 0);

/** What the frames since the last reading say; nothing of devices. */
export interface MeteredLevels extends Reductions<number> {
  inputPeakDb: number;
  inputRmsDb: number;
  hum: HumReading | null;
  outputPeakDb: number;
  outputRmsDb: number;
  noiseLevelDb: number | null;
  reductionDb: number | null;
  speechProbability: number;
  inputClips: number;
  outputClips: number;
  outputLufsMomentary: number | null;
}

/** Of the whole session. */
export interface MeteredSession {
  reductionDb: number | null;
  latencyP50Ms: number | null;
  latencyP99Ms: number | null;
}

/** Turns the records of single frames into what a screen shows: native/engine/live_meters.cpp. */
export class LiveMeters {
  readonly #input = new LevelMeter();
  readonly #output = new LevelMeter();
  readonly #noise = new NoiseFloor();
  readonly #pauses: Powers[] = [];
  readonly #sessionPauses: Powers = { input: 0, output: 0 };
  #sessionPauseFrames = 0;
  readonly #latenciesMs: number[] = [];
  readonly #sessionLatencies = new LatencyHistogram();
  #newest: FrameRecord | null = null;
  #reductions = NO_REDUCTIONS;

  add(record: FrameRecord): void {
    this.#newest = record;
    this.#input.add(record.inputPeak, record.inputPower);
    this.#output.add(record.outputPeak, record.outputPower);
    this.#noise.add(record);
    this.#reductions = mapReductions((effect) =>
      Math.max(reductionOf(this.#reductions, effect), reductionOf(record, effect)),
    );
    if (!record.isPause || record.alignedInputPower <= QUIETEST_POWER) return;
    this.#pauses.push({ input: record.alignedInputPower, output: record.denoisedPower });
    keepNewest(this.#pauses, REDUCTION_WINDOW_FRAMES);
    this.#sessionPauses.input += record.alignedInputPower;
    this.#sessionPauses.output += record.denoisedPower;
    this.#sessionPauseFrames += 1;
  }

  addLatency(ms: number): void {
    this.#latenciesMs.push(ms);
    keepNewest(this.#latenciesMs, LATENCY_WINDOW);
    this.#sessionLatencies.add(ms);
  }

  /** Reads and starts again where it counts since the last reading. */
  take(): MeteredLevels {
    const input = this.#input.take();
    const output = this.#output.take();
    const levels = {
      inputPeakDb: input.peakDb,
      inputRmsDb: input.rmsDb,
      hum: this.#newest?.hum ?? null,
      outputPeakDb: output.peakDb,
      outputRmsDb: output.rmsDb,
      noiseLevelDb: this.#noise.levelDb,
      reductionDb:
        this.#pauses.length >= SHORTEST_PAUSE_FRAMES ? pausesReductionOf(sumOf(this.#pauses)) : null,
      speechProbability: this.#newest?.speechProbability ?? 0,
      ...this.#reductions,
      inputClips: this.#newest?.inputClips ?? 0,
      outputClips: this.#newest?.outputClips ?? 0,
      outputLufsMomentary: this.#newest?.outputLufs ?? null,
    };
    this.#reductions = NO_REDUCTIONS;
    return levels;
  }

  /** Milliseconds below which this share (0-1) of the last measurements are; 0 before the first. */
  latencyAt(share: number, newest = LATENCY_WINDOW): number {
    // Of numbers alone: many times a second, and a comparison in JavaScript would take most of the time.
    const sorted = Float64Array.from(this.#latenciesMs.slice(-newest)).sort();
    return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  }

  get session(): MeteredSession {
    return {
      reductionDb:
        this.#sessionPauseFrames >= SHORTEST_PAUSE_FRAMES ? pausesReductionOf(this.#sessionPauses) : null,
      latencyP50Ms: this.#sessionLatencies.at(0.5),
      latencyP99Ms: this.#sessionLatencies.at(0.99),
    };
  }
}

interface Powers {
  input: number;
  output: number;
}

/** Peak and power since the last reading; with nothing added since, the last reading stays. */
class LevelMeter {
  #peak = 0;
  #powerSum = 0;
  #frames = 0;
  #last = { peakDb: SILENCE_DB, rmsDb: SILENCE_DB };

  add(peak: number, power: number): void {
    this.#peak = Math.max(this.#peak, peak);
    this.#powerSum += power;
    this.#frames += 1;
  }

  take(): { peakDb: number; rmsDb: number } {
    if (this.#frames > 0) {
      this.#last = { peakDb: amplitudeToDb(this.#peak), rmsDb: powerToDb(this.#powerSum / this.#frames) };
      this.#peak = this.#powerSum = this.#frames = 0;
    }
    return this.#last;
  }
}

/**
 * Level of what is there while nobody speaks: the powers of pauses, smoothed over 100 ms, and of them the smallest
 * within the last 3 s of pauses (R. Martin, "Noise power spectral density estimation based on optimal smoothing and
 * minimum statistics", 2001; whole band instead of bins, so without its bias table).
 */
class NoiseFloor {
  #smoothedPower = 0;
  #pauseFrames = 0;
  readonly #recent: number[] = [];

  add({ isPause, alignedInputPower }: FrameRecord): void {
    // Nothing at all is a device that gives no sound yet, and no noise.
    if (!isPause || alignedInputPower === 0) return;
    // The first frames are averaged plainly, so that the start does not count as silence.
    this.#pauseFrames += 1;
    const share = Math.max(0.1, 1 / this.#pauseFrames);
    this.#smoothedPower += share * (alignedInputPower - this.#smoothedPower);
    if (this.#pauseFrames < SHORTEST_PAUSE_FRAMES) return;
    this.#recent.push(this.#smoothedPower);
    keepNewest(this.#recent, NOISE_WINDOW_FRAMES);
  }

  get levelDb(): number | null {
    return this.#recent.length === 0 ? null : powerToDb(Math.min(...this.#recent));
  }
}

const HISTOGRAM_STEP_MS = 0.25;
const HISTOGRAM_BINS = 2000;

/** How often which latency was measured since the start, up to half a second. */
class LatencyHistogram {
  readonly #counts = new Uint32Array(HISTOGRAM_BINS);
  #total = 0;

  add(ms: number): void {
    const bin = Math.min(HISTOGRAM_BINS - 1, Math.floor(Math.max(0, ms) / HISTOGRAM_STEP_MS));
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1;
    this.#total += 1;
  }

  /** The value that this share (0-1) of the measurements does not exceed; null before the first. */
  at(share: number): number | null {
    if (this.#total === 0) return null;
    let left = Math.floor(share * (this.#total - 1));
    const bin = this.#counts.findIndex((count) => {
      left -= count;
      return left < 0;
    });
    return (bin + 0.5) * HISTOGRAM_STEP_MS;
  }
}

function sumOf(powers: readonly Powers[]): Powers {
  const sum = { input: 0, output: 0 };
  for (const { input, output } of powers) {
    sum.input += input;
    sum.output += output;
  }
  return sum;
}

function pausesReductionOf({ input, output }: Powers): number {
  return 10 * Math.log10(input / Math.max(output, 1e-12 * input));
}

function keepNewest(values: unknown[], limit: number): void {
  if (values.length > limit) values.splice(0, values.length - limit);
}
