import type { HeardTokens } from './whisperModule.ts';

interface Failed {
  kind: 'failed';
  id: number;
  reason: string;
}

export interface ToSpeechWorker {
  id: number;
  modelId: string;
  format: 'whisper' | 'moonshine';
  /** Its files, where they lie: nothing is read into memory for the message. */
  files: Blob[];
  /** 16 kHz, one channel. */
  samples: Float32Array<ArrayBuffer>;
  /** Code of the language; null: the model finds it. */
  language: string | null;
}
export type FromSpeechWorker = ({ kind: 'done'; id: number } & HeardTokens) | Failed;

export interface ToTranslationWorker {
  id: number;
  /** Another one where the models are others. */
  key: string;
  /** The files of each, packed as they came; one is used after the other. */
  models: Blob[][];
  texts: string[];
}
export type FromTranslationWorker = { kind: 'done'; id: number; texts: string[] } | Failed;
