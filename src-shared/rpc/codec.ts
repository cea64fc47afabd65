import type { Frame } from './frames.ts';

/** Larger messages are refused unread. Nothing in the contract comes near. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

const CHUNK_TAG = 1;
const CHUNK_HEADER_BYTES = 9;

export type DecodeResult = { ok: true; frame: unknown } | { ok: false; reason: string };

/**
 * A frame as one message of a socket: JSON text, and for the bytes of a stream or upload
 * `[1, id as uint64 little-endian, bytes…]`.
 */
export function encodeFrame(frame: Frame): string | Uint8Array<ArrayBuffer> {
  if (frame.kind !== 'chunk') return JSON.stringify(frame);
  const message = new Uint8Array(CHUNK_HEADER_BYTES + frame.bytes.byteLength);
  const view = new DataView(message.buffer);
  view.setUint8(0, CHUNK_TAG);
  view.setBigUint64(1, BigInt(frame.id), true);
  message.set(frame.bytes, CHUNK_HEADER_BYTES);
  return message;
}

/** The frame in a message, not yet checked against a schema. Never throws. */
export function decodeFrame(message: string | Uint8Array): DecodeResult {
  const sizeBytes = typeof message === 'string' ? message.length : message.byteLength;
  if (sizeBytes > MAX_MESSAGE_BYTES)
    return { ok: false, reason: `message of ${sizeBytes} bytes is too large` };
  return typeof message === 'string' ? decodeText(message) : decodeBytes(message);
}

function decodeText(message: string): DecodeResult {
  try {
    return { ok: true, frame: JSON.parse(message) as unknown };
  } catch {
    return { ok: false, reason: 'message is not JSON' };
  }
}

function decodeBytes(message: Uint8Array): DecodeResult {
  if (message.byteLength < CHUNK_HEADER_BYTES) return { ok: false, reason: 'binary message is too short' };
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  if (view.getUint8(0) !== CHUNK_TAG) return { ok: false, reason: 'binary message has an unknown tag' };
  const id = view.getBigUint64(1, true);
  if (id < 1n || id > BigInt(Number.MAX_SAFE_INTEGER)) {
    return { ok: false, reason: 'binary message has an id out of range' };
  }
  return { ok: true, frame: { kind: 'chunk', id: Number(id), bytes: message.slice(CHUNK_HEADER_BYTES) } };
}
