import { describe, expect, it } from 'vitest';
import { FractionalReader } from './fractionalReader.ts';
import { InputQueue } from './inputQueue.ts';

const RATE_HZ = 48_000;
const BLOCK = 128;

const tone = (rateHz: number, index: number) => 0.5 * Math.sin((2 * Math.PI * 440 * index) / rateHz);

/**
 * A microphone of its own clock beside a context that asks for blocks. `clock` is the microphone's speed against the
 * context's; `lateMs` says how late a chunk comes.
 */
function run(options: {
  seconds: number;
  sourceRateHz?: number;
  chunk?: number;
  clock?: number;
  lateMs?: (chunk: number) => number;
  isPause?: boolean;
}) {
  const {
    seconds,
    sourceRateHz = RATE_HZ,
    chunk = 480,
    clock = 1,
    lateMs = () => 0,
    isPause = false,
  } = options;
  const queue = new InputQueue(RATE_HZ, 0);
  const output: number[] = [];
  const agesMs: number[] = [];
  let chunks = 0;
  for (let block = 0; block < (seconds * RATE_HZ) / BLOCK; block += 1) {
    const nowMs = ((block * BLOCK) / RATE_HZ) * 1000;
    for (;;) {
      const startMs = ((chunks * chunk) / sourceRateHz / clock) * 1000;
      const readyMs = startMs + (chunk / sourceRateHz) * 1000 + lateMs(chunks);
      if (readyMs > nowMs) break;
      const first = chunks * chunk;
      queue.push({
        samples: Float32Array.from({ length: chunk }, (_, i) => tone(sourceRateHz, first + i)),
        rateHz: sourceRateHz,
        capturedAtMs: startMs,
        arrivedAtMs: readyMs,
      });
      chunks += 1;
    }
    agesMs.push(nowMs - queue.capturedAtMs);
    const samples = new Float32Array(BLOCK);
    queue.pull(samples, isPause);
    output.push(...samples);
  }
  return { queue, output: Float32Array.from(output), agesMs };
}

/** The largest step from one sample to the next: a click is far above the tone's own. */
function largestStep(samples: Float32Array): number {
  let largest = 0;
  for (let i = 1; i < samples.length; i += 1) {
    largest = Math.max(largest, Math.abs((samples[i] ?? 0) - (samples[i - 1] ?? 0)));
  }
  return largest;
}

describe('the queue of a microphone', () => {
  it('gives the microphone’s own sound, at the time that it reports, where both clocks are one', () => {
    const { queue, output } = run({ seconds: 30 });
    const offset = queue.capturedAtMs * 48 - output.length;
    for (let i = output.length - RATE_HZ; i < output.length; i += 1) {
      expect(Math.abs((output[i] ?? 0) - tone(RATE_HZ, i + offset))).toBeLessThan(1e-3);
    }
    expect(queue.missedSamples).toBe(0);
  });

  it.each([0.9995, 1.0005])('follows a clock of %f without a gap, a click or a longer way', (clock) => {
    const { queue, output, agesMs } = run({ seconds: 40, clock });
    expect(queue.missedSamples).toBe(0);
    expect(largestStep(output.subarray(RATE_HZ))).toBeLessThan(0.035);
    const late = agesMs.slice(-1000);
    expect(Math.max(...late) - Math.min(...late)).toBeLessThan(12);
    expect(Math.max(...late)).toBeLessThan(30);
  });

  it('plays a microphone of 44.1 kHz at its own pitch', () => {
    const { queue, output } = run({ seconds: 4, sourceRateHz: 44_100, chunk: 1024 });
    expect(queue.missedSamples).toBe(0);
    let crossings = 0;
    for (let i = 2 * RATE_HZ + 1; i < 3 * RATE_HZ + 1; i += 1) {
      if ((output[i - 1] ?? 0) < 0 && (output[i] ?? 0) >= 0) crossings += 1;
    }
    expect(Math.abs(crossings - 440)).toBeLessThanOrEqual(2);
  });

  it('knows how old its sound is, and waits no longer than the capture’s unsteadiness asks', () => {
    const { agesMs } = run({ seconds: 10 });
    const last = agesMs.at(-1) ?? 0;
    expect(last).toBeGreaterThan(10);
    expect(last).toBeLessThan(25);
  });

  it('keeps more in reserve after a late chunk, and counts what was missed', () => {
    const { queue, agesMs } = run({ seconds: 6, lateMs: (chunk) => (chunk === 200 ? 25 : 0) });
    expect(queue.missedSamples).toBeGreaterThan(0);
    expect(queue.missedSamples).toBeLessThan(0.05 * RATE_HZ);
    expect(agesMs.at(-1)).toBeLessThan(45);
  });

  it('lets nothing be missed that comes a little later than before, once something came late', () => {
    // Every five seconds 3 ms, and then more than what was kept at first.
    const lateMs = (chunk: number) => (chunk === 4200 ? 8 : chunk % 500 === 499 ? 3 : 0);
    const { queue, agesMs } = run({ seconds: 45, lateMs });
    expect(queue.missedSamples).toBe(0);
    expect(agesMs.at(-1)).toBeLessThan(30);
  });

  it('leaves out in a pause what has piled up, without a click', () => {
    // A stall of 200 ms: afterwards all of it comes at once.
    const stalled = (chunk: number) => (chunk >= 200 && chunk < 220 ? (220 - chunk) * 10 : 0);
    const { output, agesMs } = run({ seconds: 8, lateMs: stalled, isPause: true });
    expect(agesMs.at(-1)).toBeLessThan(50);
    expect(largestStep(output.subarray(5 * RATE_HZ))).toBeLessThan(0.05);
  });
});

describe('a sound between its samples', () => {
  it('is that of the tone within -80 dB, up to 15 kHz', () => {
    const reader = new FractionalReader();
    for (const hz of [100, 1000, 5000, 10_000, 15_000]) {
      const ring = Float32Array.from({ length: 1024 }, (_, i) => Math.sin((2 * Math.PI * hz * i) / RATE_HZ));
      for (const position of [100.25, 200.5, 300.77, 400.013]) {
        const exact = Math.sin((2 * Math.PI * hz * position) / RATE_HZ);
        expect(Math.abs(reader.valueAt(ring, position) - exact)).toBeLessThan(1.5e-4);
      }
    }
  });
});
