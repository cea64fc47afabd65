/**
 * The audio worklet of the browser engine: an entry of its own, loaded with `audioWorklet.addModule`. It runs on the
 * audio thread. Its context is of 48 kHz, or of any rate where the microphone comes by a port.
 */
import { InputQueue, type InputChunk } from '../input/inputQueue.ts';
import { FrameFifo } from './frameFifo.ts';
import type { FrameRecord } from './frameRecord.ts';
import { LiveChain } from './liveChain.ts';
import { OutputResampler } from './outputResampler.ts';
import { FRAME_SAMPLES, MODEL_RATE_HZ } from './rnnoise.ts';
import {
  LIVE_CHAIN_PROCESSOR,
  type FromWorklet,
  type ToWorklet,
  type WorkletOptions,
} from './workletMessages.ts';

// Of AudioWorkletGlobalScope, which the DOM's types do not have.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const currentTime: number;
declare const sampleRate: number;
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: WorkletOptions }) => AudioWorkletProcessor,
): void;

const FRAMES_PER_SEC = 100;
const REPORTS_PER_SEC = 30;
/** Audio threads have no fine clock everywhere; many readings of a coarse one have the right mean. */
const nowMs = typeof performance === 'undefined' ? () => Date.now() : () => performance.now();

class LiveChainProcessor extends AudioWorkletProcessor {
  readonly #chain: LiveChain;
  /** null where the context has the model's rate. */
  readonly #resampler = sampleRate === MODEL_RATE_HZ ? null : new OutputResampler(MODEL_RATE_HZ, sampleRate);
  #fifo: FrameFifo | null = null;
  #isEnded = false;
  #isSoundWanted = false;
  #records: FrameRecord[] = [];
  #sound: Float32Array[] = [];
  #framesDone = 0;
  #busyMs = 0;
  #queue: InputQueue | null = null;
  #queuePort: MessagePort | null = null;
  #block = new Float32Array(0);
  #isPause = false;
  #takenAtSec = 0;
  #capturedAtMs = 0;

  constructor({ processorOptions }: { processorOptions: WorkletOptions }) {
    super();
    this.#chain = new LiveChain(processorOptions.wasm, processorOptions.settings);
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => this.#onMessage(data);
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const output = outputs[0]?.[0];
    if (this.#isEnded || !output) return !this.#isEnded;
    if (this.#resampler) this.#resampler.fill(output, (block) => this.#render(null, block));
    else this.#render(inputs[0]?.[0] ?? null, output);
    return true;
  }

  /** A block of 48 kHz: of the queue where there is one, else of what the browser connects. */
  #render(connected: Float32Array | null, block: Float32Array): void {
    const input = this.#queue ? this.#pull(this.#queue, block.length) : connected;
    this.#fifo ??= new FrameFifo(block.length, (frame) => this.#processFrame(frame));
    this.#fifo.exchange(input, block);
  }

  #onMessage(message: ToWorklet): void {
    switch (message.kind) {
      case 'settings':
        return this.#chain.set(message.settings);
      case 'watchSound':
        this.#isSoundWanted = message.isWanted;
        return;
      case 'input':
        return this.#takeInputFrom(message.port);
      case 'stop':
        this.#isEnded = true;
        this.#queuePort?.close();
        this.port.close();
    }
  }

  #takeInputFrom(port: MessagePort): void {
    this.#queuePort?.close();
    const queue = new InputQueue(MODEL_RATE_HZ, Date.now());
    port.onmessage = ({ data }: MessageEvent<InputChunk>) => queue.push(data, Date.now());
    this.#queue = queue;
    this.#queuePort = port;
  }

  #pull(queue: InputQueue, samples: number): Float32Array {
    if (this.#block.length !== samples) this.#block = new Float32Array(samples);
    this.#takenAtSec = currentTime + (this.#resampler?.aheadSec ?? 0);
    this.#capturedAtMs = queue.capturedAtMs;
    queue.pull(this.#block, this.#isPause);
    return this.#block;
  }

  #processFrame(frame: Float32Array): void {
    const startMs = nowMs();
    const record = this.#chain.process(frame);
    this.#records.push(record);
    this.#isPause = record.isPause;
    if (this.#isSoundWanted) this.#sound.push(interleaved(this.#chain.raw, this.#chain.clean));
    this.#busyMs += nowMs() - startMs;
    const reportsBefore = reportsAfter(this.#framesDone);
    this.#framesDone += 1;
    if (reportsAfter(this.#framesDone) > reportsBefore) this.#report();
  }

  #report(): void {
    const sound = this.#sound.length > 0 ? joined(this.#sound) : null;
    const report: FromWorklet = {
      kind: 'report',
      records: this.#records,
      delaySamples: this.#chain.latencySamples + (this.#fifo?.delaySamples ?? 0),
      busyMs: this.#busyMs,
      input: this.#queue && {
        takenAtSec: this.#takenAtSec,
        capturedAtMs: this.#capturedAtMs,
        leastTransitMs: this.#queue.leastTransitMs,
        silentMs: Date.now() - this.#queue.newestArrivalMs,
        missedSamples: this.#queue.missedSamples,
      },
      sound,
    };
    this.port.postMessage(report, sound ? [sound.buffer] : []);
    this.#records = [];
    this.#sound = [];
    this.#busyMs = 0;
  }
}

function reportsAfter(frames: number): number {
  return Math.floor((frames * REPORTS_PER_SEC) / FRAMES_PER_SEC);
}

function interleaved(raw: Float32Array, clean: Float32Array): Float32Array {
  const pairs = new Float32Array(2 * FRAME_SAMPLES);
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    pairs[2 * i] = raw[i]!;
    pairs[2 * i + 1] = clean[i]!;
  }
  return pairs;
}

function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

registerProcessor(LIVE_CHAIN_PROCESSOR, LiveChainProcessor);
