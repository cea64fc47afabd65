import type { CompareSound } from '../../media/comparePlayer.ts';

/** A mono sound before and after, sample by sample in its place. */
export interface ComparedSamples {
  sampleRate: number;
  raw: Float32Array;
  clean: Float32Array;
}

/** Both sides for a player. */
export function soundInMemory({ sampleRate, raw, clean }: ComparedSamples): CompareSound {
  return {
    sampleRate,
    channels: 1,
    frames: raw.length,
    read: (side, from, frames) =>
      Promise.resolve((side === 'before' ? raw : clean).subarray(from, from + frames)),
  };
}
