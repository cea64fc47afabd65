import type { VoicePiece } from '../../../src-shared/handlers/captions/index.ts';

export type { VoicePiece };

/** What leaves a channel's strip, on its way out of the engine's process. */
type Packed = Omit<VoicePiece, 'samples'> & { samples: Float32Array };

const HEAD_BYTES = 14;
const MOST = 0x7fff;

/** For each: its time, the lengths of its id and of its sound, the id, and the sound in 16 bits. */
export function packVoices(pieces: readonly Packed[]): Uint8Array {
  const ids = pieces.map(({ channelId }) => new TextEncoder().encode(channelId));
  const length = pieces.reduce(
    (sum, { samples }, index) => sum + HEAD_BYTES + (ids[index]?.length ?? 0) + 2 * samples.length,
    0,
  );
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  pieces.forEach(({ heardAtMs, samples }, index) => {
    const id = ids[index] ?? new Uint8Array();
    view.setFloat64(at, heardAtMs, true);
    view.setUint16(at + 8, id.length, true);
    view.setUint32(at + 10, samples.length, true);
    at += HEAD_BYTES;
    bytes.set(id, at);
    at += id.length;
    for (const sample of samples) {
      view.setInt16(at, Math.round(Math.max(-1, Math.min(1, sample)) * MOST), true);
      at += 2;
    }
  });
  return bytes;
}

export function unpackVoices(bytes: Uint8Array): VoicePiece[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: VoicePiece[] = [];
  for (let at = 0; at < bytes.length;) {
    const heardAtMs = view.getFloat64(at, true);
    const idLength = view.getUint16(at + 8, true);
    const samples = new Float32Array(view.getUint32(at + 10, true));
    at += HEAD_BYTES;
    const channelId = new TextDecoder().decode(bytes.subarray(at, at + idLength));
    at += idLength;
    for (let index = 0; index < samples.length; index += 1, at += 2) {
      samples[index] = view.getInt16(at, true) / MOST;
    }
    pieces.push({ channelId, heardAtMs, samples });
  }
  return pieces;
}
