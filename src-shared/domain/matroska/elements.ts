/** Ids of the Matroska elements that we write and read (RFC 9559, section 5). */
export const ID = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  defaultDuration: 0x23e383,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  seekPreRoll: 0x56bb,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  editionEntry: 0x45b9,
  chapterAtom: 0xb6,
  chapterUid: 0x73c4,
  chapterTimeStart: 0x91,
  chapterDisplay: 0x80,
  chapString: 0x85,
  chapLanguage: 0x437c,
  void: 0xec,
} as const;

/** A size of eight bytes that is not known yet (RFC 8794, section 6.2). */
export const UNKNOWN_SIZE = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff] as const;

type Content = string | number | Uint8Array | readonly Uint8Array[];

/** An element: id, size in the fewest bytes, content. Numbers are unsigned integers. */
export function element(id: number, content: Content): Uint8Array {
  const body = bytesOf(content);
  return concat([idBytes(id), sizeBytes(body.length), body]);
}

export function float64(id: number, value: number): Uint8Array {
  const body = new Uint8Array(8);
  new DataView(body.buffer).setFloat64(0, value);
  return concat([idBytes(id), sizeBytes(8), body]);
}

/** Room that means nothing yet: `length` bytes in all, at least two. */
export function voidOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes[0] = ID.void;
  if (length - 2 < 0x7f) bytes[1] = 0x80 | (length - 2);
  else bytes.set(sizeBytes(length - 9, 8), 1);
  return bytes;
}

export function idBytes(id: number): Uint8Array {
  return unsigned(id);
}

/** A size as a variable-length integer, in `width` bytes or as few as it needs. */
export function sizeBytes(size: number, width?: number): Uint8Array {
  let length = width ?? 1;
  // All ones mean an unknown size.
  while (width === undefined && size >= 2 ** (7 * length) - 1) length += 1;
  const bytes = new Uint8Array(length);
  let rest = size;
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[0]! |= 0x80 >> (length - 1);
  return bytes;
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bytesOf(content: Content): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  if (typeof content === 'number') return unsigned(content);
  return content instanceof Uint8Array ? content : concat(content);
}

function unsigned(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) {
    bytes.unshift(rest % 256);
  }
  return Uint8Array.from(bytes);
}
