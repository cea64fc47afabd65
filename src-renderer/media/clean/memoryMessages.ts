import type { CleanedFigures, SoundCleaning } from './cleanSound.ts';

/** A mono sound, and how it is to be cleaned. */
export interface MemoryCleaning {
  samples: Float32Array<ArrayBuffer>;
  sampleRate: number;
  wasm: ArrayBuffer;
  cleaning: Omit<SoundCleaning, 'targetLufs'>;
}

export type FromMemoryWorker =
  | { kind: 'cleaned'; samples: Float32Array<ArrayBuffer>; figures: CleanedFigures }
  | { kind: 'failed'; reason: string };
