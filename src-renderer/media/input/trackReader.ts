/**
 * A worker: hands a microphone's sound to the audio thread as it comes, past the page's own thread, which may be busy.
 */
import type { InputChunk } from './inputQueue.ts';
import { mixedDown } from './mixedDown.ts';
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
