/** Half the power of a channel that is heard on both sides. */
const HALF_POWER = Math.SQRT1_2;
/** Left and right of centre, of the low tones, and of channels at the sides or behind, as files order them. */
const CENTRE = 2;
const LOW_TONES = 3;

/** Planes of any number of channels as two; mono is as loud on both sides, more than two are mixed down without clipping. */
export function toStereo(planes: readonly Float32Array[]): [Float32Array, Float32Array] {
  const [left = new Float32Array(0), right = left] = planes;
  if (planes.length <= 2) return [left, right];
  const sides = [sideGains(planes.length, 0), sideGains(planes.length, 1)];
  const mixed = sides.map((gains) => {
    const loudest = gains.reduce((sum, gain) => sum + gain, 0);
    return Float32Array.from(left, (_, at) =>
      gains.reduce((sum, gain, channel) => sum + (gain * (planes[channel]?.[at] ?? 0)) / loudest, 0),
    );
  });
  return [mixed[0] ?? left, mixed[1] ?? right];
}

/** By how much each channel is heard on one side. */
function sideGains(channels: number, side: 0 | 1): number[] {
  return Array.from({ length: channels }, (_, channel) => {
    if (channel < 2) return channel === side ? 1 : 0;
    if (channel === CENTRE && channels !== 4) return HALF_POWER;
    if (channel === LOW_TONES && channels > 5) return 0;
    // Behind them left and right take turns; four channels are two in front and two behind.
    const first = channels > 5 ? LOW_TONES + 1 : channels === 4 ? CENTRE : CENTRE + 1;
    return (channel - first) % 2 === side ? HALF_POWER : 0;
  });
}
