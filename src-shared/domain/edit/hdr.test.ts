import { describe, expect, it } from 'vitest';
import { hlgToSdr, pqToSdr } from './hdr.ts';

describe.each([
  ['HLG', hlgToSdr, 0.75],
  ['PQ', pqToSdr, 0.5807],
])('%s in the colours of BT.709', (_name, toSdr, pageWhite) => {
  it('has black and full white, and the white of a page just below that', () => {
    expect(toSdr(0, 0, 0)).toEqual([0, 0, 0]);
    for (const value of toSdr(1, 1, 1)) expect(value).toBeGreaterThan(0.99);
    const [white] = toSdr(pageWhite, pageWhite, pageWhite);
    expect(white).toBeGreaterThan(0.87);
    expect(white).toBeLessThan(0.93);
  });

  it('keeps gray gray, and brighter brighter', () => {
    let last = -1;
    for (let step = 0; step <= 20; step += 1) {
      const [red, green, blue] = toSdr(step / 20, step / 20, step / 20);
      expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(0.002);
      expect(green).toBeGreaterThan(last - 1e-9);
      last = green;
    }
  });

  it('makes colours stronger, which had looked pale', () => {
    const [red, green, blue] = toSdr(0.6, 0.4, 0.4);
    expect(red - (green + blue) / 2).toBeGreaterThan(0.2);
  });
});
