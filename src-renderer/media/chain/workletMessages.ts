import type { ChainSettings } from './chainSettings.ts';
import type { FrameRecord } from './frameRecord.ts';

/** The name under which the worklet registers its processor. */
export const LIVE_CHAIN_PROCESSOR = 'sounddesk-live-chain';

/** What the processor is made with. */
export interface WorkletOptions {
  /** rnnoise.wasm or its SIMD build. */
  wasm: ArrayBuffer;
  settings: ChainSettings;
}

export type ToWorklet =
  | { kind: 'settings'; settings: ChainSettings }
  /** Whether the sound of both ends is to be sent along. */
  | { kind: 'watchSound'; isWanted: boolean }
  /** The processor ends. */
  | { kind: 'stop' };

/** Thirty times a second. */
export interface WorkletReport {
  kind: 'report';
  records: FrameRecord[];
  /** Samples by which the sound is late in here, model and queue. */
  delaySamples: number;
  /** Milliseconds that the frames of this report took. */
  busyMs: number;
  /** Blocks since the start in which nothing was connected to the input. */
  blocksWithoutInput: number;
  /** Raw and clean by turns, aligned; null while nobody watches. */
  sound: Float32Array | null;
}

export type FromWorklet = WorkletReport | { kind: 'failed'; message: string };
