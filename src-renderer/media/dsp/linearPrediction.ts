const LEAST_POWER = 1e-12;
const WHITE_SHARE = 1e-3;

/** native/dsp/linear_prediction.hpp, which says what it is. */
export function predictorOf(correlation: Float64Array): Float64Array {
  const order = correlation.length - 1;
  let found: Float64Array = new Float64Array(order);
  if (correlation[0]! < LEAST_POWER) return found;
  let left = correlation[0]! * (1 + WHITE_SHARE);
  for (let i = 0; i < order; i += 1) {
    let sum = correlation[i + 1]!;
    for (let k = 0; k < i; k += 1) sum -= found[k]! * correlation[i - k]!;
    const reflection = sum / left;
    const next = found.slice();
    next[i] = reflection;
    for (let k = 0; k < i; k += 1) next[k] = found[k]! - reflection * found[i - 1 - k]!;
    found = next;
    left *= 1 - reflection * reflection;
  }
  return found;
}
