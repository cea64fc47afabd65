import type { Block, SoundFacts, VideoFacts } from '../../../src-shared/domain/matroska/writer.ts';
import type { BasicTake } from './document.ts';

export type FileBlock = Block & { file: string };

/** What the worker that writes recordings is asked for; one recording at a time. */
export type WriterTask =
  | { kind: 'begin'; take: BasicTake }
  /** A file of the recording, and what is to be in it. */
  | { kind: 'open'; file: string; video: VideoFacts | null; sound: SoundFacts | null }
  /** Whole pictures and pieces of sound, as they were encoded; times of each file's tracks never fall. */
  | { kind: 'append'; blocks: FileBlock[] }
  /** What is known of it has changed, and it goes on or lies there. */
  | { kind: 'describe'; take: BasicTake }
  | { kind: 'finish'; take: BasicTake }
  /** Of a take whose page has gone: each file to its last whole block, and an end; null where nothing was in it. */
  | { kind: 'recover'; take: BasicTake };

export type WriterRequest = { id: number } & WriterTask;

export type WriterAnswer =
  | { id: number; isDone: true; take: BasicTake | null }
  | { id: number; isDone: false; isFull: boolean; message: string };
