/** Silence, as the engine has it. */
const SILENCE_DB = -120;

/** Input gain of 0-200 percent as decibels: 100 leaves the level as it is, 200 doubles it. */
export function inputGainDb(percent: number): number {
  return percent <= 0 ? SILENCE_DB : Math.max(SILENCE_DB, 20 * Math.log10(percent / 100));
}

/** A fader of 0-100 as decibels: 100 is full level, 50 is -12 dB, about half as loud to the ear; 0 is silence. */
export function volumeDb(volume: number): number {
  return volume <= 0 ? SILENCE_DB : Math.max(SILENCE_DB, 40 * Math.log10(volume / 100));
}
