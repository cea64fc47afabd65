import type { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { ByteSource, SoundSource, WavEncoding } from './sound.ts';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** In the 32 bits of a size: the true one is in the chunk `ds64`, or nowhere where it was written into a pipe. */
const SIZE_ELSEWHERE = 0xffff_ffff;
const MOST_CHANNELS = 64;

/** Whether these first bytes are those of a WAV, RF64 or BW64 file. */
export function isWav(head: Uint8Array): boolean {
  return ['RIFF', 'RF64', 'BW64'].includes(textAt(head, 0)) && textAt(head, 8) === 'WAVE';
}

interface Form {
  encoding: WavEncoding;
  sampleRate: number;
  channels: number;
}

/**
 * A WAV file of whole or floating-point samples, read where it lies: its length costs no memory. null where its samples
 * are packed in a way that only a browser knows. Throws `FILE_UNREADABLE` where it is damaged or cut short.
 */
export function openWav(bytes: ByteSource, name: string): SoundSource | null {
  const { form, dataAt, reportedBytes } = findChunks(bytes, name);
  if (form === null) return null;
  const thereBytes = bytes.sizeBytes - dataAt;
  if (reportedBytes !== null && reportedBytes > thereBytes) {
    throw failWith('FILE_UNREADABLE', 'cutShortBytes', {
      values: { path: name, missingBytes: reportedBytes - thereBytes },
    });
  }
  const { encoding, channels } = form;
  const sampleBytes = encoding.bits / 8;
  const frameBytes = sampleBytes * channels;
  const total = Math.floor((reportedBytes ?? thereBytes) / frameBytes);
  const decode = decoderOf(encoding);
  return {
    ...form,
    frames: total,
    read(fromFrame, frames) {
      const count = Math.max(0, Math.min(frames, total - fromFrame));
      const read = bytes.read(dataAt + fromFrame * frameBytes, count * frameBytes);
      return decode(read, Math.floor(read.length / sampleBytes));
    },
  };
}

function findChunks(
  bytes: ByteSource,
  name: string,
): { form: Form | null; dataAt: number; reportedBytes: number | null } {
  let longBytes: number | null = null;
  let form: Form | null | undefined;
  for (let at = 12; at + 8 <= bytes.sizeBytes;) {
    const head = bytes.read(at, 8);
    const size = viewOf(head).getUint32(4, true);
    const id = textAt(head, 0);
    if (id === 'ds64') longBytes = Number(viewOf(bytes.read(at + 16, 8)).getBigUint64(0, true));
    if (id === 'fmt ') form = readForm(viewOf(bytes.read(at + 8, Math.min(size, 40))), name);
    if (id === 'data' && form !== undefined) {
      return { form, dataAt: at + 8, reportedBytes: size === SIZE_ELSEWHERE ? longBytes : size };
    }
    at += 8 + size + (size % 2);
  }
  throw damaged(name);
}

/** null for what is neither whole nor floating-point samples. */
function readForm(view: DataView, name: string): Form | null {
  if (view.byteLength < 16) throw damaged(name);
  const tag = view.getUint16(0, true);
  const format = tag === EXTENSIBLE && view.byteLength >= 26 ? view.getUint16(24, true) : tag;
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const bits = view.getUint16(14, true);
  if (channels === 0 || channels > MOST_CHANNELS || sampleRate === 0) throw damaged(name);
  const kind = format === PCM ? 'integer' : format === FLOAT ? 'float' : null;
  const known: readonly number[] = kind === 'integer' ? [8, 16, 24, 32] : [32, 64];
  if (kind === null || !known.includes(bits)) return null;
  return { encoding: { kind, bits: bits as WavEncoding['bits'] }, sampleRate, channels };
}

function decoderOf({ kind, bits }: WavEncoding): (bytes: Uint8Array, samples: number) => Float32Array {
  const read = kind === 'float' ? FLOATS[bits] : INTEGERS[bits];
  if (!read) throw new RangeError(`no samples of ${bits} bits`);
  return (bytes, samples) => {
    const view = viewOf(bytes);
    const output = new Float32Array(samples);
    for (let i = 0; i < samples; i += 1) {
      const sample = read(view, i);
      // What is no number is silence.
      output[i] = sample - sample === 0 ? sample : 0;
    }
    return output;
  };
}

type SampleReader = (view: DataView, index: number) => number;
const INTEGERS: Readonly<Record<number, SampleReader>> = {
  8: (view, index) => (view.getUint8(index) - 128) / 0x80,
  16: (view, index) => view.getInt16(2 * index, true) / 0x8000,
  24: (view, index) => ((view.getInt8(3 * index + 2) << 16) | view.getUint16(3 * index, true)) / 0x80_0000,
  32: (view, index) => view.getInt32(4 * index, true) / 0x8000_0000,
};
const FLOATS: Readonly<Record<number, SampleReader>> = {
  32: (view, index) => view.getFloat32(4 * index, true),
  64: (view, index) => view.getFloat64(8 * index, true),
};

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function damaged(name: string): RpcError {
  return failWith('FILE_UNREADABLE', 'damagedWav', { values: { name } });
}
