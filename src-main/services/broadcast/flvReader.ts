import type { BroadcastPacket } from './programme.ts';

/** One tag of an FLV stream (Adobe, "Video File Format Specification", version 10.1, annex E). */
export interface FlvTag {
  type: 'audio' | 'video' | 'data';
  atMs: number;
  body: Buffer;
}

const FILE_HEADER_BYTES = 9;
const TAG_HEADER_BYTES = 11;
/** The size of the tag before it. */
const TRAILER_BYTES = 4;
const TYPES: Readonly<Record<number, FlvTag['type']>> = { 8: 'audio', 9: 'video', 18: 'data' };

/** Reads FLV as it comes; throws where it is none. */
export class FlvReader {
  #bytes: Buffer = Buffer.alloc(0);
  #hasBegun = false;

  /** The tags that are whole now. */
  push(bytes: Buffer): FlvTag[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (!this.#hasBegun && !this.#begin()) return [];
    const tags: FlvTag[] = [];
    for (let tag = this.#next(); tag; tag = this.#next()) tags.push(tag);
    return tags;
  }

  #begin(): boolean {
    if (this.#bytes.length < FILE_HEADER_BYTES + TRAILER_BYTES) return false;
    if (this.#bytes.toString('latin1', 0, 3) !== 'FLV') throw new Error('this is no FLV');
    this.#bytes = this.#bytes.subarray(this.#bytes.readUInt32BE(5) + TRAILER_BYTES);
    this.#hasBegun = true;
    return true;
  }

  #next(): FlvTag | null {
    const bytes = this.#bytes;
    if (bytes.length < TAG_HEADER_BYTES) return null;
    const size = bytes.readUIntBE(1, 3);
    const end = TAG_HEADER_BYTES + size;
    if (bytes.length < end + TRAILER_BYTES) return null;
    const type = TYPES[bytes.readUInt8(0) & 0x1f];
    if (!type) throw new Error(`a tag of type ${bytes.readUInt8(0)} is not known`);
    const atMs = bytes.readUIntBE(4, 3) + bytes.readUInt8(7) * 0x100_0000;
    this.#bytes = bytes.subarray(end + TRAILER_BYTES);
    return { type, atMs, body: Buffer.from(bytes.subarray(TAG_HEADER_BYTES, end)) };
  }
}

export type FlvContent =
  | { kind: 'videoHeader'; config: Buffer }
  | { kind: 'audioHeader'; config: Buffer }
  | BroadcastPacket;

/** What a tag with H.264 or AAC holds; null for all others. */
export function readFlvContent({ type, atMs, body }: FlvTag): FlvContent | null {
  if (type === 'video') {
    if (body.length < 5 || (body.readUInt8(0) & 0x0f) !== 7) return null;
    const packetType = body.readUInt8(1);
    const bytes = body.subarray(5);
    if (packetType === 0) return { kind: 'videoHeader', config: bytes };
    if (packetType !== 1) return null;
    return { kind: 'video', atMs: atMs + body.readIntBE(2, 3), isKey: body.readUInt8(0) >> 4 === 1, bytes };
  }
  if (type !== 'audio' || body.length < 2 || body.readUInt8(0) >> 4 !== 10) return null;
  const bytes = body.subarray(2);
  if (body.readUInt8(1) === 0) return { kind: 'audioHeader', config: bytes };
  return { kind: 'audio', atMs, isKey: true, bytes };
}
