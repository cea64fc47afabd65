import { toLittleEndianBytes } from './process/sampleBytes.ts';

/** A piece of the program on its way out of the engine's process. */
export interface ProgramPiece {
  /** When its first sample was at the converter, in milliseconds since 1970. */
  heardAtMs: number;
  /** Which frame of a take's tracks its first sample is. */
  sessionFrame: number;
  /** Stereo pairs, floats of 4 bytes. */
  pairs: Uint8Array;
}

const HEAD_BYTES = 16;

export function packProgram(piece: {
  heardAtMs: number;
  sessionFrame: number;
  samples: Float32Array;
}): Uint8Array {
  const pairs = toLittleEndianBytes(piece.samples);
  const bytes = new Uint8Array(HEAD_BYTES + pairs.length);
  const head = new DataView(bytes.buffer);
  head.setFloat64(0, piece.heardAtMs, true);
  head.setFloat64(8, piece.sessionFrame, true);
  bytes.set(pairs, HEAD_BYTES);
  return bytes;
}

export function unpackProgram(bytes: Uint8Array): ProgramPiece {
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  return {
    heardAtMs: head.getFloat64(0, true),
    sessionFrame: head.getFloat64(8, true),
    pairs: bytes.subarray(HEAD_BYTES),
  };
}
