import { EQUALIZER_BANDS } from './equalizer.ts';

/** A second-order filter, normalised to a0 = 1. */
export interface BiquadCoefficients {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/** A band above this part of the sample rate does nothing (native/dsp/equalizer.cpp). */
const HIGHEST_BAND_OF_RATE = 0.45;

/**
 * Quality of a band's filter, as native/dsp/equalizer.cpp has it: half of its gain at the middle, on a scale of
 * octaves, between its frequency and its nearer neighbour's.
 */
export function equalizerQ(band: number): number {
  const centre = frequencyHz(band);
  const middleHz = (lower: number) => Math.sqrt(frequencyHz(lower) * frequencyHz(lower + 1));
  let halfWidth = 1e9;
  if (band > 0) halfWidth = Math.min(halfWidth, Math.log2(centre / middleHz(band - 1)));
  if (band + 1 < EQUALIZER_BANDS.length) halfWidth = Math.min(halfWidth, Math.log2(middleHz(band) / centre));
  const ratio = 2 ** (2 * halfWidth);
  return Math.sqrt(ratio) / (ratio - 1);
}

/** The peaking filter of R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients". */
export function peakingFilter(
  centreHz: number,
  q: number,
  gainDb: number,
  rateHz: number,
): BiquadCoefficients {
  const amplitude = 10 ** (gainDb / 40);
  const angle = (2 * Math.PI * centreHz) / rateHz;
  const alpha = Math.sin(angle) / (2 * q);
  const scale = 1 / (1 + alpha / amplitude);
  const middle = -2 * Math.cos(angle) * scale;
  return {
    b0: (1 + alpha * amplitude) * scale,
    b1: middle,
    b2: (1 - alpha * amplitude) * scale,
    a1: middle,
    a2: (1 - alpha / amplitude) * scale,
  };
}

/** Decibels that a filter adds to a tone. */
export function biquadResponseDb(filter: BiquadCoefficients, toneHz: number, rateHz: number): number {
  const { b0, b1, b2, a1, a2 } = filter;
  // |H|² written with sin²(ω/2): near 0 Hz the form with cosines loses all its digits.
  const phi = Math.sin((Math.PI * toneHz) / rateHz) ** 2;
  const power = (c0: number, c1: number, c2: number) =>
    (c0 + c1 + c2) ** 2 - 4 * (c0 * c1 + 4 * c0 * c2 + c1 * c2) * phi + 16 * c0 * c2 * phi ** 2;
  return 10 * Math.log10(power(b0, b1, b2) / power(1, a1, a2));
}

/** The ten filters of these gains; null where a band cannot be at this rate, or is flat. */
export function equalizerFilters(gainsDb: readonly number[], rateHz: number): (BiquadCoefficients | null)[] {
  return EQUALIZER_BANDS.map((_, band) => {
    const gainDb = gainsDb[band] ?? 0;
    if (gainDb === 0 || frequencyHz(band) >= HIGHEST_BAND_OF_RATE * rateHz) return null;
    return peakingFilter(frequencyHz(band), equalizerQ(band), gainDb, rateHz);
  });
}

/** Decibels that the whole equalizer adds to each of the tones. */
export function equalizerResponseDb(
  gainsDb: readonly number[],
  tonesHz: readonly number[],
  rateHz: number,
): number[] {
  const filters = equalizerFilters(gainsDb, rateHz).filter((filter) => filter !== null);
  return tonesHz.map((toneHz) =>
    filters.reduce((sumDb, filter) => sumDb + biquadResponseDb(filter, toneHz, rateHz), 0),
  );
}

export function frequencyHz(band: number): number {
  return EQUALIZER_BANDS[band]?.frequencyHz ?? 0;
}
