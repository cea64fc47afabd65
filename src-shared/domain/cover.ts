/** The image of a podcast, as players show it. */
export interface Cover {
  type: 'jpeg' | 'png';
  bytes: Uint8Array;
}

const SIGNATURES = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;
/** "Front cover" of ID3 and FLAC. */
const FRONT_COVER = 3;

/** By its first bytes; null for anything else. */
export function coverTypeOf(bytes: Uint8Array): Cover['type'] | null {
  const begins = (signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte);
  return begins(SIGNATURES.jpeg) ? 'jpeg' : begins(SIGNATURES.png) ? 'png' : null;
}

/** FLAC's block of an image (RFC 9639, section 8.8), which a comment of Ogg holds in base64; sizes are left to the image. */
export function coverBlock({ type, bytes }: Cover): Uint8Array<ArrayBuffer> {
  const mime = `image/${type}`;
  // Type, length of the MIME type, that, length of the description, four sizes, length of the image.
  const block = new Uint8Array(4 + 4 + mime.length + 4 + 16 + 4 + bytes.length);
  const view = new DataView(block.buffer);
  view.setUint32(0, FRONT_COVER);
  view.setUint32(4, mime.length);
  for (let i = 0; i < mime.length; i += 1) block[8 + i] = mime.charCodeAt(i);
  view.setUint32(block.length - bytes.length - 4, bytes.length);
  block.set(bytes, block.length - bytes.length);
  return block;
}
