import { toLittleEndianBytes } from './process/sampleBytes.ts';

/** A piece of the program on its way out of the engine's process. */
export interface ProgramPiece {
  /** When its first sample was at the converter, in milliseconds since 1970. */
  heardAtMs: number;
  /** Stereo pairs, floats of 4 bytes. */
  pairs: Uint8Array;
}

const TIME_BYTES = 8;

export function packProgram(heardAtMs: number, samples: Float32Array): Uint8Array {
  const pairs = toLittleEndianBytes(samples);
  const bytes = new Uint8Array(TIME_BYTES + pairs.length);
  new DataView(bytes.buffer).setFloat64(0, heardAtMs, true);
  bytes.set(pairs, TIME_BYTES);
  return bytes;
}

export function unpackProgram(bytes: Uint8Array): ProgramPiece {
  const heardAtMs = new DataView(bytes.buffer, bytes.byteOffset, TIME_BYTES).getFloat64(0, true);
  return { heardAtMs, pairs: bytes.subarray(TIME_BYTES) };
}
