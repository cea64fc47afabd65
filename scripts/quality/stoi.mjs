/**
 * Short-time objective intelligibility: C. Taal, R. Hendriks, R. Heusdens, J. Jensen, "An Algorithm for Intelligibility
 * Prediction of Time-Frequency Weighted Noisy Speech", 2011. Both sounds are mono at 48 kHz, aligned to the sample.
 */
import { RealFft } from '../../src-renderer/media/dsp/realFft.ts';

const RATE_HZ = 10_000;
const WINDOW = 256;
const HOP = 128;
const FFT = 512;
const BANDS = 15;
const LOWEST_BAND_HZ = 150;
/** Frames of a segment: 384 ms. */
const SEGMENT = 30;
const RANGE_DB = 40;
const LEAST_SDR_DB = -15;

const HANN = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (WINDOW + 1)),
);

/** 1: every word is understood. */
export function stoi(clean, estimate) {
  const [x, y] = withoutSilence(toTenKilohertz(clean), toTenKilohertz(estimate));
  const cleanBands = bandLevels(x);
  const estimateBands = bandLevels(y);
  let sum = 0;
  let count = 0;
  for (let end = SEGMENT; end <= cleanBands.length; end += 1) {
    for (let band = 0; band < BANDS; band += 1) {
      const of = (levels) => levels.slice(end - SEGMENT, end).map((frame) => frame[band]);
      sum += segmentCorrelation(of(cleanBands), of(estimateBands));
      count += 1;
    }
  }
  return count === 0 ? NaN : sum / count;
}

/** The estimate at the clean one's level, clipped, against it. */
function segmentCorrelation(x, y) {
  const norm = (values) => Math.sqrt(values.reduce((total, value) => total + value * value, 0));
  const scale = norm(x) / (norm(y) + Number.EPSILON);
  const clip = 1 + 10 ** (-LEAST_SDR_DB / 20);
  const bounded = y.map((value, i) => Math.min(value * scale, x[i] * clip));
  const centred = (values) => {
    const mean = values.reduce((total, value) => total + value, 0) / values.length;
    const moved = values.map((value) => value - mean);
    const length = norm(moved) + Number.EPSILON;
    return moved.map((value) => value / length);
  };
  const b = centred(bounded);
  return centred(x).reduce((total, value, i) => total + value * b[i], 0);
}

const HALF_TAPS = 240;
/** A windowed sinc at each of the five places that samples at 10 kHz have between samples at 48 kHz. */
const PHASES = Array.from({ length: 5 }, (_, n) => {
  const cutoff = 0.98 * (RATE_HZ / 48_000);
  const within = ((n * 24) / 5) % 1;
  return Float64Array.from({ length: 2 * HALF_TAPS + 1 }, (_unused, tap) => {
    const t = tap - HALF_TAPS - within;
    const sinc = t === 0 ? cutoff : Math.sin(Math.PI * cutoff * t) / (Math.PI * t);
    return Math.abs(t) > HALF_TAPS ? 0 : sinc * (0.5 + 0.5 * Math.cos((Math.PI * t) / HALF_TAPS));
  });
});

/** From 48 kHz. */
function toTenKilohertz(samples) {
  return Float64Array.from({ length: Math.floor((samples.length * 5) / 24) }, (_, n) => {
    const first = Math.floor((n * 24) / 5) - HALF_TAPS;
    const taps = PHASES[n % 5];
    let sum = 0;
    for (let tap = Math.max(0, -first); tap < taps.length && first + tap < samples.length; tap += 1) {
      sum += samples[first + tap] * taps[tap];
    }
    return sum;
  });
}

/** Both without the frames in which the clean one is 40 dB below its loudest. */
function withoutSilence(x, y) {
  const starts = [];
  for (let start = 0; start + WINDOW <= x.length; start += HOP) starts.push(start);
  const levels = starts.map((start) => {
    let power = 0;
    for (let i = 0; i < WINDOW; i += 1) power += (x[start + i] * HANN[i]) ** 2;
    return 20 * Math.log10(Math.sqrt(power) + Number.EPSILON);
  });
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity);
  const kept = starts.filter((_, frame) => levels[frame] > loudest - RANGE_DB);
  return [x, y].map((samples) => {
    const joined = new Float64Array(Math.max(0, kept.length - 1) * HOP + WINDOW);
    kept.forEach((start, frame) => {
      for (let i = 0; i < WINDOW; i += 1) joined[frame * HOP + i] += samples[start + i] * HANN[i];
    });
    return joined;
  });
}

/** Of each frame the levels of its third octaves. */
function bandLevels(samples) {
  const fft = new RealFft(FFT);
  const windowed = new Float64Array(FFT);
  const magnitudes = new Float64Array(FFT / 2 + 1);
  const frames = [];
  for (let start = 0; start + WINDOW <= samples.length; start += HOP) {
    for (let i = 0; i < WINDOW; i += 1) windowed[i] = samples[start + i] * HANN[i];
    fft.magnitudes(windowed, magnitudes);
    frames.push(
      BAND_BINS.map(([from, to]) => {
        let power = 0;
        for (let bin = from; bin < to; bin += 1) power += magnitudes[bin] ** 2;
        return Math.sqrt(power);
      }),
    );
  }
  return frames;
}

/** Between the bins that are nearest to the bands' edges. */
const BAND_BINS = Array.from({ length: BANDS }, (_, band) => {
  const nearest = (hz) => Math.round((hz * FFT) / RATE_HZ);
  const centre = LOWEST_BAND_HZ * 2 ** (band / 3);
  return [nearest(centre * 2 ** (-1 / 6)), nearest(centre * 2 ** (1 / 6))];
});
