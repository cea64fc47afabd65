import { randomBytes } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { IngestAddress } from '../../../../src-shared/domain/broadcast/address.ts';
import { ChunkReader, DEFAULT_CHUNK_SIZE, encodeMessage, MESSAGE, type RtmpMessage } from './chunks.ts';
import { PublishError, toPublishError } from './publishError.ts';

const VERSION = 3;
const HANDSHAKE_BYTES = 1536;
/** Taken by every platform that OBS streams to. */
const CHUNK_SIZE = 4096;
const PING_REQUEST = 6;
const PING_RESPONSE = 7;

export interface ConnectionOptions {
  address: IngestAddress;
  /** Certificates that are trusted beside those of the system. */
  ca?: string | undefined;
  /** The server says so after each of so many bytes. */
  acknowledgeEveryBytes: number;
  onMessage: (message: RtmpMessage) => void;
  /** Bytes that the server has, since the handshake. */
  onAcknowledged: (bytes: number) => void;
  /** Once, however it ended. */
  onClosed: (error: PublishError) => void;
  signal: AbortSignal;
}

/** A connection of RTMP after its handshake, which answers pings and counts what the server acknowledged. */
export class RtmpConnection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #reader = new ChunkReader();
  #chunkSize = DEFAULT_CHUNK_SIZE;
  #sentBytes = 0;
  #receivedBytes = 0;
  #reportedBytes = 0;
  #peerWindowBytes = 0;
  #acknowledgedBytes = 0;

  /** Rejects with a `PublishError`. */
  static async open(options: ConnectionOptions): Promise<RtmpConnection> {
    const socket = await openSocket(options);
    try {
      const rest = await shakeHands(socket);
      const connection = new RtmpConnection(socket, options);
      connection.#begin(rest);
      return connection;
    } catch (error) {
      socket.destroy();
      throw toPublishError(error, true);
    }
  }

  private constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /** Bytes since the handshake, also those that wait here. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Bytes that the system has not taken yet. */
  get queuedBytes(): number {
    return this.#socket.writableLength;
  }

  send(message: RtmpMessage, chunkStream: number): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#socket.cork();
    for (const buffer of encodeMessage(message, chunkStream, this.#chunkSize)) {
      this.#sentBytes += buffer.length;
      this.#socket.write(buffer);
    }
    this.#socket.uncork();
  }

  /** Ends once all is sent; `destroy` where that takes too long. */
  async end(): Promise<void> {
    if (this.#socket.destroyed) return;
    await new Promise<void>((resolve) => {
      this.#socket.once('close', () => resolve());
      this.#socket.end();
    });
  }

  destroy(error?: PublishError): void {
    this.#socket.destroy(error);
  }

  #begin(rest: Buffer): void {
    const socket = this.#socket;
    let failure: PublishError | null = null;
    socket.removeAllListeners('error');
    socket.on('error', (error) => (failure = toPublishError(error, true)));
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('close', () => {
      this.#options.onClosed(failure ?? new PublishError('closed', 'The server closed the connection.'));
    });
    this.#control(MESSAGE.setChunkSize, uint32(CHUNK_SIZE));
    this.#chunkSize = CHUNK_SIZE;
    this.#control(MESSAGE.windowAcknowledgementSize, uint32(this.#options.acknowledgeEveryBytes));
    if (rest.length > 0) this.#receive(rest);
    socket.resume();
  }

  #receive(bytes: Buffer): void {
    this.#receivedBytes += bytes.length;
    try {
      for (const message of this.#reader.push(bytes)) this.#handle(message);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      this.destroy(new PublishError('protocol', `The server does not speak RTMP: ${words}.`));
      return;
    }
    this.#acknowledge();
  }

  #handle(message: RtmpMessage): void {
    const { type, payload } = message;
    if (type === MESSAGE.acknowledgement && payload.length >= 4) {
      this.#acknowledgedBytes = unwrapCounter(this.#acknowledgedBytes, payload.readUInt32BE());
      this.#options.onAcknowledged(this.#acknowledgedBytes);
    } else if (type === MESSAGE.windowAcknowledgementSize && payload.length >= 4) {
      this.#peerWindowBytes = payload.readUInt32BE();
    } else if (type === MESSAGE.userControl && payload.length >= 6) {
      if (payload.readUInt16BE() === PING_REQUEST) {
        this.#control(
          MESSAGE.userControl,
          Buffer.concat([Buffer.of(0, PING_RESPONSE), payload.subarray(2, 6)]),
        );
      }
    } else {
      this.#options.onMessage(message);
    }
  }

  /** Servers send little: this is for those that wait for it. */
  #acknowledge(): void {
    if (this.#peerWindowBytes === 0) return;
    if (this.#receivedBytes - this.#reportedBytes < this.#peerWindowBytes) return;
    this.#reportedBytes = this.#receivedBytes;
    this.#control(MESSAGE.acknowledgement, uint32(this.#receivedBytes));
  }

  #control(type: number, payload: Buffer): void {
    this.send({ type, streamId: 0, timestampMs: 0, payload }, 2);
  }
}

/** The next value of a counter of 32 bits that only grows. */
export function unwrapCounter(before: number, value: number): number {
  const step = (value - (before >>> 0)) >>> 0;
  // Half of the range back: an answer that came late.
  return step < 0x8000_0000 ? before + step : before;
}

async function openSocket({ address, ca, signal }: ConnectionOptions): Promise<Socket> {
  const { host, port, protocol } = address;
  const isSecure = protocol === 'rtmps';
  const socket = isSecure
    ? connectTls({
        host,
        port,
        minVersion: 'TLSv1.2',
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(ca === undefined ? {} : { ca }),
      })
    : connectTcp({ host, port });
  socket.setNoDelay(true);
  const abort = () => socket.destroy(new PublishError('closed', 'The connection was ended.'));
  signal.addEventListener('abort', abort);
  socket.once('close', () => signal.removeEventListener('abort', abort));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', resolve);
      socket.once('error', reject);
    });
    if (signal.aborted) throw new PublishError('closed', 'The connection was ended.');
    return socket;
  } catch (error) {
    socket.destroy();
    throw toPublishError(error, false);
  }
}

/** The plain handshake (section 5.2). Answers what came behind it. */
async function shakeHands(socket: Socket): Promise<Buffer> {
  const own = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)]);
  socket.write(Buffer.concat([Buffer.of(VERSION), own]));
  const answer = await readAtLeast(socket, 1 + 2 * HANDSHAKE_BYTES);
  if (answer[0] !== VERSION) {
    throw new PublishError('protocol', 'What answers there is no server of RTMP.');
  }
  socket.write(answer.subarray(1, 1 + HANDSHAKE_BYTES));
  return answer.subarray(1 + 2 * HANDSHAKE_BYTES);
}

async function readAtLeast(socket: Socket, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  return await new Promise<Buffer>((resolve, reject) => {
    const onData = (part: Buffer) => {
      parts.push(part);
      length += part.length;
      // What answers with something else is noticed by its first sign.
      if (length < size && parts[0]?.[0] === VERSION) return;
      finish(() => resolve(Buffer.concat(parts)));
    };
    const onError = (error: Error) => finish(() => reject(error));
    const onClose = () =>
      finish(() => reject(new PublishError('closed', 'The server closed the connection.')));
    const finish = (settle: () => void) => {
      socket.pause();
      socket.off('data', onData).off('error', onError).off('close', onClose);
      socket.on('error', () => undefined);
      settle();
    };
    socket.on('data', onData).once('error', onError).once('close', onClose);
  });
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}
