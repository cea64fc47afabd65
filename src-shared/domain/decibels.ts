/** Levels below this are shown and sent as silence, in dBFS. */
export const SILENCE_DB = -120;

/** Amplitude ratio to decibels: 20·log10(ratio), never below `SILENCE_DB`. */
export function ratioToDb(ratio: number): number {
  return ratio > 0 ? Math.max(SILENCE_DB, 20 * Math.log10(ratio)) : SILENCE_DB;
}

/** Decibels to amplitude ratio: 10^(dB/20). */
export function dbToRatio(levelDb: number): number {
  return 10 ** (levelDb / 20);
}

/**
 * Amplitude of the floor that noise reduction leaves: (1 − reduction/100)², so that 85 is −33 dB,
 * 0 changes nothing and 100 leaves the model's own output.
 */
export function reductionFloorGain(reduction: number): number {
  return (1 - reduction / 100) ** 2;
}
