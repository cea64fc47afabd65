/** Cleans one frame of 480 samples in ±32768, in place; returns the speech probability. */
export type FrameProcess = (frame: Float32Array) => number;

export interface DenoiseBench {
  seconds: number;
  path: string;
  addonTimesRealTime: number;
  wasmSimdTimesRealTime: number;
  cleanTimesRealTime: number;
  addonToWasm: number;
  cleanToWasm: number;
  isIdentical: boolean;
}

export function createReferenceDenoiser(file?: 'rnnoise_simd.wasm' | 'rnnoise.wasm'): Promise<FrameProcess>;
/** Of GTCRN: a block of 768 samples in ±1, in place. */
export function createReferenceStrongDenoiser(): Promise<(block: Float32Array) => void>;
export function makeTestSound(seconds: number): Float32Array;
export function runBench(seconds?: number): Promise<DenoiseBench>;
