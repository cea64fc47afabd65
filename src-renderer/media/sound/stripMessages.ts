import type { ChainSettings } from '../chain/chainSettings.ts';
import type { FrameRecord } from '../chain/frameRecord.ts';

/** To the worker that takes a microphone through a strip. */
export type StripCommand =
  | {
      kind: 'start';
      readable: ReadableStream<AudioData>;
      /** Where what leaves the strip is wanted. */
      writable: WritableStream<AudioData> | null;
      wasm: ArrayBuffer;
      settings: ChainSettings;
    }
  | { kind: 'settings'; settings: ChainSettings };

/** From the worker. `measured`: some thirty times a second; `busyMs`: what its frames took together. */
export type StripEvent =
  | { kind: 'measured'; records: FrameRecord[]; busyMs: number }
  | { kind: 'failed'; message: string }
  | { kind: 'ended' };
