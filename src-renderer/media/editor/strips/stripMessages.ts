import type { StripSettings } from './stripLine.ts';

export type StripCommand =
  | { kind: 'open'; line: number; settings: StripSettings }
  | { kind: 'push'; line: number; block: Float32Array<ArrayBuffer>; isLast: boolean }
  | { kind: 'close'; line: number };

/** The answer to each push, in their order. */
export type StripEvent =
  | { kind: 'made'; line: number; samples: Float32Array<ArrayBuffer> }
  | { kind: 'failed'; line: number; message: string };
