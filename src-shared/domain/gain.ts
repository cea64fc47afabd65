/**
 * Percentages of sliders and decibels. The input gain (0-200) is an amplitude, as on a converter; a volume (0-100) is
 * a fader, whose equal steps are roughly equal steps for the ear: the amplitude is its square.
 */
export interface SliderLimits {
  min: number;
  max: number;
  step: number;
}

/** Document 1, section 5. */
export const INPUT_GAIN_PERCENT = { min: 0, max: 200, step: 1 } as const satisfies SliderLimits;
export const VOLUME_PERCENT = { min: 0, max: 100, step: 1 } as const satisfies SliderLimits;

/** What counts as silence, as everywhere in the engine. */
export const SILENCE_DB = -120;

/** Input gain of 0-200 percent as decibels: 100 leaves the level as it is, 200 doubles it (+6 dB). */
export function inputGainDb(percent: number): number {
  return percent > 0 ? Math.max(SILENCE_DB, 20 * Math.log10(percent / 100)) : SILENCE_DB;
}

/** The other way round; not rounded. */
export function inputGainPercent(gainDb: number): number {
  return gainDb > SILENCE_DB ? 100 * 10 ** (gainDb / 20) : 0;
}

/** A fader of 0-100 as decibels: 100 is full level, 50 is -12 dB, about half as loud to the ear; 0 is silence. */
export function volumeDb(volume: number): number {
  return volume > 0 ? Math.max(SILENCE_DB, 40 * Math.log10(volume / 100)) : SILENCE_DB;
}

/** The other way round; not rounded. */
export function volumePercent(gainDb: number): number {
  return gainDb > SILENCE_DB ? 100 * 10 ** (gainDb / 40) : 0;
}

/** The nearest value that a slider can take; its lower limit for what is no number. */
export function toSliderValue(value: number, { min, max, step }: SliderLimits): number {
  if (Number.isNaN(value)) return min;
  const steps = Math.round((Math.min(Math.max(value, min), max) - min) / step);
  // Tenths and halves without the rest that adding them up leaves.
  return Math.min(max, Number((min + steps * step).toFixed(6)));
}
