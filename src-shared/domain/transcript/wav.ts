const HEADER_BYTES = 44;
const MOST = 0x7fff;

/** A WAV file of one channel and 16 bits: what engines of speech take. */
export function toWav(parts: readonly Float32Array[], rateHz: number): Uint8Array<ArrayBuffer> {
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  const wav = new Uint8Array(HEADER_BYTES + 2 * count);
  const view = new DataView(wav.buffer);
  const write = (at: number, text: string) => wav.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  view.setUint32(4, wav.length - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rateHz, true);
  view.setUint32(28, 2 * rateHz, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, 2 * count, true);
  let at = HEADER_BYTES;
  for (const part of parts) {
    for (const sample of part) {
      view.setInt16(at, Math.round(Math.max(-1, Math.min(1, sample)) * MOST), true);
      at += 2;
    }
  }
  return wav;
}
