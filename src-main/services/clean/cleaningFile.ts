import { mkdir, open, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { CleanSide, CleanSound } from '../../../src-shared/contract/clean.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { writeAll } from '../../../src-node/files/index.ts';
import { toOutputError } from './checks.ts';
import { openWav, readPeaks, type WavFile } from './wavFile.ts';

const HEARD_CHANNELS = 2;
/** Samples of a chunk of `clean.readSound`. */
const SOUND_CHUNK_FRAMES = 1 << 14;

/** A file that is being cleaned: its folder, and how far it has come. One piece of work at a time. */
export class CleaningFile {
  readonly id: string;
  /** As the user knows it. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly folder: string;
  receivedBytes = 0;
  /** The kind that was prepared last, to be read back. */
  preparedPath: string | null = null;
  hasVideo = false;
  #isBusy = false;

  constructor(options: { id: string; name: string; sizeBytes: number; dir: string }) {
    this.id = options.id;
    this.name = options.name;
    this.sizeBytes = options.sizeBytes;
    this.folder = join(options.dir, options.id);
  }

  /** As it came. Its ending is kept where it is one: some kinds are reported by it alone. */
  get uploadPath(): string {
    const ending = extname(this.name).toLowerCase();
    return join(this.folder, `upload${/^\.[a-z0-9]{1,8}$/.test(ending) ? ending : ''}`);
  }
  get beforePath(): string {
    return join(this.folder, 'before.wav');
  }
  get afterPath(): string {
    return join(this.folder, 'after.wav');
  }
  pathOf(side: CleanSide): string {
    return side === 'before' ? this.beforePath : this.afterPath;
  }

  /** Runs `work` alone; a second piece meanwhile is refused. Failures name the file as the user does. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) throw failWith('BAD_OPTION', 'fileBusy', { values: { name: this.name } });
    this.#isBusy = true;
    try {
      return await work();
    } catch (error) {
      throw this.inUsersWords(error);
    } finally {
      this.#isBusy = false;
    }
  }

  async create(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw toOutputError(this.name, error);
    });
  }

  async append(atByte: number, bytes: Buffer): Promise<number> {
    if (atByte !== this.receivedBytes || atByte + bytes.length > this.sizeBytes) {
      throw failWith('BAD_OPTION', 'outOfOrder', {
        values: { name: this.name, atByte, receivedBytes: this.receivedBytes, sizeBytes: this.sizeBytes },
      });
    }
    const flags = atByte === 0 ? 'w' : 'r+';
    const file = await open(this.uploadPath, flags, 0o600).catch((error: unknown) => {
      throw toOutputError(this.name, error);
    });
    try {
      // At its place: what a full disk took of an earlier try does not shift what follows.
      await writeAll(file, bytes, atByte);
      this.receivedBytes += bytes.length;
    } catch (error) {
      throw toOutputError(this.name, error);
    } finally {
      await file.close();
    }
    return this.receivedBytes;
  }

  assertWhole(): void {
    if (this.receivedBytes === this.sizeBytes) return;
    const missing = this.sizeBytes - this.receivedBytes;
    throw failWith('BAD_OPTION', 'notWhole', { values: { name: this.name, missingBytes: missing } });
  }

  async assertDecoded(): Promise<void> {
    await stat(this.beforePath).catch((error: unknown) => {
      throw failWith('BAD_OPTION', 'notDecoded', { values: { name: this.name }, cause: error });
    });
  }

  /** What the screen draws of one side. */
  async describe(
    side: CleanSide,
    parts: number,
    signal: AbortSignal,
    onProgress: (done: number, durationSec: number) => void,
  ): Promise<CleanSound> {
    return await this.#withSound(side, async (wav) => ({
      durationSec: wav.frames / wav.sampleRate,
      frames: wav.frames,
      sampleRate: wav.sampleRate,
      channels: wav.channels,
      heardChannels: Math.min(HEARD_CHANNELS, wav.channels),
      hasVideo: this.hasVideo,
      peaks: await readPeaks(wav, parts, signal, (done) => onProgress(done, wav.frames / wav.sampleRate)),
    }));
  }

  /** The frames as the screen plays them. */
  async *readSound(side: CleanSide, fromFrame: number, frames: number): AsyncGenerator<Uint8Array> {
    const wav = await this.#open(side);
    try {
      for (let done = 0; done < frames;) {
        const samples = await wav.read(fromFrame + done, Math.min(SOUND_CHUNK_FRAMES, frames - done));
        if (samples.length === 0) return;
        yield toBytes(samples, wav.channels);
        done += samples.length / wav.channels;
      }
    } finally {
      await wav.close();
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  inUsersWords(error: unknown): unknown {
    if (!(error instanceof RpcError)) return error;
    const ours = [this.uploadPath, this.beforePath, this.afterPath, this.preparedPath];
    const message = ours.reduce<string>(
      (text, path) => (path === null ? text : text.replaceAll(path, this.name)),
      error.message,
    );
    return message === error.message ? error : new RpcError(error.code, message, { cause: error });
  }

  #open(side: CleanSide): Promise<WavFile> {
    return openWav(this.pathOf(side)).catch((error: unknown) => {
      throw this.inUsersWords(error);
    });
  }

  async #withSound<T>(side: CleanSide, work: (wav: WavFile) => Promise<T>): Promise<T> {
    const wav = await this.#open(side);
    try {
      return await work(wav);
    } finally {
      await wav.close();
    }
  }
}

/** Of more channels than are heard, the first ones. */
function toBytes(samples: Float32Array, channels: number): Uint8Array {
  const heard = Math.min(HEARD_CHANNELS, channels);
  const frames = samples.length / channels;
  const bytes = Buffer.allocUnsafe(frames * heard * 4);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let channel = 0; channel < heard; channel += 1) {
      bytes.writeFloatLE(samples[frame * channels + channel] ?? 0, (frame * heard + channel) * 4);
    }
  }
  return bytes;
}
