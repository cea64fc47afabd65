/** Messages of RTMP and the chunks that carry them (Adobe, "Real-Time Messaging Protocol", 2012, section 5.3). */
export interface RtmpMessage {
  type: number;
  streamId: number;
  /** Milliseconds, 32 bits; starts again at 0 after 49 days. */
  timestampMs: number;
  payload: Buffer;
}

export const MESSAGE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowAcknowledgementSize: 5,
  setPeerBandwidth: 6,
  audio: 8,
  video: 9,
  command3: 17,
  data: 18,
  command: 20,
} as const;

/** Which chunk stream carries what; those of control are given by the protocol. */
export const CHUNK_STREAM = { control: 2, command: 3, audio: 4, data: 5, video: 6 } as const;

/** Until a side says otherwise. */
export const DEFAULT_CHUNK_SIZE = 128;
const LONG_TIME = 0xff_ffff;
/** What a server sends to a publisher is far shorter. */
const MAX_MESSAGE_BYTES = 1 << 20;
const MAX_CHUNK_SIZE = 0xff_ffff;

export class ChunkError extends Error {}

/**
 * The buffers of a message, in their order. Each begins with a whole header: nothing depends on the one before, so a
 * message can be left out. The payload is not copied.
 */
export function encodeMessage(message: RtmpMessage, chunkStream: number, chunkSize: number): Buffer[] {
  const timestamp = message.timestampMs >>> 0;
  const isLong = timestamp >= LONG_TIME;
  const head = Buffer.alloc(isLong ? 16 : 12);
  head.writeUInt8(chunkStream, 0);
  head.writeUIntBE(isLong ? LONG_TIME : timestamp, 1, 3);
  head.writeUIntBE(message.payload.length, 4, 3);
  head.writeUInt8(message.type, 7);
  head.writeUInt32LE(message.streamId, 8);
  if (isLong) head.writeUInt32BE(timestamp, 12);
  const following = Buffer.alloc(isLong ? 5 : 1);
  following.writeUInt8(0xc0 | chunkStream, 0);
  if (isLong) following.writeUInt32BE(timestamp, 1);
  const buffers: Buffer[] = [head];
  for (let at = 0; at < message.payload.length; at += chunkSize) {
    if (at > 0) buffers.push(following);
    buffers.push(message.payload.subarray(at, at + chunkSize));
  }
  return buffers;
}

interface IncomingStream {
  timestampMs: number;
  deltaMs: number;
  isLong: boolean;
  length: number;
  type: number;
  streamId: number;
  parts: Buffer[];
  received: number;
}

/** Puts the chunks of a server together. What cannot be a server's throws `ChunkError`. */
export class ChunkReader {
  #bytes: Buffer = Buffer.alloc(0);
  #chunkSize = DEFAULT_CHUNK_SIZE;
  readonly #streams = new Map<number, IncomingStream>();

  /** The messages that are whole now. */
  push(bytes: Buffer): RtmpMessage[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const messages: RtmpMessage[] = [];
    for (;;) {
      const chunk = this.#readChunk();
      if (chunk === null) return messages;
      if (chunk.message) messages.push(chunk.message);
    }
  }

  #readChunk(): { message: RtmpMessage | null } | null {
    const header = readHeader(this.#bytes, this.#streams);
    if (header === null) return null;
    const { id, state, size, isNew } = header;
    const wanted = Math.min(this.#chunkSize, state.length - (isNew ? 0 : state.received));
    if (this.#bytes.length < size + wanted) return null;
    if (isNew) Object.assign(state, { parts: [], received: 0 });
    state.parts.push(this.#bytes.subarray(size, size + wanted));
    state.received += wanted;
    this.#bytes = this.#bytes.subarray(size + wanted);
    this.#streams.set(id, state);
    if (state.received < state.length) return { message: null };
    const { type, streamId, timestampMs } = state;
    const message = { type, streamId, timestampMs, payload: Buffer.concat(state.parts) };
    Object.assign(state, { parts: [], received: 0 });
    this.#obey(message);
    return { message };
  }

  /** What the server says about its chunks. */
  #obey({ type, payload }: RtmpMessage): void {
    if (type === MESSAGE.setChunkSize && payload.length >= 4) {
      const size = payload.readUInt32BE() & 0x7fff_ffff;
      if (size < 1 || size > MAX_CHUNK_SIZE) throw new ChunkError(`chunks of ${size} bytes cannot be`);
      this.#chunkSize = size;
    }
    if (type === MESSAGE.abort && payload.length >= 4) this.#streams.delete(payload.readUInt32BE());
  }
}

interface ChunkHeader {
  id: number;
  state: IncomingStream;
  /** Of the header, in bytes. */
  size: number;
  /** Whether a message begins here. */
  isNew: boolean;
}

const HEADER_BYTES = [11, 7, 3, 0] as const;

/** null where the header is not whole yet. */
function readHeader(bytes: Buffer, streams: ReadonlyMap<number, IncomingStream>): ChunkHeader | null {
  const basic = readBasicHeader(bytes);
  if (basic === null) return null;
  const { id, format } = basic;
  let size = basic.size;
  const headerBytes = HEADER_BYTES[format];
  if (bytes.length < size + headerBytes) return null;
  const before = streams.get(id);
  if (!before && format !== 0) throw new ChunkError(`chunk stream ${id} begins without a whole header`);
  const isNew = format !== 3 || before?.received === 0;
  const state: IncomingStream = before
    ? { ...before }
    : { timestampMs: 0, deltaMs: 0, isLong: false, length: 0, type: 0, streamId: 0, parts: [], received: 0 };
  if (format <= 1) {
    state.length = bytes.readUIntBE(size + 3, 3);
    state.type = bytes.readUInt8(size + 6);
    if (state.length > MAX_MESSAGE_BYTES)
      throw new ChunkError(`a message of ${state.length} bytes is too long`);
  }
  if (format === 0) state.streamId = bytes.readUInt32LE(size + 7);
  let time = format <= 2 ? bytes.readUIntBE(size, 3) : state.deltaMs;
  if (format <= 2) state.isLong = time === LONG_TIME;
  size += headerBytes;
  if (state.isLong) {
    if (bytes.length < size + 4) return null;
    if (format <= 2) time = bytes.readUInt32BE(size);
    size += 4;
  }
  if (isNew) {
    state.timestampMs = format === 0 ? time : (state.timestampMs + time) >>> 0;
    state.deltaMs = format === 0 ? 0 : time;
  }
  return { id, state, size, isNew };
}

function readBasicHeader(bytes: Buffer): { format: 0 | 1 | 2 | 3; id: number; size: number } | null {
  const first = bytes[0];
  if (first === undefined) return null;
  const format = (first >> 6) as 0 | 1 | 2 | 3;
  const low = first & 0x3f;
  const size = low === 0 ? 2 : low === 1 ? 3 : 1;
  if (bytes.length < size) return null;
  if (size === 1) return { format, id: low, size };
  const id = size === 2 ? 64 + bytes.readUInt8(1) : 64 + bytes.readUInt16LE(1);
  return { format, id, size };
}
