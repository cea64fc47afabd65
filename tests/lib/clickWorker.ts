import { openSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { ClickingMicrophone } from './clickingMicrophone.ts';

/** A thread of its own, so that nothing else delays the sound: writes into a pipe what has been heard until now. */

const RATE = 48_000;
const CLICK_MS = 30;
const CLICK_HZ = 1000;
const EVERY_MS = 4;

const { path, channels, everyMs, ppm } = workerData as ClickingMicrophone & { path: string };
const file = openSync(path, 'w');
const rate = RATE * (1 + ppm / 1e6);
const nowMs = () => performance.timeOrigin + performance.now();
const startMs = nowMs();
const pause = new Int32Array(new SharedArrayBuffer(4));

for (let done = 0; ;) {
  const due = Math.floor(((nowMs() - startMs) / 1000) * rate);
  const samples = new Float32Array((due - done) * channels);
  for (let frame = done; frame < due; frame += 1) {
    const sinceMs = (startMs + (frame / rate) * 1000) % everyMs;
    const value = sinceMs < CLICK_MS ? 0.8 * Math.sin((2 * Math.PI * CLICK_HZ * sinceMs) / 1000) : 0;
    samples.fill(value, (frame - done) * channels, (frame - done + 1) * channels);
  }
  // The sound server takes what there is at once: this waits for it only where it stands still.
  const bytes = new Uint8Array(samples.buffer);
  for (let sent = 0; sent < bytes.length;) sent += writeSync(file, bytes, sent);
  done = due;
  Atomics.wait(pause, 0, 0, EVERY_MS);
}
