/** The slider's lowest place, dBFS: a gate that only closes in a dead silent room. */
const LOWEST_THRESHOLD_DB = -80;

/** The gate of a strip for the slider of 0-50: a decibel a step, up from the lowest threshold. */
export function gateSettings({ isOn, threshold }: { isOn: boolean; threshold: number }) {
  const thresholdDb = LOWEST_THRESHOLD_DB + threshold;
  return { isOn, thresholdDb, rangeDb: 40, attackMs: 1, holdMs: 120, releaseMs: 150 };
}
