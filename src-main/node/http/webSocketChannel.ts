import type { RawData, WebSocket } from 'ws';
import {
  decodeFrame,
  encodeFrame,
  Listeners,
  type Channel,
  type Frame,
} from '../../../src-shared/rpc/index.ts';

/** Above this, events of which only the latest counts are held back. */
const CONGESTED_ABOVE_BYTES = 256 * 1024;
/** A peer that lets so much pile up has stopped reading. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

/** Codes of RFC 6455, section 7.4.1. */
const CLOSE_NORMAL = 1000;
const CLOSE_TRY_AGAIN_LATER = 1013;

/** A WebSocket as a channel: JSON text for frames, binary for the bytes of streams. */
export function createWebSocketChannel(socket: WebSocket): Channel {
  return new WebSocketChannel(socket);
}

class WebSocketChannel implements Channel {
  readonly #socket: WebSocket;
  readonly #frames = new Listeners<unknown>();
  readonly #drains = new Listeners<void>();
  readonly #closes = new Listeners<void>();
  #isClosed = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    // An error is followed by the close, which is what matters here.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#onClosed());
  }

  send(frame: unknown): void {
    if (this.#isClosed || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(encodeFrame(frame as Frame), () => {
      if (!this.#isClosed && !this.isCongested()) this.#drains.notify();
    });
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.#socket.close(CLOSE_TRY_AGAIN_LATER, 'The page does not read what it is sent.');
      this.#socket.terminate();
      this.#onClosed();
    }
  }

  isCongested(): boolean {
    return this.#socket.bufferedAmount > CONGESTED_ABOVE_BYTES;
  }

  onDrain(listener: () => void): () => void {
    return this.#drains.add(listener);
  }

  onFrame(listener: (frame: unknown) => void): () => void {
    return this.#frames.add(listener);
  }

  onClose(listener: () => void): () => void {
    if (!this.#isClosed) return this.#closes.add(listener);
    listener();
    return () => undefined;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#socket.close(CLOSE_NORMAL);
    this.#onClosed();
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#isClosed) return;
    const bytes = toBytes(data);
    const decoded = decodeFrame(isBinary ? bytes : bytes.toString('utf8'));
    // What cannot be decoded is handed on as it is: the router counts it as malformed.
    this.#frames.notify(decoded.ok ? decoded.frame : undefined);
  }

  #onClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closes.notify();
    this.#frames.clear();
    this.#drains.clear();
    this.#closes.clear();
  }
}

function toBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
