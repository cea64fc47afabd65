import { open, type FileHandle } from 'node:fs/promises';
import { RpcError } from '../../../src-shared/contract/errors.ts';

/** More than one Ogg page (65,307 bytes at most, RFC 3533) and one MP3 frame. */
const WINDOW_BYTES = 128 * 1024;
const OGG_HEADER_BYTES = 27;
const ID3_HEADER_BYTES = 10;

/**
 * Throws `FILE_UNREADABLE` where an Ogg or MP3 file ends before its own marks say so. Their
 * decoders take such a file for a shorter one; of other kinds they notice.
 */
export async function refuseCutShort(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size: sizeBytes } = await file.stat();
    const head = await readAt(file, 0, WINDOW_BYTES);
    const missingBytes = isTag(head, 0, 'OggS')
      ? missingOfOgg(await readAt(file, Math.max(0, sizeBytes - WINDOW_BYTES), WINDOW_BYTES))
      : await missingOfMp3(file, head, sizeBytes);
    if (missingBytes > 0) {
      throw new RpcError(
        'FILE_UNREADABLE',
        `${path} is cut short: at least ${missingBytes} bytes are missing at its end. Copy or download it again.`,
      );
    }
  } finally {
    await file.close();
  }
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
