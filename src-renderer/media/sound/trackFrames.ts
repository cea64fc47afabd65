import { mixedDown } from '../input/mixedDown.ts';
import { FRAME_SAMPLES, MODEL_RATE_HZ } from '../chain/rnnoise.ts';
import { RateConverter } from '../clean/rateConverter.ts';

/** Whole frames of a track in a row, mono at 48 kHz; when the first of them was heard, as the browser counts it. */
export interface HeardFrames {
  samples: Float32Array<ArrayBuffer>;
  fromUs: number;
}

/** Reads a track to its end, in a worker. A consumer that resolves to `false` hears no more of it. */
export async function readFrames(
  readable: ReadableStream<AudioData>,
  consume: (frames: HeardFrames) => Promise<boolean>,
): Promise<void> {
  const reader = readable.getReader();
  let fromHz = MODEL_RATE_HZ;
  let converter: RateConverter | null = null;
  let waiting = new Float32Array(0);
  let beganUs: number | null = null;
  let samplesOut = 0;
  for (;;) {
    const { value: data, done } = await reader.read();
    if (done) return;
    const { sampleRate, timestamp } = data;
    const heard = mixedDown(data);
    data.close();
    if (sampleRate !== fromHz) {
      converter = sampleRate === MODEL_RATE_HZ ? null : new RateConverter(sampleRate, MODEL_RATE_HZ);
      fromHz = sampleRate;
    }
    const fresh = converter?.process(heard) ?? heard;
    beganUs ??= timestamp;
    const joined = new Float32Array(waiting.length + fresh.length);
    joined.set(waiting);
    joined.set(fresh, waiting.length);
    const wholeSamples = joined.length - (joined.length % FRAME_SAMPLES);
    waiting = joined.slice(wholeSamples);
    if (wholeSamples === 0) continue;
    const fromUs = Math.round(beganUs + (samplesOut / MODEL_RATE_HZ) * 1e6);
    samplesOut += wholeSamples;
    if (!(await consume({ samples: joined.slice(0, wholeSamples), fromUs }))) await reader.cancel();
  }
}

/** Each of the frames, to be changed in place. */
export function eachFrame(samples: Float32Array, change: (frame: Float32Array) => void): void {
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) change(samples.subarray(at, at + FRAME_SAMPLES));
}

/** As a generated track takes them. */
export const toAudioData = ({ samples, fromUs }: HeardFrames): AudioData =>
  new AudioData({
    ...{ format: 'f32-planar', sampleRate: MODEL_RATE_HZ, numberOfChannels: 1 },
    ...{ numberOfFrames: samples.length, timestamp: fromUs, data: samples },
  });
