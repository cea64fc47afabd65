import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { formatIngestAddress } from '../../../../src-shared/domain/broadcast/address.ts';
import { flvHead, flvPacket, flvVideoConfig } from '../flvWriter.ts';
import type { BroadcastPacket } from '../programme.ts';
import { PublishError, type Publisher, type PublisherOptions } from '../rtmp/index.ts';
import { openNamelessFile } from './secretFile.ts';
import { readSrtKey, srtOptions } from './srtKey.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const END_TIMEOUT_MS = 1_000;
const LOOK_EVERY_MS = 50;
const MOST_WORDS_CHARS = 4000;
/** The descriptor of the file with the secrets. */
const SECRETS = 3;

/**
 * One stream by SRT, which FFmpeg sends: what it is given is in FLV and is not encoded again. The stream ID and the passphrase are in a file
 * without a name, not among its arguments. FFmpeg connects only once it has seen video and sound: it is fed from the newest key frame on.
 */
export async function openSrtPublisher(options: PublisherOptions): Promise<Publisher> {
  if (process.platform === 'win32')
    throw new PublishError(
      'refused',
      'SRT does not work on Windows yet. Use the RTMP address of this server.',
    );
  const secrets = readSrtKey(options.key);
  if (!secrets) throw new PublishError('refused', 'The passphrase has to have 10 to 79 characters.');
  await untilKeyFrame(options);
  const session = new SrtSession(options, srtOptions(secrets));
  const timer = setTimeout(
    () => session.destroy(new PublishError('timedOut', 'The server did not answer within 10 s.')),
    options.timeoutMs ?? CONNECT_TIMEOUT_MS,
  );
  const abort = () => session.destroy();
  options.signal.addEventListener('abort', abort);
  try {
    await session.opened;
    return session;
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', abort);
  }
}

/** Before the first frame there is nothing that FFmpeg could look at. */
async function untilKeyFrame({ ring, signal }: PublisherOptions): Promise<void> {
  while (ring.newestKey === null) {
    if (signal.aborted) throw new PublishError('closed', 'The broadcast has ended.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

class SrtSession implements Publisher {
  readonly opened: Promise<void>;
  readonly #options: PublisherOptions;
  readonly #opening = Promise.withResolvers<void>();
  readonly #child: ChildProcess & { stdin: Writable };
  readonly #feeding: NodeJS.Timeout;
  readonly #closed: Promise<void>;
  readonly begun: { from: number; next: number };
  #avcConfig: Buffer;
  #isOpen = false;
  #sentBytes = 0;
  #words = '';
  #failure: PublishError | null = null;

  constructor(options: PublisherOptions, secrets: string) {
    this.#options = options;
    this.opened = this.#opening.promise;
    this.#avcConfig = options.format.video.avcConfig;
    const from = options.ring.newestKey ?? options.ring.nextNumber;
    this.begun = { from, next: from };
    this.#child = run(options, secrets);
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
    this.#closed = new Promise((resolve) => {
      this.#child.once('error', () => this.#end('FFmpeg is not installed.', resolve));
      this.#child.once('close', () => this.#end(null, resolve));
    });
    this.#write(flvHead(options.format));
    this.#feeding = setInterval(() => this.#feed(), LOOK_EVERY_MS);
    this.#feed();
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  get queuedBytes(): number {
    return this.#child.stdin.writableLength;
  }

  send(packet: BroadcastPacket): void {
    const { avcConfig = this.#options.format.video.avcConfig } = packet;
    if (packet.kind === 'video' && packet.isKey && !avcConfig.equals(this.#avcConfig)) {
      this.#avcConfig = avcConfig;
      this.#write(flvVideoConfig(avcConfig, packet.atMs));
    }
    this.#write(flvPacket(packet));
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), END_TIMEOUT_MS);
    await this.#closed;
    clearTimeout(timer);
  }

  destroy(error?: PublishError): void {
    if (error) this.#failure = error;
    else this.#isOpen = false;
    this.#child.kill('SIGKILL');
  }

  /** Until it is connected; afterwards the destination does. */
  #feed(): void {
    const { ring } = this.#options;
    if (this.#isOpen) return clearInterval(this.#feeding);
    for (; this.begun.next < ring.nextNumber; this.begun.next += 1) {
      const packet = ring.get(this.begun.next);
      if (packet) this.send(packet);
    }
  }

  #write(bytes: Buffer): void {
    if (!this.#child.stdin.writable) return;
    this.#child.stdin.write(bytes);
    this.#sentBytes += bytes.length;
  }

  #hear(text: string): void {
    this.#words = (this.#words + text).slice(-MOST_WORDS_CHARS);
    if (this.#isOpen || !/^Output #0/m.test(this.#words)) return;
    this.#isOpen = true;
    clearInterval(this.#feeding);
    this.#opening.resolve();
  }

  #end(words: string | null, resolve: () => void): void {
    clearInterval(this.#feeding);
    const error =
      this.#failure ??
      (words === null ? failureOf(this.#words, this.#isOpen) : new PublishError('refused', words));
    this.#opening.reject(error);
    // Anyone who waits for it hears of it; nobody else has to.
    this.opened.catch(() => undefined);
    if (this.#isOpen) this.#options.onClosed(error);
    this.#isOpen = false;
    resolve();
  }
}

function run({ address }: PublisherOptions, secrets: string): ChildProcess & { stdin: Writable } {
  const file = openNamelessFile(secrets);
  try {
    return spawn('ffmpeg', publisherArguments(formatIngestAddress(address)), {
      stdio: ['pipe', 'ignore', 'pipe', file],
      env: { PATH: process.env.PATH },
    }) as ChildProcess & { stdin: Writable };
  } finally {
    closeSync(file);
  }
}

/** What is looked at before it connects is as little as it takes to find video and sound. */
const publisherArguments = (address: string): string[] => [
  ...['-nostdin', '-hide_banner', '-nostats', '-v', 'info'],
  ...['-probesize', '4096', '-analyzeduration', '0', '-fpsprobesize', '0'],
  ...['-f', 'flv', '-i', 'pipe:0', '-fpre', `/dev/fd/${SECRETS}`, '-c', 'copy'],
  // Seven packets of MPEG-TS are what fits into one of the network.
  ...['-flush_packets', '1', '-f', 'mpegts', `${address}?mode=caller&pkt_size=1316`],
];

/** FFmpeg's words are for nobody else: they name what went wrong, and it is said in ours. */
function failureOf(words: string, wasOpen: boolean): PublishError {
  if (wasOpen) return new PublishError('closed', 'The server closed the connection, or the network is gone.');
  if (/passphrase|BADSECRET|UNSECURE|encryption/i.test(words))
    return new PublishError('refused', 'The server did not accept the passphrase. Check the stream key.');
  if (/REJECT/.test(words))
    return new PublishError('refused', 'The server refused the stream. Check the stream key.');
  if (/Protocol not found|Unrecognized option|not found/i.test(words))
    return new PublishError('refused', 'The FFmpeg of this computer cannot send by SRT.');
  return new PublishError('unreachable', 'The server does not answer.');
}
