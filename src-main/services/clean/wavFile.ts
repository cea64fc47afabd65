import { open, type FileHandle } from 'node:fs/promises';
import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { writeAll } from '../../../src-node/files/index.ts';

/** A WAV or RF64 file of PCM or float samples, as the engine writes them. */
export interface WavFile {
  readonly sampleRate: number;
  readonly channels: number;
  readonly frames: number;
  /** Interleaved samples in ±1; fewer than asked for at the end. */
  read(fromFrame: number, frames: number): Promise<Float32Array>;
  close(): Promise<void>;
}

const HEADER_BYTES = 64 * 1024;
/** More than any device has. */
const MOST_CHANNELS = 256;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** In the 32 bits of a chunk's size: the true one is in the chunk `ds64`. */
const SIZE_ELSEWHERE = 0xffff_ffff;

interface Layout {
  format: number;
  bits: number;
  sampleRate: number;
  channels: number;
  dataAt: number;
  dataBytes: number;
}

/** Opens a file of the engine's own; `FILE_UNREADABLE` where it is none. */
export async function openWav(path: string): Promise<WavFile> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw failWith('FILE_UNREADABLE', 'decodedUnreadable', { cause: error });
  });
  return await readWav(file);
}

/** The same of a file that is open; it is closed with the sound, and where it is none. */
export async function readWav(file: FileHandle): Promise<WavFile> {
  try {
    return wavOf(file, await layoutOf(file));
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function layoutOf(file: FileHandle): Promise<Layout> {
  const header = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
  return findLayout(header.subarray(0, bytesRead), (await file.stat()).size);
}

/** Changes stretches of a file of the engine's own, of 16 or 24 bits or float32, where they lie. */
export async function rewriteWav(
  path: string,
  ranges: readonly { from: number; to: number }[],
  change: (samples: Float32Array, fromFrame: number) => void | Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'r+').catch((error: unknown) => {
    throw failWith('FILE_UNREADABLE', 'decodedUnreadable', { cause: error });
  });
  try {
    const layout = await layoutOf(file);
    const wav = wavOf(file, layout);
    const write = WRITERS[`${layout.format}/${layout.bits}`];
    if (!write) throw notWav();
    const width = layout.bits / 8;
    for (const { from, to } of ranges) {
      const end = Math.min(to, wav.frames);
      for (let at = Math.max(0, from); at < end; at += BLOCK_FRAMES) {
        if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
        const samples = await wav.read(at, Math.min(BLOCK_FRAMES, end - at));
        await change(samples, at);
        const bytes = Buffer.alloc(samples.length * width);
        samples.forEach((sample, index) => sample !== 0 && write(bytes, sample, index * width));
        await writeAll(file, bytes, layout.dataAt + at * wav.channels * width);
      }
    }
  } finally {
    await file.close();
  }
}

/** Takes the sound of another file away from this one, sample by sample; both have the same channels. */
export async function subtractWav(path: string, takenPath: string, signal: AbortSignal): Promise<void> {
  const taken = await openWav(takenPath);
  try {
    const subtract = async (samples: Float32Array, fromFrame: number) => {
      const less = await taken.read(fromFrame, samples.length / taken.channels);
      less.forEach((sample, index) => (samples[index] = (samples[index] ?? 0) - sample));
    };
    await rewriteWav(path, [{ from: 0, to: Infinity }], subtract, signal);
  } finally {
    await taken.close();
  }
}

function wavOf(file: FileHandle, layout: Layout): WavFile {
  const { sampleRate, channels, bits, dataAt, dataBytes } = layout;
  if (channels === 0 || channels > MOST_CHANNELS || sampleRate === 0) throw notWav();
  const bytesPerFrame = (bits / 8) * channels;
  const total = Math.floor(dataBytes / bytesPerFrame);
  const toSamples = sampleReader(layout);
  return {
    sampleRate,
    channels,
    frames: total,
    async read(fromFrame, frames) {
      const count = Math.max(0, Math.min(frames, total - fromFrame));
      const bytes = Buffer.allocUnsafe(count * bytesPerFrame);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, dataAt + fromFrame * bytesPerFrame);
      return toSamples(bytes.subarray(0, bytesRead - (bytesRead % bytesPerFrame)));
    },
    close: () => file.close(),
  };
}

