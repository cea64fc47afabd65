/** How light a frame is on average, 0 to 1: luma as ITU-R BT.709 weighs it, of RGBA bytes. */
export function meanLuma(rgba: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4)
    sum += 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
  const pixels = Math.floor(rgba.length / 4);
  return pixels === 0 ? 0 : sum / (255 * pixels);
}

/** Frames a second between the first and the last of these moments; 0 of fewer than two. */
export function frameRateOf(timesMs: readonly number[]): number {
  const spanMs = (timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0);
  return spanMs > 0 ? (1000 * (timesMs.length - 1)) / spanMs : 0;
}
