import type { Block, SoundFacts, VideoFacts } from '../../../../../src-shared/domain/matroska/writer.ts';

export type FileBlock = Block & { file: string };

/** What the worker is asked for that writes one take. */
export type WriterTask =
  /** Its folder, and room for its last words. */
  | { kind: 'begin' }
  /** A document, in the place of the one before: one of the two is there, whole. */
  | { kind: 'save'; name: string; text: string }
  /** Lines of its journal. */
  | { kind: 'note'; text: string }
  /** A file of it, and what is to be in it. */
  | { kind: 'open'; file: string; video: VideoFacts | null; sound: SoundFacts | null }
  /** Whole frames and pieces of sound, as they were encoded; times of each file's tracks never fall. */
  | { kind: 'append'; blocks: FileBlock[] }
  /** All that was written is brought to the disk. */
  | { kind: 'sync' }
  /** A file is cut off behind its last whole block, and gets its index. Answers null where there is nothing in it. */
  | { kind: 'end'; file: string }
  /** What is of no use any more: the room for the last words, the journal. */
  | { kind: 'drop'; names: string[] };

export type WriterRequest = { id: number; takeId: string } & WriterTask;

/** Of the first and the last block of a file. */
export interface FileTimes {
  firstMs: number;
  lastMs: number;
}

export type WriterAnswer =
  | { id: number; isDone: true; times: FileTimes | null }
  | { id: number; isDone: false; isFull: boolean; message: string };