function findLayout(header: Buffer, sizeBytes: number): Layout {
  const kind = header.toString('latin1', 0, 4);
  if ((kind !== 'RIFF' && kind !== 'RF64') || header.toString('latin1', 8, 12) !== 'WAVE') throw notWav();
  let longDataBytes = 0;
  let form: Omit<Layout, 'dataAt' | 'dataBytes'> | null = null;
  for (let at = 12; at + 8 <= header.length;) {
    const id = header.toString('latin1', at, at + 4);
    const size = header.readUInt32LE(at + 4);
    if (id === 'ds64' && at + 24 <= header.length) longDataBytes = Number(header.readBigUInt64LE(at + 16));
    if (id === 'fmt ' && at + 24 <= header.length) form = readForm(header, at + 8);
    if (id === 'data' && form) {
      const reported = size === SIZE_ELSEWHERE ? longDataBytes : size;
      return { ...form, dataAt: at + 8, dataBytes: Math.min(reported, sizeBytes - at - 8) };
    }
    at += 8 + size + (size % 2);
  }
  throw notWav();
}

function readForm(header: Buffer, at: number): Omit<Layout, 'dataAt' | 'dataBytes'> {
  const tag = header.readUInt16LE(at);
  return {
    format: tag === EXTENSIBLE && at + 26 <= header.length ? header.readUInt16LE(at + 24) : tag,
    channels: header.readUInt16LE(at + 2),
    sampleRate: header.readUInt32LE(at + 4),
    bits: header.readUInt16LE(at + 14),
  };
}

function sampleReader({ format, bits }: Layout): (bytes: Buffer) => Float32Array {
  const read = READERS[`${format}/${bits}`];
  if (!read) throw notWav();
  const width = bits / 8;
  return (bytes) =>
    Float32Array.from({ length: bytes.length / width }, (_, index) => read(bytes, index * width));
}

const READERS: Readonly<Record<string, (bytes: Buffer, at: number) => number>> = {
  [`${PCM}/8`]: (bytes, at) => (bytes.readUInt8(at) - 128) / 128,
  [`${PCM}/16`]: (bytes, at) => bytes.readInt16LE(at) / 0x8000,
  [`${PCM}/24`]: (bytes, at) => bytes.readIntLE(at, 3) / 0x80_0000,
  [`${PCM}/32`]: (bytes, at) => bytes.readInt32LE(at) / 0x8000_0000,
  [`${FLOAT}/32`]: (bytes, at) => bytes.readFloatLE(at),
  [`${FLOAT}/64`]: (bytes, at) => bytes.readDoubleLE(at),
};

const WRITERS: Readonly<Record<string, (bytes: Buffer, sample: number, at: number) => void>> = {
  [`${PCM}/16`]: (bytes, sample, at) => bytes.writeInt16LE(Math.round(sample * 0x8000), at),
  [`${PCM}/24`]: (bytes, sample, at) => bytes.writeIntLE(Math.round(sample * 0x80_0000), at, 3),
  [`${FLOAT}/32`]: (bytes, sample, at) => bytes.writeFloatLE(sample, at),
};

function notWav(): RpcError {
  return failWith('FILE_UNREADABLE', 'decodedNotShown');
}

/** Frames that are read at once. */
const BLOCK_FRAMES = 1 << 16;

/** The largest sample of each of `parts` equal parts, over all channels; fewer parts where there are fewer frames. */
export async function readPeaks(
  wav: WavFile,
  parts: number,
  signal: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<number[]> {
  const count = Math.min(parts, wav.frames);
  const peaks = new Array<number>(count).fill(0);
  for (let from = 0; from < wav.frames; from += BLOCK_FRAMES) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    const samples = await wav.read(from, BLOCK_FRAMES);
    for (let index = 0; index < samples.length; index += 1) {
      const frame = from + Math.floor(index / wav.channels);
      const part = Math.floor((frame * count) / wav.frames);
      const size = Math.abs(samples[index] ?? 0);
      if (size > (peaks[part] ?? 0)) peaks[part] = size;
    }
    onProgress?.(Math.min(1, (from + BLOCK_FRAMES) / wav.frames));
  }
  return peaks;
}
