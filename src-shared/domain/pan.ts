import type { SliderLimits } from './gain.ts';

/** Document 2, section 5: from left to right. */
export const PAN_LIMITS = { min: -100, max: 100, step: 1 } as const satisfies SliderLimits;

/** C in the centre, else L{n} or R{n}. */
export function panLabel(pan: number): string {
  const side = Math.round(Math.min(Math.max(pan, PAN_LIMITS.min), PAN_LIMITS.max));
  if (side < 0) return `L${-side}`;
  return side > 0 ? `R${side}` : 'C';
}
