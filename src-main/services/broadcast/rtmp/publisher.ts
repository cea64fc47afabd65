import { formatIngestAddress, type IngestAddress } from '../../../../src-shared/domain/broadcast/address.ts';
import type { GroupRing } from '../groupRing.ts';
import type { BroadcastPacket, ProgrammeFormat } from '../programme.ts';
import { decodeAmf0, encodeAmf0, type Amf0Value } from './amf0.ts';
import { CHUNK_STREAM, MESSAGE, type RtmpMessage } from './chunks.ts';
import { RtmpConnection } from './connection.ts';
import { audioHeaderBody, metadataBody, packetBody, videoHeaderBody } from './flv.ts';
import { closedAtStart, PublishError, toPublishError, toRefusal } from './publishError.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** How long it waits for a clean end, and for a slow server to take what was sent. */
const END_TIMEOUT_MS = 1_000;
const LINGER_MS = 10_000;
/** Enhanced RTMP, version 2: a server may ask for another connection. */
const CAN_RECONNECT = 0x01;

export interface PublisherOptions {
  address: IngestAddress;
  /** Known to the server and to nobody else: in no message, log or error. */
  key: string;
  format: ProgrammeFormat;
  /** What is to be sent; for protocols that connect only once they have some of it. */
  ring: Pick<GroupRing, 'get' | 'newestKey' | 'nextNumber'>;
  acknowledgeEveryBytes: number;
  ca?: string | undefined;
  onAcknowledged: (bytes: number) => void;
  /** Once, and only after it was open. */
  onClosed: (error: PublishError) => void;
  /** The server wants to be left, for another address or for the same. */
  onReconnectRequested: (address: string | null) => void;
  timeoutMs?: number;
  signal: AbortSignal;
}

/** One open stream at one server. */
export interface Publisher {
  readonly sentBytes: number;
  readonly queuedBytes: number;
  /** Packets of the ring that were sent before it was open. */
  readonly begun?: { from: number; next: number };
  send(packet: BroadcastPacket): void;
  /** Says goodbye; resolves when the server has closed, after a second at the latest. */
  end(): Promise<void>;
  destroy(error?: PublishError): void;
}

/** Connects, publishes and sends the headers. Rejects with a `PublishError`. */
export async function openPublisher(options: PublisherOptions): Promise<Publisher> {
  const ending = new AbortController();
  const { timeoutMs = CONNECT_TIMEOUT_MS } = options;
  const timer = setTimeout(() => ending.abort(), timeoutMs);
  const session = new Session(options);
  try {
    await session.open(AbortSignal.any([ending.signal, options.signal]));
    return session;
  } catch (error) {
    session.destroy();
    if (ending.signal.aborted) {
      throw new PublishError('timedOut', `The server did not answer within ${timeoutMs / 1000} s.`);
    }
    throw toPublishError(error, false);
  } finally {
    clearTimeout(timer);
  }
}

interface PendingCommand {
  resolve: (values: readonly Amf0Value[]) => void;
  reject: (error: PublishError) => void;
}

