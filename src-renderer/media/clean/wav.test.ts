import { describe, expect, it } from 'vitest';
import type { ByteSource, WavEncoding } from './sound.ts';
import { isWav, openWav } from './wavReader.ts';
import { WavWriter } from './wavWriter.ts';

const SAMPLES = Float32Array.of(0, 0.5, -0.5, 0.25, -1, 0.75);

function written(encoding: WavEncoding, channels: number, samples = SAMPLES): Uint8Array {
  const parts: number[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(...bytes) };
  const writer = new WavWriter(sink, {
    sampleRate: 44_100,
    channels,
    frames: samples.length / channels,
    encoding,
  });
  writer.write(samples);
  writer.finish();
  return Uint8Array.from(parts);
}

function sourceOf(bytes: Uint8Array): ByteSource {
  return { sizeBytes: bytes.length, read: (at, size) => bytes.slice(at, at + size) };
}

const PCM16: WavEncoding = { kind: 'integer', bits: 16 };

describe('a WAV file', () => {
  it.each<[WavEncoding['kind'], WavEncoding['bits'], number]>([
    ['integer', 8, 2],
    ['integer', 16, 1],
    ['integer', 24, 2],
    ['integer', 24, 3],
    ['integer', 32, 1],
    ['float', 32, 6],
  ])('of %s samples of %i bits in %i channels is read as it was written', (kind, bits, channels) => {
    const bytes = written({ kind, bits }, channels);
    expect(bytes.length % 2).toBe(0);
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8);
    expect(isWav(bytes)).toBe(true);
    const sound = openWav(sourceOf(bytes), 'a.wav');
    expect(sound).toMatchObject({ sampleRate: 44_100, channels, frames: 6 / channels });
    expect(sound?.encoding).toEqual({ kind, bits });
    expect(sound?.read(0, 100)).toEqual(SAMPLES);
    expect(sound?.read(1, 1)).toEqual(SAMPLES.slice(channels, 2 * channels));
  });

  it('limits what its whole numbers cannot hold', () => {
    const sound = openWav(sourceOf(written(PCM16, 1, Float32Array.of(2, -2))), 'a.wav');
    expect(sound?.read(0, 2)).toEqual(Float32Array.of(32767 / 32768, -1));
  });

  it('is refused with its name where its end is missing', () => {
    const bytes = written(PCM16, 1);
    expect(() => openWav(sourceOf(bytes.subarray(0, bytes.length - 4)), 'a.wav')).toThrow(
      'a.wav is cut short: at least 4 bytes are missing at its end.',
    );
    expect(() => openWav(sourceOf(bytes.subarray(0, 30)), 'a.wav')).toThrow('a.wav is damaged');
  });

  it('reaches to its end where it was written into a pipe', () => {
    const bytes = written(PCM16, 1);
    const dataAt = bytes.length - 12;
    new DataView(bytes.buffer).setUint32(dataAt - 4, 0xffff_ffff, true);
    expect(openWav(sourceOf(bytes), 'a.wav')?.frames).toBe(6);
  });

  it('counts beyond 4 GB as RF64', () => {
    const parts: Uint8Array[] = [];
    const frames = 3_000_000_000;
    new WavWriter(
      { write: (bytes) => void parts.push(bytes) },
      { sampleRate: 48_000, channels: 1, frames, encoding: PCM16 },
    );
    const [head = new Uint8Array()] = parts;
    const sizeBytes = head.length + 2 * frames;
    const source = { sizeBytes, read: (at: number, size: number) => head.slice(at, at + size) };
    expect(String.fromCharCode(...head.subarray(0, 4))).toBe('RF64');
    expect(openWav(source, 'long.wav')?.frames).toBe(frames);
  });

  it('of another kind of samples is left to the browser', () => {
    const bytes = written(PCM16, 1);
    const A_LAW = 6;
    new DataView(bytes.buffer).setUint16(20, A_LAW, true);
    expect(openWav(sourceOf(bytes), 'a.wav')).toBeNull();
  });
});
