import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { Media } from '../../../../src-shared/domain/edit/document.ts';
import { lowerPriority } from '../../processes/index.ts';
import { inputArgs } from './input.ts';

/** One frame as it was decoded: not turned, at its own size. */
export interface DecodedFrame {
  /** In the media, rounded. */
  timeUs: number;
  width: number;
  height: number;
  /** `yuv420`: the planes Y, U and V of 8 bits, the colour ones rounded up to whole samples. */
  format: 'yuv420' | 'rgba';
  bytes: Uint8Array;
}

export interface FrameFile {
  path: string;
  kind: Media['kind'];
  video: NonNullable<Media['video']>;
}

/** Farther ahead a source is opened again, in place of decoding all that lies between. */
const MOST_AHEAD_US = 4_000_000;
const MOST_WORDS_CHARS = 4000;

/** The frames of a file by their time; quick where times rise. */
export class FrameSource {
  readonly #file: FrameFile;
  readonly #signal: AbortSignal | undefined;
  #frames: AsyncGenerator<DecodedFrame> | null = null;
  #current: DecodedFrame | null = null;
  #next: DecodedFrame | null = null;

  constructor(file: FrameFile, signal?: AbortSignal) {
    this.#file = file;
    this.#signal = signal;
  }

  /** The last frame that is not later than `timeUs`; before the first that one, behind the end the last. */
  async at(timeUs: number): Promise<DecodedFrame> {
    const isBehind = this.#current === null || timeUs < this.#current.timeUs;
    const isFarAhead = this.#next !== null && timeUs > this.#next.timeUs + MOST_AHEAD_US;
    if (this.#frames === null || isBehind || isFarAhead) await this.#seek(timeUs);
    while (this.#next !== null && this.#next.timeUs <= timeUs) {
      this.#current = this.#next;
      this.#next = await this.#read();
    }
    if (this.#current === null) throw noFrame(this.#file.path);
    return this.#current;
  }

  async close(): Promise<void> {
    await this.#frames?.return(undefined);
    this.#frames = null;
    this.#current = null;
    this.#next = null;
  }

  async #seek(timeUs: number): Promise<void> {
    const isBeforeFirst = this.#frames !== null && this.#isFirst && timeUs < (this.#current?.timeUs ?? 0);
    if (isBeforeFirst) return;
    // Behind the last key frame of a damaged file nothing may come: then from the beginning.
    for (const fromUs of new Set([timeUs, 0])) {
      await this.close();
      this.#isFirst = fromUs === 0;
      this.#frames = readFrames(this.#file, fromUs, this.#signal);
      this.#current = await this.#read();
      this.#next = this.#current && (await this.#read());
      if (this.#current !== null && (this.#current.timeUs <= timeUs || fromUs === 0)) return;
    }
  }
  /** Whether the current decoder began with the file. */
  #isFirst = false;

  async #read(): Promise<DecodedFrame | null> {
    const read = await this.#frames?.next();
    return read === undefined || read.done === true ? null : read.value;
  }
}

const noFrame = (path: string) => new RpcError('FILE_UNREADABLE', `No frame of ${path} can be decoded.`);

/** All frames from the key frame before `fromUs` on, as FFmpeg decodes them; none is left out or given twice. */
export async function* readFrames(
  file: FrameFile,
  fromUs: number,
  signal?: AbortSignal,
): AsyncGenerator<DecodedFrame> {
  const { width, height } = file.video;
  const isImage = file.kind === 'image';
  const child = spawn('ffmpeg', argsOf(file, fromUs), { stdio: ['ignore', 'pipe', 'pipe'] });
  child.on('spawn', () => lowerPriority(child.pid));
  const failed = once(child, 'error').then(([error]: unknown[]) => error);
  const times = followTimes(child.stderr);
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const sizeBytes = isImage ? width * height * 4 : yuvBytes(width, height);
    for await (const bytes of cutInto(child.stdout, sizeBytes)) {
      const timeSec = await times.next();
      yield { timeUs: Math.round(timeSec * 1e6), width, height, format: isImage ? 'rgba' : 'yuv420', bytes };
    }
    if (signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
    if (child.pid === undefined)
      throw new RpcError('FORMAT_UNSUPPORTED', 'FFmpeg is not installed here.', { cause: await failed });
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    child.stdout.destroy();
  }
}

const yuvBytes = (width: number, height: number): number =>
  width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);

/** Times are those of the file: a page's decoder gives the same. */
function argsOf({ path, kind, video }: FrameFile, fromUs: number): string[] {
  const seek =
    fromUs > 0 && kind === 'video'
      ? ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', (fromUs / 1e6).toFixed(6)]
      : [];
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'info', '-noautorotate', '-copyts'],
    ...[...seek, ...inputArgs(path), '-map', '0:V:0', '-an', '-sn', '-dn'],
    ...['-vf', filtersOf(kind, video), '-fps_mode', 'passthrough'],
    ...(kind === 'image' ? ['-frames:v', '1'] : []),
    ...['-f', 'rawvideo', 'pipe:1'],
  ];
}

/** Frames of other sizes, as a file may have, are brought to the first one's. */
function filtersOf(kind: Media['kind'], { width, height, colour }: FrameFile['video']): string {
  const same = `scale=${width}:${height}:flags=bilinear`;
  if (kind === 'image') return `showinfo=checksum=0,${same},format=rgba`;
  const pixels = colour.isFullRange ? 'yuvj420p' : 'yuv420p';
  return `showinfo=checksum=0,${same},format=${pixels}`;
}

/** The time of each frame, in the order in which they come. */
function followTimes(stream: NodeJS.ReadableStream): { next(): Promise<number> } {
  const known: number[] = [];
  let wake: (() => void) | null = null;
  let hasEnded = false;
  let rest = '';
  let last = 0;
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-MOST_WORDS_CHARS);
    for (const line of lines) {
      const [, time] = /Parsed_showinfo_0 .*\bpts_time:\s*(-?[\d.]+)/.exec(line) ?? [];
      if (time !== undefined) known.push(Number(time));
    }
    wake?.();
  });
  stream.on('close', () => {
    hasEnded = true;
    wake?.();
  });
  return {
    async next() {
      while (known.length === 0 && !hasEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      last = known.shift() ?? last;
      return last;
    },
  };
}

/** A stream in pieces of one size; an incomplete one at its end is left out. */
async function* cutInto(stream: AsyncIterable<Buffer>, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(new SharedArrayBuffer(sizeBytes));
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(sizeBytes - filled, chunk.length - at);
      piece.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < sizeBytes) continue;
      yield piece;
      piece = new Uint8Array(new SharedArrayBuffer(sizeBytes));
      filled = 0;
    }
  }
}
