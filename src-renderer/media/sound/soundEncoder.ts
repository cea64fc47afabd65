import type { EncodedSound, SoundEvent, SoundCommand } from './soundMessages.ts';
import { copyOfBytes, opusHead } from './opusHead.ts';
import { SoundTimes } from './soundTimes.ts';

/** The worker that a sound is encoded in, as Opus: an entry of its own, which nothing of the page's work delays. */

/** How often encoded data is sent. */
const SEND_EVERY_MS = 100;
/** Silence is filled in by pieces. */
const MOST_SILENCE_FRAMES = 48_000;

/** The worker's own end of its messages; the DOM's types know a page's alone. */
interface WorkerPort {
  postMessage(event: SoundEvent, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<SoundCommand>) => void) | null;
}
const port = globalThis as unknown as WorkerPort;

type Start = Extract<SoundCommand, { kind: 'start' }>;

let encoding: SoundEncoding | null = null;

port.onmessage = ({ data: command }) => {
  if (command.kind === 'start') {
    encoding = new SoundEncoding(command);
    void encoding.run();
  } else void encoding?.end('asked');
};

class SoundEncoding {
  readonly #start: Start;
  readonly #times = new SoundTimes();
  readonly #timer = setInterval(() => this.#send(), SEND_EVERY_MS);
  #encoder: AudioEncoder | null = null;
  #fedFrames = 0;
  #filledMs = 0;
  #encodedUs = 0;
  #isOver = false;
  #waiting: EncodedSound[] = [];

  constructor(start: Start) {
    this.#start = start;
  }

  async run(): Promise<void> {
    const reader = this.#start.readable.getReader();
    try {
      for (;;) {
        const { value: data, done } = await reader.read();
        if (done) break;
        if (this.#isOver) data.close();
        else this.#take(data);
      }
      await this.end('trackEnded');
    } catch (error) {
      this.#fail(error);
    }
  }

  async end(reason: 'asked' | 'trackEnded'): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    try {
      await this.#encoder?.flush();
    } finally {
      this.#close({ kind: 'ended', reason });
    }
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#close({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }

  #close(event: SoundEvent): void {
    clearInterval(this.#timer);
    this.#send();
    port.postMessage(event, []);
  }

  #send(): void {
    const pieces = this.#waiting;
    this.#waiting = [];
    if (pieces.length === 0) return;
    const buffers = pieces.map(({ bytes }) => bytes.buffer as ArrayBuffer);
    port.postMessage({ kind: 'sound', pieces, filledMs: this.#filledMs }, buffers);
  }

  #take(data: AudioData): void {
    const nowMs = performance.now() + performance.timeOrigin - this.#start.timeOrigin;
    const missingMs = this.#times.take((data.numberOfFrames / data.sampleRate) * 1000, nowMs);
    this.#encoder ??= this.#open(data);
    if (missingMs > 0) this.#fillSilence(this.#encoder, missingMs, data);
    this.#filledMs += missingMs;
    this.#feed(this.#encoder, data);
  }

  #open({ sampleRate, numberOfChannels }: AudioData): AudioEncoder {
    const channels = Math.min(2, numberOfChannels);
    let isReported = false;
    const opened = new AudioEncoder({
      output: (chunk, metadata) => {
        if (!isReported) {
          isReported = true;
          const given = metadata?.decoderConfig?.description;
          const codecPrivate = given ? copyOfBytes(given) : opusHead(channels, sampleRate);
          port.postMessage({ kind: 'track', channels, codecPrivate }, []);
        }
        this.#keep(chunk);
      },
      error: (error) => this.#fail(error),
    });
    const bitrate = this.#start.bitsPerSecond;
    opened.configure({ codec: 'opus', sampleRate, numberOfChannels: channels, bitrate });
    return opened;
  }

  #keep(chunk: EncodedAudioChunk): void {
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    this.#waiting.push({ atMs: this.#times.timeOf(this.#encodedUs / 1000), bytes });
    this.#encodedUs += chunk.duration ?? 20_000;
  }

  #feed(to: AudioEncoder, data: AudioData): void {
    this.#fedFrames += data.numberOfFrames;
    to.encode(data);
    data.close();
  }

  #fillSilence(to: AudioEncoder, missingMs: number, { sampleRate, numberOfChannels }: AudioData): void {
    for (let left = Math.round((missingMs / 1000) * sampleRate); left > 0; left -= MOST_SILENCE_FRAMES) {
      const numberOfFrames = Math.min(left, MOST_SILENCE_FRAMES);
      const shape = { sampleRate, numberOfChannels, numberOfFrames };
      const timestamp = Math.round((this.#fedFrames / sampleRate) * 1e6);
      const data = new Float32Array(numberOfFrames * numberOfChannels);
      this.#feed(to, new AudioData({ ...shape, format: 'f32-planar', timestamp, data }));
    }
  }
}
