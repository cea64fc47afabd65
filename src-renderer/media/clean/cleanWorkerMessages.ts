import type { Cleaned, CleanSide, CleanSound } from '../../../src-shared/contract/clean.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { SoundCleaning } from './cleanSound.ts';
import type { WavEncoding } from './sound.ts';

type Work<Input, Output> = { input: Input & { fileId: string }; output: Output };

/** What the worker that keeps and cleans files is asked for. */
export interface CleanTasks {
  open: Work<{ name: string; sizeBytes: number }, void>;
  append: Work<{ atByte: number; bytes: Uint8Array }, number>;
  /** The sound where the worker reads it itself; the whole file where the browser must decode it. */
  read: Work<{ parts: number }, { sound: CleanSound } | { file: File }>;
  /** What the browser decoded, piece by piece, one array a channel. */
  appendSound: Work<{ sampleRate: number; planes: Float32Array[]; isFirst: boolean }, void>;
  /** `encoding`: of the result; else 24 bit. */
  endSound: Work<{ parts: number; encoding?: WavEncoding }, CleanSound>;
  run: Work<{ wasm: ArrayBuffer; cleaning: SoundCleaning; parts: number }, Cleaned>;
  /** Bytes of the result. */
  prepare: Work<unknown, number>;
  readResult: Work<{ atByte: number; sizeBytes: number }, Uint8Array>;
  /** Interleaved; of more channels than are heard, the first ones. */
  readSound: Work<{ side: CleanSide; fromFrame: number; frames: number }, Float32Array>;
  close: Work<unknown, void>;
}
export type CleanTaskName = keyof CleanTasks;

export type ToCleanWorker =
  | { [K in CleanTaskName]: { kind: K; id: number; input: CleanTasks[K]['input'] } }[CleanTaskName]
  | { kind: 'cancel'; id: number };

export type FromCleanWorker =
  | { kind: 'done'; id: number; output: unknown }
  | { kind: 'failed'; id: number; failure: RpcFailure }
  /** 0-1, and how much of the sound that is. */
  | { kind: 'progress'; id: number; done: number; doneSec: number };
