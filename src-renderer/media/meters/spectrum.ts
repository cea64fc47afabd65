import { amplitudeToDb } from '../dsp/levels.ts';
import { RealFft } from '../dsp/realFft.ts';

const WINDOW_SAMPLES = 4096;
const FFT_SAMPLES = 8192;

interface Reach {
  /** Bins within the band; none where `first` is above `last`. */
  first: number;
  last: number;
  /** The band's middle, in bins. */
  middle: number;
}

/**
 * What a sound is made of, for the eye: the last 85 ms through a Hann window; a band shows the largest value within it,
 * so that a sine reads its peak whatever the band's width (native/dsp/spectrum.cpp).
 */
export class Spectrum {
  readonly #fft = new RealFft(FFT_SAMPLES);
  readonly #reaches: Reach[];
  readonly #window: Float64Array;
  /** The newest sample is before `#at`. */
  readonly #history = new Float32Array(WINDOW_SAMPLES);
  #at = 0;
  readonly #block = new Float64Array(FFT_SAMPLES);
  readonly #magnitudes = new Float64Array(FFT_SAMPLES / 2 + 1);

  /** `edgesHz`: one more than there are bands. */
  constructor(rateHz: number, edgesHz: readonly number[]) {
    const hann = Float64Array.from(
      { length: WINDOW_SAMPLES },
      (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW_SAMPLES),
    );
    const sum = hann.reduce((total, weight) => total + weight, 0);
    // Half of a sine's amplitude is at its negative frequency.
    this.#window = hann.map((weight) => (weight * 2) / sum);
    const binsPerHz = FFT_SAMPLES / rateHz;
    const lastBin = FFT_SAMPLES / 2;
    this.#reaches = edgesHz.slice(0, -1).map((lowHz, band) => {
      const low = lowHz * binsPerHz;
      const high = (edgesHz[band + 1] ?? lowHz) * binsPerHz;
      return {
        first: Math.ceil(low),
        last: Math.floor(Math.min(high, lastBin)),
        middle: Math.min(Math.sqrt(low * high), lastBin),
      };
    });
  }

  add(samples: Float32Array): void {
    for (let i = 0; i < samples.length; i += 1) {
      this.#history[this.#at] = samples[i]!;
      this.#at = (this.#at + 1) % WINDOW_SAMPLES;
    }
  }

  /** dBFS of each band into `to`, never below -120. */
  read(to: Float32Array): void {
    for (let i = 0; i < WINDOW_SAMPLES; i += 1) {
      this.#block[i] = this.#window[i]! * this.#history[(this.#at + i) % WINDOW_SAMPLES]!;
    }
    this.#fft.magnitudes(this.#block, this.#magnitudes);
    this.#reaches.forEach(({ first, last, middle }, band) => {
      // Low bands are narrower than a bin: there it is the value between the bins.
      let largest = this.#magnitudeAt(middle);
      for (let bin = first; bin <= last; bin += 1) largest = Math.max(largest, this.#magnitudes[bin]!);
      to[band] = amplitudeToDb(largest);
    });
  }

  #magnitudeAt(bin: number): number {
    const below = Math.min(Math.floor(bin), this.#magnitudes.length - 2);
    const share = bin - below;
    return (1 - share) * this.#magnitudes[below]! + share * this.#magnitudes[below + 1]!;
  }
}
