/** How loud a tone is in a sound, and how loud all the rest is, in dBFS of their mean power. */
export function toneAndRestDb(
  samples: Float32Array,
  toneHz: number,
  rateHz: number,
): { toneDb: number; restDb: number } {
  // By pieces: their phases need not fit together.
  const length = rateHz;
  let tone = 0;
  let all = 0;
  let pieces = 0;
  for (let at = 0; at + length <= samples.length; at += length) {
    let [real, imaginary, power] = [0, 0, 0];
    for (let i = 0; i < length; i += 1) {
      const sample = samples[at + i] ?? 0;
      const angle = (2 * Math.PI * toneHz * i) / rateHz;
      real += sample * Math.cos(angle);
      imaginary += sample * Math.sin(angle);
      power += sample * sample;
    }
    tone += (2 * (real * real + imaginary * imaginary)) / length / length;
    all += power / length;
    pieces += 1;
  }
  const toDb = (power: number) => 10 * Math.log10(Math.max(1e-12, power / Math.max(1, pieces)));
  return { toneDb: toDb(tone), restDb: toDb(all - tone) };
}
