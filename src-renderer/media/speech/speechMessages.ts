import type { HeardTokens } from './whisperModule.ts';

export interface ToSpeechWorker {
  id: number;
  modelId: string;
  /** Where it lies: nothing is read into memory for the message. */
  model: Blob;
  /** 16 kHz, one channel. */
  samples: Float32Array<ArrayBuffer>;
  /** Code of the language; null: the model finds it. */
  language: string | null;
}

export type FromSpeechWorker =
  | ({ kind: 'done'; id: number } & HeardTokens)
  | { kind: 'failed'; id: number; reason: string };
