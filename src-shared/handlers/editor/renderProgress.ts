import type { RenderJob } from '../../contract/renders.ts';

export type RenderStep = NonNullable<RenderJob['step']>;

/** What of the whole each step takes, as far as that can be known. */
const STEPS: Readonly<Record<RenderStep, { from: number; part: number }>> = {
  sound: { from: 0, part: 0.05 },
  frames: { from: 0.05, part: 0.8 },
  join: { from: 0.85, part: 0.02 },
  check: { from: 0.87, part: 0.13 },
};

/** How far an export is as a whole, and how long it will take from there; null until there is a figure. */
export function followRender(nowMs: () => number) {
  let first: { atMs: number; done: number } | null = null;
  return (step: RenderStep, done: number): Pick<RenderJob, 'done' | 'leftSec'> => {
    const { from, part } = STEPS[step];
    const whole = from + done * part;
    first ??= { atMs: nowMs(), done: whole };
    const passedSec = (nowMs() - first.atMs) / 1000;
    const made = whole - first.done;
    return { done: whole, leftSec: made > 0.01 && passedSec > 1 ? (passedSec / made) * (1 - whole) : null };
  };
}
