import { SILENCE_DB } from '../../../src-shared/domain/gain.ts';

/** The largest value of a 16-bit converter: at or above it a sample may have been cut off. */
const FULL_SCALE = Math.fround(32767 / 32768);

export function amplitudeToDb(amplitude: number): number {
  return amplitude > 1e-6 ? 20 * Math.log10(amplitude) : SILENCE_DB;
}

export function powerToDb(meanSquare: number): number {
  return meanSquare > 1e-12 ? 10 * Math.log10(meanSquare) : SILENCE_DB;
}

/** Mean square of the samples. */
export function meanSquare(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) sum += samples[i]! * samples[i]!;
  return samples.length === 0 ? 0 : sum / samples.length;
}

export function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const size = Math.abs(samples[i]!);
    if (size > peak) peak = size;
  }
  return peak;
}

/** Samples at full scale. */
export function countClipped(samples: Float32Array): number {
  let count = 0;
  for (let i = 0; i < samples.length; i += 1) {
    if (Math.abs(samples[i]!) >= FULL_SCALE) count += 1;
  }
  return count;
}