class Session implements Publisher {
  readonly #options: PublisherOptions;
  readonly #pending = new Map<number, PendingCommand>();
  readonly #connected = new AbortController();
  #connection: RtmpConnection | null = null;
  #started: PendingCommand | null = null;
  #transaction = 0;
  #streamId = 0;
  #isOpen = false;
  #avcConfig: Buffer;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#avcConfig = options.format.video.avcConfig;
  }

  get sentBytes(): number {
    return this.#connection?.sentBytes ?? 0;
  }

  get queuedBytes(): number {
    return this.#connection?.queuedBytes ?? 0;
  }

  async open(signal: AbortSignal): Promise<void> {
    const { address, ca, acknowledgeEveryBytes, onAcknowledged, format, key } = this.#options;
    const abort = () => this.#connected.abort();
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    this.#connection = await RtmpConnection.open({
      address,
      ca,
      acknowledgeEveryBytes,
      onAcknowledged,
      onMessage: (message) => this.#receive(message),
      onClosed: (error) => this.#onClosed(error),
      signal: this.#connected.signal,
    });
    await this.#ask('connect', connectFields(address));
    this.#command(0, 'releaseStream', this.#nextTransaction(), null, key);
    this.#command(0, 'FCPublish', this.#nextTransaction(), null, key);
    const [, streamId] = await this.#ask('createStream', null);
    this.#streamId = typeof streamId === 'number' ? streamId : 1;
    const started = new Promise<readonly Amf0Value[]>((resolve, reject) => {
      this.#started = { resolve, reject };
    });
    this.#command(this.#streamId, 'publish', this.#nextTransaction(), null, key, 'live');
    await started;
    signal.removeEventListener('abort', abort);
    this.#isOpen = true;
    this.#media(MESSAGE.data, CHUNK_STREAM.data, 0, metadataBody(format));
    this.#media(MESSAGE.video, CHUNK_STREAM.video, 0, videoHeaderBody(format.video.avcConfig));
    this.#media(MESSAGE.audio, CHUNK_STREAM.audio, 0, audioHeaderBody(format));
  }

  send(packet: BroadcastPacket): void {
    const isVideo = packet.kind === 'video';
    const atMs = Math.max(0, Math.round(packet.atMs));
    if (isVideo && packet.isKey) this.#configure(packet.avcConfig, atMs);
    this.#media(
      isVideo ? MESSAGE.video : MESSAGE.audio,
      isVideo ? CHUNK_STREAM.video : CHUNK_STREAM.audio,
      atMs,
      packetBody(packet),
    );
  }

  /** Another page encodes from here on: its configuration goes before its first key frame. */
  #configure(avcConfig = this.#options.format.video.avcConfig, atMs: number): void {
    if (avcConfig.equals(this.#avcConfig)) return;
    this.#avcConfig = avcConfig;
    this.#media(MESSAGE.video, CHUNK_STREAM.video, atMs, videoHeaderBody(avcConfig));
  }

  async end(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    this.#isOpen = false;
    this.#command(0, 'FCUnpublish', this.#nextTransaction(), null, this.#options.key);
    this.#command(0, 'deleteStream', this.#nextTransaction(), null, this.#streamId);
    const lingering = setTimeout(() => connection.destroy(), LINGER_MS);
    const closed = connection.end().then(() => clearTimeout(lingering));
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, END_TIMEOUT_MS);
    await Promise.race([closed, late]);
    clearTimeout(timer);
  }

  destroy(error?: PublishError): void {
    if (!error) this.#isOpen = false;
    this.#connection?.destroy(error);
    this.#connected.abort();
  }

  #onClosed(error: PublishError): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    this.#started?.reject(error.failure === 'closed' ? closedAtStart() : error);
    if (this.#isOpen) this.#options.onClosed(error);
    this.#isOpen = false;
  }

  #receive({ type, payload }: RtmpMessage): void {
    if (type !== MESSAGE.command && type !== MESSAGE.command3) return;
    const values = decodeAmf0(type === MESSAGE.command3 ? payload.subarray(1) : payload);
    const [name, transaction, ...rest] = values;
    if (name === '_result' || name === '_error') {
      const pending = this.#pending.get(Number(transaction));
      this.#pending.delete(Number(transaction));
      if (name === '_result') pending?.resolve(rest);
      else pending?.reject(this.#refusalOf(rest));
    } else if (name === 'onStatus') {
      this.#onStatus(rest);
    } else if (name === 'close') {
      this.#connection?.destroy(new PublishError('closed', 'The server ended the stream.'));
    }
  }

  #onStatus(rest: readonly Amf0Value[]): void {
    const { code, level } = statusOf(rest);
    if (code === 'NetStream.Publish.Start') return this.#started?.resolve(rest);
    if (code === 'NetConnection.Connect.ReconnectRequest') {
      const { tcUrl } = statusOf(rest);
      return this.#options.onReconnectRequested(tcUrl === '' ? null : tcUrl);
    }
    const isBad = level === 'error' || /^NetStream\.(Publish\.(?!Start)|Failed)/.test(code);
    if (!isBad || code === '') return;
    const refusal = this.#refusalOf(rest);
    if (this.#isOpen) this.#connection?.destroy(refusal);
    else this.#started?.reject(refusal);
  }

  /** A server's words, in which it may repeat the key. */
  #refusalOf(rest: readonly Amf0Value[]): PublishError {
    const { code, description } = statusOf(rest);
    const { key } = this.#options;
    const [name = ''] = key.split('?');
    const clean = (text: string) =>
      [key, name].reduce((line, secret) => (secret === '' ? line : line.replaceAll(secret, '…')), text);
    return toRefusal(clean(code === '' ? 'no reason given' : code), clean(description).slice(0, 300));
  }

  async #ask(name: string, ...values: readonly Amf0Value[]): Promise<readonly Amf0Value[]> {
    const transaction = this.#nextTransaction();
    const answer = new Promise<readonly Amf0Value[]>((resolve, reject) => {
      this.#pending.set(transaction, { resolve, reject });
    });
    this.#command(0, name, transaction, ...values);
    return await answer;
  }

  #nextTransaction(): number {
    this.#transaction += 1;
    return this.#transaction;
  }

  #command(streamId: number, ...values: readonly Amf0Value[]): void {
    const payload = encodeAmf0(values);
    this.#connection?.send(
      { type: MESSAGE.command, streamId, timestampMs: 0, payload },
      CHUNK_STREAM.command,
    );
  }

  #media(type: number, chunkStream: number, timestampMs: number, payload: Buffer): void {
    this.#connection?.send({ type, streamId: this.#streamId, timestampMs, payload }, chunkStream);
  }
}

function connectFields(address: IngestAddress): Amf0Value {
  return {
    app: address.app,
    type: 'nonprivate',
    flashVer: 'FMLE/3.0 (compatible; SoundDesk)',
    tcUrl: formatIngestAddress(address),
    capsEx: CAN_RECONNECT,
  };
}

function statusOf(values: readonly Amf0Value[]) {
  const info = values.find((value) => value !== null && typeof value === 'object' && 'code' in value);
  const fields = (info ?? {}) as Readonly<Record<string, Amf0Value>>;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    code: text('code'),
    level: text('level'),
    description: text('description'),
    tcUrl: text('tcUrl'),
  };
}
