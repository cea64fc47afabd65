import { describe, expect, it } from 'vitest';
import { rateOf } from './fileMarks.ts';

const text = (value: string) => [...value].map((character) => character.charCodeAt(0));

describe('the rate that a file states', () => {
  it('is in the first block of FLAC', () => {
    // 44,100 Hz in the upper 20 bits, then two channels of 16 bits.
    const head = Uint8Array.from([
      ...text('fLaC'),
      0,
      0,
      0,
      34,
      ...Array<number>(10).fill(0),
      0x0a,
      0xc4,
      0x42,
      0xf0,
    ]);
    expect(rateOf(head)).toBe(44_100);
  });

  it('is in the first packet of Ogg Vorbis', () => {
    const head = new Uint8Array(64);
    head.set(text('OggS'));
    head.set(text('\x01vorbis'), 28);
    new DataView(head.buffer).setUint32(40, 32_000, true);
    expect(rateOf(head)).toBe(32_000);
  });

  it('is in the first frame of MP3, behind its tag', () => {
    expect(rateOf(Uint8Array.of(0xff, 0xfb, 0x90, 0x64))).toBe(44_100);
    expect(rateOf(Uint8Array.of(0xff, 0xf3, 0x94, 0x64))).toBe(24_000);
    const tagged = Uint8Array.from([...text('ID3'), 4, 0, 0, 0, 0, 0, 2, 9, 9, 0xff, 0xfb, 0x94, 0x64]);
    expect(rateOf(tagged)).toBe(48_000);
  });

  it('is not known of others', () => {
    expect(rateOf(Uint8Array.from(text('No recording.')))).toBeNull();
    expect(rateOf(new Uint8Array())).toBeNull();
  });
});
