/** How much hum of the mains is in a signal; levels in dBFS. */
export interface HumReading {
  /** 50 or 60: whichever stands out more. */
  mainsHz: number;
  /** Of the three tones together; a full-scale sine reads -3. */
  levelDb: number;
  /** Above what is beside them. */
  prominenceDb: number;
}

const MAINS_HZ = [50, 60] as const;
const HARMONICS = [1, 2, 3] as const;
const BESIDE_HZ = 6;
/** The signal is averaged down to about this. */
const LOW_RATE_HZ = 3000;
const SILENCE = 1e-12;

/**
 * 50 or 60 Hz with the next two harmonics, over a second at a time: under a Hann window, by Goertzel's algorithm
 * (G. Goertzel, "An Algorithm for the Evaluation of Finite Trigonometric Series", American Mathematical Monthly 65, 1958).
 * The same as `native/dsp/hum_meter.hpp`.
 */
export class HumMeter {
  readonly #every: number;
  readonly #window: Float64Array;
  readonly #lowRateHz: number;
  #filled = 0;
  #sum = 0;
  #summed = 0;
  #reading: HumReading | null = null;

  constructor(rateHz: number) {
    this.#every = Math.max(1, Math.floor(rateHz / LOW_RATE_HZ));
    this.#lowRateHz = rateHz / this.#every;
    this.#window = new Float64Array(Math.floor(this.#lowRateHz));
  }

  add(samples: Float32Array): void {
    for (const sample of samples) {
      this.#sum += sample;
      this.#summed += 1;
      if (this.#summed < this.#every) continue;
      this.#window[this.#filled] = this.#sum / this.#every;
      this.#sum = this.#summed = 0;
      this.#filled += 1;
      if (this.#filled < this.#window.length) continue;
      this.#filled = 0;
      this.#reading = readHum(this.#window, this.#lowRateHz);
    }
  }

  /** Of the last whole second; null before the first. */
  get reading(): HumReading | null {
    return this.#reading;
  }
}

function readHum(samples: Float64Array, rateHz: number): HumReading {
  const size = samples.length;
  const windowed = samples.map(
    (sample, index) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size)),
  );
  const powerAt = (hz: number) => goertzelPower(windowed, hz / rateHz);
  const found = MAINS_HZ.map((mainsHz): HumReading => {
    const sumOf = (power: (hz: number) => number) =>
      HARMONICS.reduce((sum, harmonic) => sum + power(harmonic * mainsHz), 0);
    const levelDb = toDb(sumOf(powerAt));
    const besideDb = toDb(sumOf((hz) => (powerAt(hz - BESIDE_HZ) + powerAt(hz + BESIDE_HZ)) / 2));
    return { mainsHz, levelDb, prominenceDb: levelDb - besideDb };
  });
  return found.reduce((most, one) => (one.prominenceDb > most.prominenceDb ? one : most));
}

/** The mean square of a sine of this frequency (a part of the rate), which the Hann window has halved. */
function goertzelPower(windowed: Float64Array, frequency: number): number {
  const factor = 2 * Math.cos(2 * Math.PI * frequency);
  let last = 0;
  let before = 0;
  for (const sample of windowed) {
    const next = sample + factor * last - before;
    before = last;
    last = next;
  }
  const energy = Math.max(0, last * last + before * before - factor * last * before);
  const amplitude = (4 * Math.sqrt(energy)) / windowed.length;
  return amplitude ** 2 / 2;
}

const toDb = (meanSquare: number): number => 10 * Math.log10(Math.max(SILENCE, meanSquare));
