import type { Cleaned, CleanSide, CleanSound } from '../../../src-shared/contract/clean.ts';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { BrowserFile, BrowserFolder } from './browserFiles.ts';
import { cleanSound, type SoundCleaning } from './cleanSound.ts';
import { floatSound, interleavedOf, readPeaks, type SoundSource, type WavEncoding } from './sound.ts';
import { isWav, openWav } from './wavReader.ts';
import { resultEncoding, WavWriter } from './wavWriter.ts';

const HEARD_CHANNELS = 2;
/** Of what a browser decoded: as fine as any of those kinds holds. */
const DECODED_ENCODING: WavEncoding = { kind: 'integer', bits: 24 };
const SCRATCH = 'scratch.f32';

/** Where a part of a task begins and ends in the progress of the whole, 0-1. */
type Share = readonly [from: number, to: number];

/** Runs a piece of work to its end or to its cancellation, and reports its progress. */
export type Runner = <T>(work: Generator<number, T>, durationSec: number, share?: Share) => Promise<T>;

/** Of a run, what is left for drawing its result. */
const CLEAN_SHARE = 0.95;
/** Of what a browser decoded, what is left for the same once it has been handed over. */
export const HAND_OVER_SHARE = 0.5;

/** A recording in this browser's storage: as it came, decoded, and cleaned. One piece of work at a time. */
export class CleanFile {
  readonly name: string;
  readonly #folder: BrowserFolder;
  readonly #sizeBytes: number;
  #upload: BrowserFile | null;
  #decoded: { file: BrowserFile; sampleRate: number; channels: number } | null = null;
  #before: SoundSource | null = null;
  #after: { file: BrowserFile; sound: SoundSource } | null = null;
  #runs = 0;
  /** What is under way. */
  #work: Promise<unknown> | null = null;

  constructor(options: { name: string; sizeBytes: number; folder: BrowserFolder; upload: BrowserFile }) {
    this.name = options.name;
    this.#sizeBytes = options.sizeBytes;
    this.#folder = options.folder;
    this.#upload = options.upload;
  }

