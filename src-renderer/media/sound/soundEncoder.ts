import type { EncodedSound, SoundEvent, SoundCommand } from './soundMessages.ts';
import { SoundTimes } from './soundTimes.ts';

/** The worker that a sound is encoded in, as Opus: an entry of its own, which nothing of the page's work delays. */

/** What was encoded leaves so often. */
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

let end: ((reason: 'asked' | 'trackEnded') => Promise<void>) | null = null;

port.onmessage = ({ data: command }) => {
  if (command.kind === 'start') void run(command);
  else void end?.('asked');
};

async function run({ readable, bitsPerSecond, timeOrigin }: Start): Promise<void> {
  const reader = readable.getReader();
  const times = new SoundTimes();
  let encoder: AudioEncoder | null = null;
  let fedFrames = 0;
  let filledMs = 0;
  let encodedUs = 0;
  let isOver = false;
  let waiting: EncodedSound[] = [];
  const send = () => {
    const pieces = waiting;
    waiting = [];
    if (pieces.length === 0) return;
    const buffers = pieces.map(({ bytes }) => bytes.buffer as ArrayBuffer);
    port.postMessage({ kind: 'sound', pieces, filledMs }, buffers);
  };
  const timer = setInterval(send, SEND_EVERY_MS);
  const fail = (error: unknown) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    send();
    port.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }, []);
  };
  end = async (reason) => {
    if (isOver) return;
    isOver = true;
    try {
      await encoder?.flush();
    } finally {
      clearInterval(timer);
      send();
      port.postMessage({ kind: 'ended', reason }, []);
    }
  };

  function output(chunk: EncodedAudioChunk): void {
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    waiting.push({ atMs: times.timeOf(encodedUs / 1000), bytes });
    encodedUs += chunk.duration ?? 20_000;
  }

  function open({ sampleRate, numberOfChannels }: AudioData): AudioEncoder {
    const channels = Math.min(2, numberOfChannels);
    let isReported = false;
    const opened = new AudioEncoder({
      output(chunk, metadata) {
        if (!isReported) {
          isReported = true;
          const given = metadata?.decoderConfig?.description;
          const codecPrivate = given ? copyOf(given) : opusHead(channels, sampleRate);
          port.postMessage({ kind: 'track', channels, codecPrivate }, []);
        }
        output(chunk);
      },
      error: fail,
    });
    opened.configure({ codec: 'opus', sampleRate, numberOfChannels: channels, bitrate: bitsPerSecond });
    return opened;
  }

  function feed(to: AudioEncoder, data: AudioData): void {
    fedFrames += data.numberOfFrames;
    to.encode(data);
    data.close();
  }

  function fillSilence(
    to: AudioEncoder,
    missingMs: number,
    { sampleRate, numberOfChannels }: AudioData,
  ): void {
    for (let left = Math.round((missingMs / 1000) * sampleRate); left > 0; left -= MOST_SILENCE_FRAMES) {
      const numberOfFrames = Math.min(left, MOST_SILENCE_FRAMES);
      const shape = { sampleRate, numberOfChannels, numberOfFrames };
      const timestamp = Math.round((fedFrames / sampleRate) * 1e6);
      const data = new Float32Array(numberOfFrames * numberOfChannels);
      feed(to, new AudioData({ ...shape, format: 'f32-planar', timestamp, data }));
    }
  }

  try {
    for (;;) {
      const { value: data, done } = await reader.read();
      if (done) break;
      if (isOver) {
        data.close();
        continue;
      }
      const nowMs = performance.now() + performance.timeOrigin - timeOrigin;
      const missingMs = times.take((data.numberOfFrames / data.sampleRate) * 1000, nowMs);
      encoder ??= open(data);
      if (missingMs > 0) fillSilence(encoder, missingMs, data);
      filledMs += missingMs;
      feed(encoder, data);
    }
    await end('trackEnded');
  } catch (error) {
    fail(error);
  }
}

function copyOf(given: AllowSharedBufferSource): Uint8Array {
  if (ArrayBuffer.isView(given)) {
    return new Uint8Array(given.buffer, given.byteOffset, given.byteLength).slice();
  }
  return new Uint8Array(given).slice();
}

/** RFC 7845, section 5.1; 312 samples are what libopus looks ahead. */
function opusHead(channels: number, sampleRate: number): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint16(10, 312, true);
  view.setUint32(12, sampleRate, true);
  return head;
}
