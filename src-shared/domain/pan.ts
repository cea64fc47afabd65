import type { SliderLimits } from './gain.ts';

/** Document 2, section 5: from left to right. */
export const PAN_LIMITS = { min: -100, max: 100, step: 1 } as const satisfies SliderLimits;

/** C in the centre, else L{n} or R{n}. */
export function panLabel(pan: number): string {
  const side = Math.round(Math.min(Math.max(pan, PAN_LIMITS.min), PAN_LIMITS.max));
  if (side < 0) return `L${-side}`;
  return side > 0 ? `R${side}` : 'C';
}

/** How loud a sound is on each side; the law of `native/dsp/pan.hpp`: a stereo one is balanced. */
export function panGains(pan: number, channels: number): { left: number; right: number } {
  const place = Math.min(Math.max(pan, PAN_LIMITS.min), PAN_LIMITS.max);
  if (place === 0) return { left: 1, right: 1 };
  const angle = (((place + 100) / 200) * Math.PI) / 2;
  const most = channels > 1 ? 1 : Math.SQRT2;
  const side = (gain: number) => Math.min(most, Math.SQRT2 * gain);
  // Exact to what can be seen and heard.
  return {
    left: place === PAN_LIMITS.max ? 0 : side(Math.cos(angle)),
    right: place === PAN_LIMITS.min ? 0 : side(Math.sin(angle)),
  };
}
