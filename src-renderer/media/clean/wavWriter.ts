import type { ByteSink, WavEncoding } from './sound.ts';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const SIZE_ELSEWHERE = 0xffff_ffff;
const LIST_BYTES = 22;
/** The rest of the format's identifier, after its two bytes. */
const FORMAT_ID = [0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71];

export interface WavFormat {
  sampleRate: number;
  channels: number;
  frames: number;
  encoding: WavEncoding;
}

/** How a result lies in its file: as the input did; floats of 64 bits as those of 32, in which all is computed. */
export function resultEncoding({ kind, bits }: WavEncoding): WavEncoding {
  return kind === 'float' ? { kind, bits: 32 } : { kind, bits };
}

/** Writes a WAV file whose length is known before: RF64 (EBU Tech 3306) where 32 bits cannot count it. */
export class WavWriter {
  readonly #sink: ByteSink;
  readonly #format: WavFormat;
  #bytesWritten = 0;

  constructor(sink: ByteSink, format: WavFormat) {
    this.#sink = sink;
    this.#format = format;
    sink.write(headerOf(format));
  }

  /** Interleaved samples in ±1, rounded to the nearest step and limited where they are whole numbers. */
  write(interleaved: Float32Array): void {
    const bytes = encode(interleaved, this.#format.encoding);
    this.#bytesWritten += bytes.length;
    this.#sink.write(bytes);
  }

  /** Chunks have an even length. */
  finish(): void {
    if (this.#bytesWritten % 2 === 1) this.#sink.write(new Uint8Array(1));
  }
}

function headerOf({ sampleRate, channels, frames, encoding }: WavFormat): Uint8Array {
  const sampleBytes = encoding.bits / 8;
  const dataBytes = frames * channels * sampleBytes;
  const isExtensible = channels > 2;
  const formBytes = isExtensible ? 40 : 16;
  // With room for the chunks around the sound.
  const isLong = dataBytes > SIZE_ELSEWHERE - 4096;
  const out = new HeaderWriter(12 + (isLong ? 36 : 0) + 8 + formBytes + 8 + LIST_BYTES + 8);
  const riffBytes = out.sizeBytes - 8 + dataBytes + (dataBytes % 2);
  out
    .text(isLong ? 'RF64' : 'RIFF')
    .uint32(isLong ? SIZE_ELSEWHERE : riffBytes)
    .text('WAVE');
  if (isLong) out.text('ds64').uint32(28).uint64(riffBytes).uint64(dataBytes).uint64(frames).uint32(0);
  const tag = encoding.kind === 'float' ? FLOAT : PCM;
  out.text('fmt ').uint32(formBytes);
  out
    .uint16(isExtensible ? EXTENSIBLE : tag)
    .uint16(channels)
    .uint32(sampleRate);
  out
    .uint32(sampleRate * channels * sampleBytes)
    .uint16(channels * sampleBytes)
    .uint16(encoding.bits);
  // No loudspeaker named: the channels are in the order of the input.
  if (isExtensible) out.uint16(22).uint16(encoding.bits).uint32(0).uint16(tag).bytes(FORMAT_ID);
  out.text('LIST').uint32(LIST_BYTES).text('INFO').text('ISFT').uint32(10).text('SoundDesk\0');
  out.text('data').uint32(isLong ? SIZE_ELSEWHERE : dataBytes);
  return out.done();
}

class HeaderWriter {
  readonly #view: DataView;
  #at = 0;

  constructor(sizeBytes: number) {
    this.#view = new DataView(new ArrayBuffer(sizeBytes));
  }
  get sizeBytes(): number {
    return this.#view.byteLength;
  }
  text(value: string): this {
    return this.bytes([...value].map((character) => character.charCodeAt(0)));
  }
  bytes(values: readonly number[]): this {
    for (const value of values) this.#view.setUint8(this.#at++, value);
    return this;
  }
  uint16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }
  uint32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }
  uint64(value: number): this {
    this.#view.setBigUint64(this.#at, BigInt(value), true);
    this.#at += 8;
    return this;
  }
  done(): Uint8Array {
    return new Uint8Array(this.#view.buffer);
  }
}

function encode(samples: Float32Array, { kind, bits }: WavEncoding): Uint8Array {
  const view = new DataView(new ArrayBuffer((samples.length * bits) / 8));
  if (kind === 'float') {
    for (let i = 0; i < samples.length; i += 1) view.setFloat32(4 * i, samples[i]!, true);
    return new Uint8Array(view.buffer);
  }
  const fullScale = 2 ** (bits - 1);
  for (let i = 0; i < samples.length; i += 1) {
    const scaled = samples[i]! * fullScale;
    const whole = Math.max(-fullScale, Math.min(fullScale - 1, toNearestEven(scaled)));
    if (bits === 8) view.setUint8(i, whole + 128);
    else if (bits === 16) view.setInt16(2 * i, whole, true);
    else if (bits === 32) view.setInt32(4 * i, whole, true);
    else {
      view.setUint16(3 * i, whole & 0xffff, true);
      view.setInt8(3 * i + 2, whole >> 16);
    }
  }
  return new Uint8Array(view.buffer);
}

/** As `nearbyint` of the native sink: half-way goes to the even number. */
function toNearestEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}
