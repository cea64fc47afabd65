import { describe, expect, it } from 'vitest';
import { readOggPackets } from './ogg.ts';
import { chapterComments, writeOpusFile } from './opusFile.ts';

/** A mono head with a pre-skip of 312, and packets of 20 ms (configuration 31, one frame). */
const head = Uint8Array.from([...bytesOf('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const packet = (size: number) =>
  Uint8Array.from({ length: size }, (_, at) => (at === 0 ? 31 << 3 : at % 251));

function bytesOf(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

function write(packets: Uint8Array[], frames: number, comments: [string, string][] = []) {
  const pages: Uint8Array[] = [];
  writeOpusFile({ head, packets, frames, comments, serial: 7 }, (page) => pages.push(page));
  return { pages, file: Uint8Array.from(pages.flatMap((page) => [...page])) };
}

const granuleOf = (page: Uint8Array) => new DataView(page.buffer).getBigUint64(6, true);
const flagsOf = (page: Uint8Array) => page[5];

describe('an Opus file', () => {
  it('has head and tags on pages of their own, and every packet as it was', () => {
    const packets = [packet(10), packet(255), packet(510), packet(3)];
    const { pages, file } = write(packets, 3000, [['TITLE', 'Zoë']]);
    const [first, tags, ...rest] = readOggPackets(file);
    expect(first).toEqual(head);
    const text = new TextDecoder().decode(tags);
    expect(text.startsWith('OpusTags')).toBe(true);
    expect(text.endsWith('TITLE=Zoë')).toBe(true);
    expect(rest).toEqual(packets);
    expect(pages.map(flagsOf)).toEqual([2, 0, 4]);
  });

  it('ends where the sound ends: what the encoder added is left out', () => {
    const { pages } = write([packet(9), packet(9), packet(9), packet(9)], 3000);
    expect(granuleOf(pages.at(-1) ?? new Uint8Array(27))).toBe(3312n);
  });

  it('goes over as many pages as a large cover takes, of which none but the last says where it ends', () => {
    const image = 'x'.repeat(200_000);
    const { pages, file } = write([packet(4)], 900, [['METADATA_BLOCK_PICTURE', image]]);
    expect(readOggPackets(file)).toHaveLength(3);
    const [, ...tags] = pages.slice(0, -1);
    expect(tags.length).toBeGreaterThan(2);
    expect(tags.slice(0, -1).every((page) => granuleOf(page) === 0xffff_ffff_ffff_ffffn)).toBe(true);
    expect(tags.map(flagsOf)).toEqual([0, ...tags.slice(1).map(() => 1)]);
  });
});

describe('chapters of an Opus file', () => {
  it('have a time and a name each', () => {
    expect(
      chapterComments([
        { startSec: 0, title: 'Hello' },
        { startSec: 3725.5, title: 'Later' },
      ]),
    ).toEqual([
      ['CHAPTER000', '00:00:00.000'],
      ['CHAPTER000NAME', 'Hello'],
      ['CHAPTER001', '01:02:05.500'],
      ['CHAPTER001NAME', 'Later'],
    ]);
  });
});
