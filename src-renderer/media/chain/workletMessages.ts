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
  /** `InputChunk`s come through the port from now on, in place of the node's input. */
  | { kind: 'input'; port: MessagePort }
  | { kind: 'stop' };

/** How old the sound is that the chain is given, where it comes through a queue of ours. */
export interface InputAge {
  /** In the context's time: when the sample was taken that ... */
  takenAtSec: number;
  /** ... was at the microphone then, on the capture's clock. */
  capturedAtMs: number;
  /** The least difference of arrival (milliseconds since 1970) and capture so far. */
  leastTransitMs: number;
  /** Since the newest sound came, as the audio thread sees it: the page's own may have been held up. */
  silentMs: number;
  /** Of 48 kHz, since the start: silence in the place of sound that came too late. */
  missedSamples: number;
}

/** Thirty times a second. */
export interface WorkletReport {
  kind: 'report';
  records: FrameRecord[];
  /** Samples by which the sound is late in here, model and queue. */
  delaySamples: number;
  /** Milliseconds that the frames of this report took. */
  busyMs: number;
  /** null where the browser connects the microphone itself. */
  input: InputAge | null;
  /** Raw and clean by turns, aligned; null while nobody watches. */
  sound: Float32Array | null;
}

export type FromWorklet = WorkletReport | { kind: 'failed'; message: string };
