/** Rates of MPEG audio by version (2.5, none, 2, 1) and index. */
const MPEG_RATES_HZ: readonly (readonly number[])[] = [
  [11_025, 12_000, 8_000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
];

/** The sample rate that the first bytes of a FLAC, Ogg Vorbis or MP3 file state; null of others. */
export function rateOf(head: Uint8Array): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (isTag(head, 0, 'fLaC') && head.length > 21) return view.getUint32(18) >>> 12 || null;
  if (isTag(head, 0, 'OggS') && isTag(head, 28, '\x01vorbis') && head.length > 44) {
    return view.getUint32(40, true) || null;
  }
  const at = isTag(head, 0, 'ID3') && head.length > 10 ? id3Bytes(head) : 0;
  return at + 4 <= head.length ? mpegRate(head, at) : null;
}

/** Of a frame of layer III. */
function mpegRate(head: Uint8Array, at: number): number | null {
  const [sync = 0, kind = 0, form = 0] = head.subarray(at, at + 3);
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return null;
  return MPEG_RATES_HZ[(kind >> 3) & 3]?.[(form >> 2) & 3] ?? null;
}

/** Length of an ID3v2 tag with its header: four times seven bits. */
function id3Bytes(head: Uint8Array): number {
  const sizeBytes = [6, 7, 8, 9].reduce((size, at) => size * 128 + ((head[at] ?? 0) & 0x7f), 0);
  return 10 + sizeBytes;
}

function isTag(bytes: Uint8Array, at: number, tag: string): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + tag.length)) === tag;
}
