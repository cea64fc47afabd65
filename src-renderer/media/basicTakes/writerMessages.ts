import type { BasicTake } from './document.ts';

/** What the worker that writes recordings is asked for; one recording at a time. */
export type WriterTask =
  | { kind: 'begin'; take: BasicTake }
  /** A piece of a file, as it was encoded. */
  | { kind: 'append'; file: string; bytes: ArrayBuffer; recordedMs: number }
  | { kind: 'finish'; take: BasicTake }
  /** Of a take whose page has gone: each file to its last whole piece, and an end. */
  | { kind: 'recover'; take: BasicTake };

export type WriterRequest = { id: number } & WriterTask;

export type WriterAnswer =
  | { id: number; isDone: true; take: BasicTake | null }
  | { id: number; isDone: false; isFull: boolean; message: string };