  /** A second piece of work meanwhile is refused. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#work) {
      throw failWith('BAD_OPTION', 'fileBusy', { values: { name: this.name } });
    }
    const done = work();
    this.#work = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#work = null;
    }
  }

  append(atByte: number, bytes: Uint8Array): number {
    const received = this.#upload?.sizeBytes ?? 0;
    if (!this.#upload || atByte !== received || atByte + bytes.length > this.#sizeBytes) {
      throw failWith('BAD_OPTION', 'outOfOrder', {
        values: { name: this.name, atByte, receivedBytes: received, sizeBytes: this.#sizeBytes },
      });
    }
    this.#upload.write(bytes);
    return this.#upload.sizeBytes;
  }

  /** The sound of a WAV file, read where it lies; the whole file where the browser must decode it. */
  async read(parts: number, run: Runner): Promise<{ sound: CleanSound } | { file: File }> {
    const upload = this.#upload;
    const missing = this.#sizeBytes - (upload?.sizeBytes ?? 0);
    if (!upload || missing > 0) {
      throw failWith('BAD_OPTION', 'notWhole', { values: { name: this.name, missingBytes: missing } });
    }
    const wav = isWav(upload.read(0, 12)) ? openWav(upload, this.name) : null;
    if (wav) return { sound: await this.#take(wav, parts, run) };
    upload.close();
    this.#upload = null;
    return { file: await this.#folder.readWhole(upload.name) };
  }

  async appendSound(sampleRate: number, planes: Float32Array[], isFirst: boolean): Promise<void> {
    if (isFirst) {
      this.#decoded?.file.close();
      const file = await this.#folder.create('before.f32');
      this.#decoded = { file, sampleRate, channels: planes.length };
    }
    const samples = interleavedOf(planes, planes[0]?.length ?? 0);
    this.#decoded?.file.write(new Uint8Array(samples.buffer));
  }

  async endSound(parts: number, run: Runner, encoding = DECODED_ENCODING): Promise<CleanSound> {
    if (!this.#decoded) throw this.#notDecoded();
    const { file, ...format } = this.#decoded;
    const sound = floatSound(file, { ...format, encoding });
    return await this.#take(sound, parts, run, [HAND_OVER_SHARE, 1]);
  }

  /** An earlier result stays until this one is whole. */
  async run(wasm: ArrayBuffer, cleaning: SoundCleaning, parts: number, run: Runner): Promise<Cleaned> {
    const sound = this.#before;
    if (!sound) throw this.#notDecoded();
    const startedMs = performance.now();
    const durationSec = sound.frames / sound.sampleRate;
    const { file, figures } = await this.#write(sound, wasm, cleaning, run);
    const after = openWav(file, this.name);
    if (!after) throw new Error('the result is no WAV file');
    const described = await this.#describe(after, parts, run, [CLEAN_SHARE, 1]);
    await this.#remove(this.#after?.file);
    this.#after = { file, sound: after };
    const elapsedSec = (performance.now() - startedMs) / 1000;
    return { ...described, ...figures, realTimeFactor: durationSec / Math.max(elapsedSec, 1e-3) };
  }

  get resultBytes(): number {
    return this.#result().sizeBytes;
  }

  readResult(atByte: number, sizeBytes: number): Uint8Array {
    return this.#result().read(atByte, sizeBytes);
  }

  readSound(side: CleanSide, fromFrame: number, frames: number): Float32Array {
    const sound = side === 'before' ? this.#before : this.#after?.sound;
    if (!sound) throw this.#notDecoded();
    const samples = sound.read(fromFrame, frames);
    const { channels } = sound;
    if (channels <= HEARD_CHANNELS) return samples;
    const heard = new Float32Array((samples.length / channels) * HEARD_CHANNELS);
    for (let at = 0, frame = 0; at < heard.length; at += HEARD_CHANNELS, frame += channels) {
      for (let channel = 0; channel < HEARD_CHANNELS; channel += 1) {
        heard[at + channel] = samples[frame + channel]!;
      }
    }
    return heard;
  }

  /** After what is under way. */
  async close(): Promise<void> {
    await this.#work;
    for (const file of [this.#upload, this.#decoded?.file, this.#after?.file]) file?.close();
    await this.#folder.removeAll();
  }

  async #write(sound: SoundSource, wasm: ArrayBuffer, cleaning: SoundCleaning, run: Runner) {
    this.#runs += 1;
    const { sampleRate, channels, frames } = sound;
    const file = await this.#folder.create(`after${this.#runs}.wav`);
    const scratch = cleaning.targetLufs === null ? null : await this.#folder.create(SCRATCH);
    const encoding = resultEncoding(sound.encoding);
    try {
      const writer = new WavWriter(file, { sampleRate, channels, frames, encoding });
      const io = {
        write: (samples: Float32Array) => writer.write(samples),
        scratch: {
          append: (samples: Float32Array) =>
            scratch?.write(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)),
          open: () => floatSound(scratch ?? file, { sampleRate, channels, encoding }),
        },
      };
      const figures = await run(cleanSound(sound, wasm, cleaning, io), frames / sampleRate, [0, CLEAN_SHARE]);
      writer.finish();
      return { file, figures };
    } catch (error) {
      await this.#remove(file);
      throw error;
    } finally {
      await this.#remove(scratch);
    }
  }

  async #take(sound: SoundSource, parts: number, run: Runner, share?: Share): Promise<CleanSound> {
    if (sound.frames === 0) throw failWith('FILE_EMPTY', 'noSound', { values: { name: this.name } });
    const described = await this.#describe(sound, parts, run, share);
    this.#before = sound;
    return described;
  }

  /** What the screen draws of it. */
  async #describe(sound: SoundSource, parts: number, run: Runner, share?: Share): Promise<CleanSound> {
    const { sampleRate, channels, frames } = sound;
    const durationSec = frames / sampleRate;
    const peaks = await run(readPeaks(sound, parts), durationSec, share);
    const heardChannels = Math.min(HEARD_CHANNELS, channels);
    return { durationSec, frames, sampleRate, channels, heardChannels, peaks, hasVideo: false };
  }

  async #remove(file: BrowserFile | null | undefined): Promise<void> {
    if (!file) return;
    file.close();
    await this.#folder.remove(file.name);
  }

  #result(): BrowserFile {
    if (this.#after) return this.#after.file;
    throw failWith('BAD_OPTION', 'fileNotCleaned', { values: { name: this.name } });
  }

  #notDecoded(): RpcError {
    return failWith('BAD_OPTION', 'notDecoded', { values: { name: this.name } });
  }
}
