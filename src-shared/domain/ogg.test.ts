import { describe, expect, it } from 'vitest';
import { readOggPackets } from './ogg.ts';

/** A page with these segments; its checksum is not looked at. */
function page(...segments: number[][]): number[] {
  const head = [...'OggS'].map((letter) => letter.charCodeAt(0));
  return [
    ...head,
    ...Array.from({ length: 22 }, () => 0),
    segments.length,
    ...segments.map(({ length }) => length),
    ...segments.flat(),
  ];
}

const full = Array.from({ length: 255 }, (_, index) => index);

describe('packets of Ogg', () => {
  it('are put together over segments and pages', () => {
    const file = Uint8Array.from([...page([1, 2], full), ...page([3], [], [4, 5])]);
    expect(readOggPackets(file).map((packet) => [...packet])).toEqual([[1, 2], [...full, 3], [], [4, 5]]);
  });

  it('are refused of another file', () => {
    expect(() => readOggPackets(new Uint8Array(40))).toThrow('There is no page of Ogg at byte 0.');
  });
});
