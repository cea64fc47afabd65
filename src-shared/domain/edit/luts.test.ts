import { expect, it } from 'vitest';
import { lutSchema } from './document.ts';
import { BUILT_IN_LUTS, builtInLut, lutPreview } from './luts.ts';

it('makes each of its LUTs, each other than the rest, from black near black to white near white', () => {
  const previews = BUILT_IN_LUTS.map(({ id }) => {
    const lut = builtInLut(id);
    expect(lutSchema.parse(lut)).toEqual(lut);
    const preview = lutPreview(lut!);
    const brightness = (colour: string) => Number.parseInt(colour.slice(3, 5), 16);
    expect(brightness(preview![0]!)).toBeLessThan(brightness(preview![4]!));
    return preview!.join(' ');
  });
  expect(new Set(previews).size).toBe(BUILT_IN_LUTS.length);
});

it('has no colour in black and white', () => {
  for (const colour of lutPreview(builtInLut('black-white')!)!) {
    expect(colour.slice(1, 3)).toBe(colour.slice(5, 7));
  }
});

it('knows no other, and no damaged one', () => {
  expect(builtInLut('constructor')).toBeNull();
  expect(lutPreview({ size: 17, values: 'AAAA' })).toBeNull();
});
