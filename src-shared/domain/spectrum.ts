/** Bands of the live spectrum: equally wide on a logarithmic axis (native/dsp/spectrum.hpp). */
export const SPECTRUM_BANDS = 96;
export const SPECTRUM_LOWEST_HZ = 20;
export const SPECTRUM_HIGHEST_HZ = 20_000;

/** The edges of the bands, lowest first: one more than there are bands. */
export function spectrumBandEdgesHz(): number[] {
  const ratio = SPECTRUM_HIGHEST_HZ / SPECTRUM_LOWEST_HZ;
  return Array.from(
    { length: SPECTRUM_BANDS + 1 },
    (_, edge) => SPECTRUM_LOWEST_HZ * ratio ** (edge / SPECTRUM_BANDS),
  );
}

/** The band that a frequency belongs to; the nearest one for what lies outside. */
export function spectrumBandOf(frequencyHz: number): number {
  const share =
    Math.log(frequencyHz / SPECTRUM_LOWEST_HZ) / Math.log(SPECTRUM_HIGHEST_HZ / SPECTRUM_LOWEST_HZ);
  return Math.min(SPECTRUM_BANDS - 1, Math.max(0, Math.floor(share * SPECTRUM_BANDS)));
}
