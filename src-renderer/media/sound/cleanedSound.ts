import { DEFAULT_CLEANING } from '../../../src-shared/domain/denoise.ts';
import { mixedDown } from '../capture/mixedDown.ts';
import { ChannelCleaner } from '../chain/channelCleaner.ts';
import { FRAME_SAMPLES, MODEL_RATE_HZ, Rnnoise } from '../chain/rnnoise.ts';
import { RateConverter } from '../clean/rateConverter.ts';
import type { CleanedNews, CleanedStart } from './cleanedMessages.ts';

/**
 * The worker that cleans a microphone on its way into a recording, as the desktop does: an entry of its own. Nothing has a
 * deadline here, as an audio thread has, so that a busy machine makes sound late and not less.
 */

/** The worker's own end of its messages; the DOM's types know a page's alone. */
interface WorkerPort {
  postMessage(news: CleanedNews): void;
  onmessage: ((event: MessageEvent<CleanedStart>) => void) | null;
}
const port = globalThis as unknown as WorkerPort;

port.onmessage = ({ data }) => void run(data);

async function run({ readable, writable, wasm }: CleanedStart): Promise<void> {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const cleaner = createCleaner(wasm);
  let fromHz = MODEL_RATE_HZ;
  let converter: RateConverter | null = null;
  let waiting = new Float32Array(0);
  let fromUs: number | null = null;
  let framesOut = 0;
  for (;;) {
    const { value: data, done } = await reader.read();
    if (done) break;
    const { sampleRate, timestamp } = data;
    const heard = mixedDown(data);
    data.close();
    if (sampleRate !== fromHz) {
      converter = sampleRate === MODEL_RATE_HZ ? null : new RateConverter(sampleRate, MODEL_RATE_HZ);
      fromHz = sampleRate;
    }
    const fresh = converter?.process(heard) ?? heard;
    fromUs ??= timestamp;
    const joined = new Float32Array(waiting.length + fresh.length);
    joined.set(waiting);
    joined.set(fresh, waiting.length);
    const wholeSamples = joined.length - (joined.length % FRAME_SAMPLES);
    for (let at = 0; at < wholeSamples; at += FRAME_SAMPLES) cleaner(joined.subarray(at, at + FRAME_SAMPLES));
    waiting = joined.slice(wholeSamples);
    if (wholeSamples === 0) continue;
    const cleaned = new AudioData({
      ...{ format: 'f32-planar', sampleRate: MODEL_RATE_HZ, numberOfChannels: 1 },
      numberOfFrames: wholeSamples,
      timestamp: Math.round(fromUs + (framesOut / MODEL_RATE_HZ) * 1e6),
      data: joined.slice(0, wholeSamples),
    });
    framesOut += wholeSamples;
    // A track that is not heard any more is told so by the recorder.
    await writer.write(cleaned).catch(() => reader.cancel());
  }
  await writer.close().catch(() => undefined);
  port.postMessage({ kind: 'ended' });
}

/** Cleans frames in place. A model that fails takes no sound with it: what follows passes as it is, and it is told. */
function createCleaner(wasm: ArrayBuffer): (frame: Float32Array) => void {
  let cleaner: ChannelCleaner | null = null;
  const fail = (error: unknown) => {
    cleaner = null;
    port.postMessage({ kind: 'uncleaned', message: error instanceof Error ? error.message : String(error) });
  };
  try {
    const { sensitivity, reduction } = DEFAULT_CLEANING;
    cleaner = new ChannelCleaner(new Rnnoise(wasm), { isOn: true, sensitivity, reduction });
  } catch (error) {
    fail(error);
  }
  return (frame) => {
    try {
      cleaner?.process(frame);
    } catch (error) {
      fail(error);
    }
  };
}
