const FULL_SCALE = 255;

/**
 * The bars of a waveform as one SVG path in a box `peaks.length` wide and 100 high; each bar joins
 * `group` neighbouring peaks into their highest.
 */
export function wavePath(peaks: readonly number[], group = 1): string {
  const bars: string[] = [];
  for (let start = 0; start < peaks.length; start += group) {
    const highest = Math.max(...peaks.slice(start, start + group));
    const half = Math.round((highest / FULL_SCALE) * 480) / 10;
    bars.push(`M${start + group / 2} ${50 - half}V${50 + half}`);
  }
  return bars.join('');
}

/** A figure with its sign, as it is set in text: `−25.4`, `+6.5`. */
export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}
