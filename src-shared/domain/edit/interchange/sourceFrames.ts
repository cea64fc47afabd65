import type { Clip, Rational } from '../document.ts';

/** Where a clip begins in its source, in frames of the project, `frames` frames after its start. */
export function headTrimmed(clip: Clip, frames: number, rate: Rational): number {
  const start = (clip.sourceStartTicks * rate.num) / (clip.sourceTicksPerSec * rate.den);
  return start + (frames * clip.speed.num) / clip.speed.den;
}
