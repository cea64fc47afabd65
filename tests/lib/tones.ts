/** How loud a tone is in a sound, and how loud all the rest is, in dBFS of their mean power. */
export function toneAndRestDb(
  samples: Float32Array,
  toneHz: number,
  rateHz: number,
  length = rateHz,
): { toneDb: number; restDb: number } {
  // By pieces: their phases need not fit together.
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

/**
 * By how much a tone is louder than all the rest, in the clearest quarter of the pieces of a quarter of a second: a machine that
 * has too much to do leaves holes in what it plays. `isCounted`: whether a piece from that sample on is looked at.
 */
export function clearnessDb(
  samples: Float32Array,
  toneHz: number,
  rateHz: number,
  isCounted: (from: number, to: number) => boolean = () => true,
): number {
  const length = rateHz / 4;
  const clear = Array.from({ length: Math.floor(samples.length / length) }, (_, index) => index * length)
    .filter((from) => isCounted(from, from + length))
    .map((from) => {
      const piece = samples.subarray(from, from + length);
      const { toneDb, restDb } = toneAndRestDb(piece, toneHz, rateHz, length);
      return toneDb - restDb;
    })
    .toSorted((one, other) => other - one);
  return clear[Math.floor(clear.length / 4)] ?? 0;
}
