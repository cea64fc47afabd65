import { open, type FileHandle } from 'node:fs/promises';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';

/** More than one Ogg page (65,307 bytes at most, RFC 3533) and one MP3 frame. */
const WINDOW_BYTES = 128 * 1024;
const OGG_HEADER_BYTES = 27;
const ID3_HEADER_BYTES = 10;
/** Behind the 16 bytes of the file's mark and 8 of its size. */
const W64_FORM_AT = 24;
const ASF_HEADER_ID = '\x30\x26\xb2\x75\x8e\x66\xcf\x11';
const ASF_PROPERTIES_ID = '\xa1\xdc\xab\x8c\x47\xa9\xcf\x11\x8e\xe4\x00\xc0\x0c\x20\x53\x65';

/**
 * Throws `FILE_UNREADABLE` where an Ogg, MP3, AU, CAF, W64 or WMA file ends before its own marks say
 * so. Their decoders take such a file for a shorter one; of other kinds they notice.
 */
export async function refuseCutShort(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size: sizeBytes } = await file.stat();
    const head = await readAt(file, 0, WINDOW_BYTES);
    const missingBytes = await countMissing(file, head, sizeBytes);
    if (missingBytes > 0) {
      throw failWith('FILE_UNREADABLE', 'cutShortBytes', { values: { path, missingBytes } });
    }
  } finally {
    await file.close();
  }
}

async function countMissing(file: FileHandle, head: Buffer, sizeBytes: number): Promise<number> {
  if (isTag(head, 0, 'OggS')) {
    return missingOfOgg(await readAt(file, Math.max(0, sizeBytes - WINDOW_BYTES), WINDOW_BYTES));
  }
  if (isTag(head, 0, '.snd')) return missingOfAu(head, sizeBytes);
  if (isTag(head, 0, 'caff')) return missingOfCaf(head, sizeBytes);
  if (isTag(head, 0, 'riff') && isTag(head, W64_FORM_AT, 'wave')) return missingOfW64(head, sizeBytes);
  if (isTag(head, 0, ASF_HEADER_ID)) return missingOfAsf(head, sizeBytes);
  return missingOfMp3(file, head, sizeBytes);
}

async function readAt(file: FileHandle, position: number, lengthBytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(lengthBytes), 0, lengthBytes, position);
  return buffer.subarray(0, bytesRead);
}

function isTag(bytes: Buffer, at: number, tag: string): boolean {
  return bytes.toString('latin1', at, at + tag.length) === tag;
}

/** What the last page of an Ogg file wants beyond the end of the file. */
function missingOfOgg(tail: Buffer): number {
  const at = tail.lastIndexOf('OggS', undefined, 'latin1');
  if (at < 0) return 0;
  const segments = tail[at + OGG_HEADER_BYTES - 1];
  const sizes = tail.subarray(at + OGG_HEADER_BYTES, at + OGG_HEADER_BYTES + (segments ?? 0));
  if (segments === undefined || sizes.length < segments) return 1;
  const bodyBytes = sizes.reduce((sum, size) => sum + size, 0);
  return Math.max(0, at + OGG_HEADER_BYTES + segments + bodyBytes - tail.length);
}

/** The header of Sun's AU counts its sound, unless it was written into a pipe. */
function missingOfAu(head: Buffer, sizeBytes: number): number {
  if (head.length < 12) return 12 - head.length;
  const UNKNOWN = 0xffffffff;
  const soundBytes = head.readUInt32BE(8);
  return soundBytes === UNKNOWN ? 0 : Math.max(0, head.readUInt32BE(4) + soundBytes - sizeBytes);
}

/** The `data` chunk of a Core Audio file, where it begins within the window; -1 is "to the end". */
function missingOfCaf(head: Buffer, sizeBytes: number): number {
  const HEADER_BYTES = 12;
  let at = 8;
  while (at + HEADER_BYTES <= head.length) {
    const chunkBytes = Number(head.readBigInt64BE(at + 4));
    if (isTag(head, at, 'data')) return Math.max(0, at + HEADER_BYTES + chunkBytes - sizeBytes);
    if (chunkBytes < 0) return 0;
    at += HEADER_BYTES + chunkBytes;
  }
  return Math.max(0, at - sizeBytes);
}

/** The same of Sony's Wave64, whose chunks start at multiples of eight and count their own headers. */
function missingOfW64(head: Buffer, sizeBytes: number): number {
  const HEADER_BYTES = 24;
  let at = W64_FORM_AT + 16;
  while (at + HEADER_BYTES <= head.length) {
    const chunkBytes = Number(head.readBigUInt64LE(at + 16));
    if (isTag(head, at, 'data')) return Math.max(0, at + chunkBytes - sizeBytes);
    if (chunkBytes < HEADER_BYTES) return 0;
    at += Math.ceil(chunkBytes / 8) * 8;
  }
  return Math.max(0, at - sizeBytes);
}

/** The file properties of WMA and WMV count the bytes of the file; 0 where it was broadcast. */
function missingOfAsf(head: Buffer, sizeBytes: number): number {
  const at = head.indexOf(ASF_PROPERTIES_ID, undefined, 'latin1');
  const SIZE_AT = 40;
  if (at < 0 || at + SIZE_AT + 8 > head.length) return 0;
  return Math.max(0, Number(head.readBigUInt64LE(at + SIZE_AT)) - sizeBytes);
}

/** What the Xing or Info header of an MP3 file counts beyond the end of the file; encoders write one nearly always. */
async function missingOfMp3(file: FileHandle, head: Buffer, sizeBytes: number): Promise<number> {
  const tagBytes = isTag(head, 0, 'ID3') && head.length >= ID3_HEADER_BYTES ? id3Bytes(head) : 0;
  const start = tagBytes === 0 ? head : await readAt(file, tagBytes, 4096);
  // Eleven bits of synchronisation, and layer III.
  if (start.length < 4 || start[0] !== 0xff || ((start[1] ?? 0) & 0xe6) !== 0xe2) return 0;
  const isVersion1 = ((start[1] ?? 0) & 0x18) === 0x18;
  const isMono = ((start[3] ?? 0) & 0xc0) === 0xc0;
  const sideInfoBytes = isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const at = 4 + sideInfoBytes;
  if (!isTag(start, at, 'Xing') && !isTag(start, at, 'Info')) return 0;
  if (start.length < at + 16) return 0;
  const flags = start.readUInt32BE(at + 4);
  const HAS_FRAMES = 1;
  const HAS_BYTES = 2;
  if ((flags & HAS_BYTES) === 0) return 0;
  const countedBytes = start.readUInt32BE(at + ((flags & HAS_FRAMES) === 0 ? 8 : 12));
  return Math.max(0, countedBytes - (sizeBytes - tagBytes));
}

/** Length of an ID3v2 tag with its header: four times seven bits. */
function id3Bytes(head: Buffer): number {
  const sizeBytes = [6, 7, 8, 9].reduce((size, at) => size * 128 + ((head[at] ?? 0) & 0x7f), 0);
  return ID3_HEADER_BYTES + sizeBytes;
}
