/** Where an encoder gives none: RFC 7845, section 5.1; 312 samples are what libopus looks ahead. */
export function opusHead(channels: number, sampleRate: number): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint16(10, 312, true);
  view.setUint32(12, sampleRate, true);
  return head;
}

export function copyOfBytes(given: AllowSharedBufferSource): Uint8Array {
  if (ArrayBuffer.isView(given)) {
    return new Uint8Array(given.buffer, given.byteOffset, given.byteLength).slice();
  }
  return new Uint8Array(given).slice();
}
