import { z } from 'zod';

export const MAX_FADE_MS = 5000;
export const transitionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cut') }),
  z.strictObject({ kind: z.literal('fade'), durationMs: z.number().min(0).max(MAX_FADE_MS) }),
]);
/** How one scene follows another. */
export type Transition = z.infer<typeof transitionSchema>;

/** How much of the next scene is seen so long after the start of the transition: 1 is all of it. */
export function shownPart(transition: Transition, sinceStartMs: number): number {
  if (transition.kind === 'cut' || transition.durationMs <= 0) return 1;
  return Math.min(1, Math.max(0, sinceStartMs / transition.durationMs));
}
