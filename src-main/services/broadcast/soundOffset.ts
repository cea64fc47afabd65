/** Of so long the most is taken: a piece of sound that comes late says nothing of the clock. */
const WINDOW_MS = 2000;
/** For so long it is learned how old the first sound was; what changes afterwards is the drift of the clocks. */
const LEARN_MS = 10_000;
/** By this part of the difference it follows afterwards, each window. */
const FOLLOWED = 0.05;

export interface SoundOffset {
  readonly ms: number;
  readonly driftMs: number;
  /** How far the sound is ahead of the clock, right after a piece was written, and when that was. */
  note(aheadMs: number, atMs: number): void;
}

/**
 * By how much later the sound lies in the stream than it was heard. The first piece is as old as the way from the engine is long, which on
 * a busy machine are hundreds of milliseconds; once that way is quick, the sound is ahead by exactly as much. So it is the most
 * that counts, not the mean.
 */
export function createSoundOffset(): SoundOffset {
  let offsetMs = 0;
  let learnedMs: number | null = null;
  let most = -Infinity;
  let windowEndMs: number | null = null;
  return {
    get ms() {
      return offsetMs;
    },
    get driftMs() {
      return learnedMs === null ? 0 : offsetMs - learnedMs;
    },
    note(aheadMs, atMs) {
      windowEndMs ??= atMs + LEARN_MS;
      most = Math.max(most, aheadMs);
      if (learnedMs === null) offsetMs = Math.max(offsetMs, aheadMs);
      if (atMs < windowEndMs) return;
      if (learnedMs === null) learnedMs = offsetMs;
      else offsetMs += FOLLOWED * (most - offsetMs);
      most = -Infinity;
      windowEndMs = atMs + WINDOW_MS;
    },
  };
}
