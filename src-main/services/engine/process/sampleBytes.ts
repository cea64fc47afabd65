/** The reverse, at any place of their memory. */
export function fromLittleEndianBytes(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: Math.floor(bytes.byteLength / 4) }, (_, at) =>
    view.getFloat32(at * 4, true),
  );
}

/** A copy of the samples as the contract wants them on any processor. */
export function toLittleEndianBytes(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 4);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, index) => view.setFloat32(index * 4, sample, true));
  return bytes;
}
