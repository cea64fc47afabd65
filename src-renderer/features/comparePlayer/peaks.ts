/** The largest sample of each of so many parts. */
export function peaksOf(samples: Float32Array, parts: number): number[] {
  const peaks = new Array<number>(Math.min(parts, samples.length)).fill(0);
  for (let index = 0; index < samples.length; index += 1) {
    const part = Math.floor((index * peaks.length) / samples.length);
    peaks[part] = Math.max(peaks[part] ?? 0, Math.abs(samples[index] ?? 0));
  }
  return peaks;
}
