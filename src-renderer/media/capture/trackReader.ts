/**
 * A worker: hands a microphone's sound to the audio thread as it comes, past the page's own thread, which may be busy.
 */
import type { InputChunk } from './inputQueue.ts';
import type { TrackReaderStart } from './trackReaderMessages.ts';

self.onmessage = ({ data }: MessageEvent<TrackReaderStart>) => {
  void read(data);
};

/** Ends with the track. */
async function read({ readable, port }: TrackReaderStart): Promise<void> {
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const arrivedAtMs = performance.timeOrigin + performance.now();
    const samples = mixedDown(value);
    const chunk: InputChunk = {
      samples,
      rateHz: value.sampleRate,
      capturedAtMs: value.timestamp / 1000,
      arrivedAtMs,
    };
    value.close();
    port.postMessage(chunk, [samples.buffer]);
  }
  port.close();
  self.close();
}

/** Several channels become one: their mean. */
function mixedDown(data: AudioData): Float32Array<ArrayBuffer> {
  const mono = new Float32Array(data.numberOfFrames);
  data.copyTo(mono, { planeIndex: 0, format: 'f32-planar' });
  if (data.numberOfChannels === 1) return mono;
  const other = new Float32Array(data.numberOfFrames);
  for (let channel = 1; channel < data.numberOfChannels; channel += 1) {
    data.copyTo(other, { planeIndex: channel, format: 'f32-planar' });
    for (let i = 0; i < mono.length; i += 1) mono[i]! += other[i]!;
  }
  for (let i = 0; i < mono.length; i += 1) mono[i]! /= data.numberOfChannels;
  return mono;
}
