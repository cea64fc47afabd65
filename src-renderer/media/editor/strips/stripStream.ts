import { BLOCK_SEC } from '../../clean/cleanSound.ts';
import { STRIP_FORMAT, type StripSettings } from './stripLine.ts';

/** One chain, wherever it runs: one push after the other. */
export interface OpenedStrip {
  push(block: Float32Array<ArrayBuffer>, isLast: boolean): Promise<Float32Array>;
  close(): void;
}
export type OpenStrip = (settings: StripSettings) => OpenedStrip;

export interface StripInput {
  settings: StripSettings;
  /** The track before its chain, interleaved stereo. */
  read: (fromSample: number, samples: number) => Promise<Float32Array>;
  endSample: number;
}

const CHANNELS = STRIP_FORMAT.channels;
const BLOCK = STRIP_FORMAT.sampleRate * BLOCK_SEC;
/** So long before a place a chain begins: gates and compressors have settled there. */
const RUN_UP = 4 * BLOCK;

/** What comes out of a track's chain, from any place: as it continues, or with a run-up. From the start on it is an export's. */
export class StripStream {
  readonly #open: OpenStrip;
  readonly #input: StripInput;
  #strip: OpenedStrip | null = null;
  /** Of the track: what is read next, and where `ready` begins. */
  #readSample = 0;
  #readySample = 0;
  #ready: Float32Array = new Float32Array(0);
  /** One question after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: OpenStrip, input: StripInput) {
    this.#open = open;
    this.#input = input;
  }

  read(fromSample: number, samples: number): Promise<Float32Array> {
    const answer = this.#last.then(() => this.#take(fromSample, samples));
    this.#last = answer.catch(() => this.#restart(0));
    return answer;
  }

  close(): void {
    this.#strip?.close();
    this.#strip = null;
  }

  async #take(fromSample: number, samples: number): Promise<Float32Array> {
    const { endSample } = this.#input;
    const toSample = Math.min(fromSample + samples, endSample);
    const isNext = this.#strip && fromSample >= this.#readySample && fromSample <= this.#madeTo() + BLOCK;
    if (!isNext) this.#restart(Math.max(0, fromSample - RUN_UP));
    while (this.#madeTo() < toSample && this.#readSample < endSample) await this.#make(fromSample);
    const taken = new Float32Array(samples * CHANNELS);
    const skipped = (fromSample - this.#readySample) * CHANNELS;
    taken.set(this.#ready.subarray(skipped, skipped + Math.max(0, toSample - fromSample) * CHANNELS));
    this.#ready = this.#ready.slice(skipped);
    this.#readySample = fromSample;
    return taken;
  }

  #madeTo(): number {
    return this.#readySample + this.#ready.length / CHANNELS;
  }

  /** The next stretch; what lies before `fromSample` is not kept. */
  async #make(fromSample: number): Promise<void> {
    const { read, endSample } = this.#input;
    const count = Math.min(BLOCK, endSample - this.#readSample);
    const block = new Float32Array(await read(this.#readSample, count));
    this.#readSample += count;
    const made = (await this.#strip?.push(block, this.#readSample >= endSample)) ?? block;
    const joined = new Float32Array(this.#ready.length + made.length);
    joined.set(this.#ready);
    joined.set(made, this.#ready.length);
    const skipped = Math.max(0, Math.min(fromSample - this.#readySample, joined.length / CHANNELS));
    this.#ready = joined.slice(skipped * CHANNELS);
    this.#readySample += skipped;
  }

  #restart(fromSample: number): void {
    this.close();
    this.#strip = this.#open(this.#input.settings);
    const start = fromSample - (fromSample % BLOCK);
    this.#readSample = start;
    this.#readySample = start;
    this.#ready = new Float32Array(0);
  }
}
