import { describe, expect, it } from 'vitest';
import { CubeError, readCube } from './cube.ts';

const lines = (size: number, colour: (red: number, green: number, blue: number) => number[]): string => {
  const out: string[] = [];
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1)
      for (let red = 0; red < size; red += 1)
        out.push(
          colour(red, green, blue)
            .map((x) => (x / (size - 1)).toFixed(6))
            .join(' '),
        );
  return out.join('\n');
};
const same = (size: number) => lines(size, (red, green, blue) => [red, green, blue]);
const wordsOf = (values: string) => new Uint16Array(Uint8Array.from(Buffer.from(values, 'base64')).buffer);

function refusal(text: string): CubeError {
  try {
    readCube(text);
  } catch (error) {
    if (error instanceof CubeError) return error;
    throw error;
  }
  throw new Error('The file was read.');
}

describe('a .cube file', () => {
  it('is read with its title, in any line ends, with comments, red fastest', () => {
    const text = `\uFEFF# made by hand\r\nTITLE "Warm, a little"\r\nLUT_3D_SIZE 2\r\n\r\n${same(2).replaceAll('\n', '\r\n')}\r\n`;
    const { title, size, values } = readCube(text);
    expect({ title, size }).toEqual({ title: 'Warm, a little', size: 2 });
    expect([...wordsOf(values).subarray(0, 9)]).toEqual([0, 0, 0, 65_535, 0, 0, 0, 65_535, 0]);
  });

  it('is clamped to black and white', () => {
    const words = wordsOf(readCube(`LUT_3D_SIZE 2\n${'-1 2e0 .5\n'.repeat(8)}`).values);
    expect([...words.subarray(0, 3)]).toEqual([0, 65_535, 32_768]);
  });

  it('may be a curve a channel', () => {
    const { size, values } = readCube('LUT_1D_SIZE 3\n0 0 0\n0.25 0.5 0.5\n1 1 1');
    const words = wordsOf(values);
    const middle = (size - 1) / 2;
    const at = ((middle * size + middle) * size + middle) * 3;
    expect([...words.subarray(at, at + 3)]).toEqual([16_384, 32_768, 32_768]);
  });

  it('may have another domain', () => {
    const { size, values } = readCube(`DOMAIN_MIN -1 -1 -1\nDOMAIN_MAX 1 1 1\nLUT_3D_SIZE 3\n${same(3)}`);
    expect(size).toBe(3);
    // Black is in the middle of its domain.
    expect([...wordsOf(values).subarray(0, 3)]).toEqual([32_768, 32_768, 32_768]);
  });

  it('of more points than the editor keeps is resampled', () => {
    const { size, values } = readCube(`LUT_3D_SIZE 66\n${same(66)}`);
    expect(size).toBe(65);
    const words = wordsOf(values);
    expect(words).toHaveLength(65 ** 3 * 3);
    expect(Math.abs((words[32 * 3] ?? 0) - 32_768)).toBeLessThan(2);
  });

  it.each([
    ['', 'NOT_CUBE', 0],
    ['0 0 0', 'NOT_CUBE', 1],
    ['<html></html>', 'NOT_CUBE', 1],
    ['LUT_3D_SIZE 0', 'BAD_SIZE', 1],
    ['LUT_3D_SIZE 2.5', 'BAD_SIZE', 1],
    ['LUT_3D_SIZE 2\nLUT_3D_SIZE 2', 'BAD_SIZE', 2],
    ['LUT_3D_SIZE 999999999', 'TOO_LARGE', 1],
    ['LUT_1D_SIZE 70000', 'TOO_LARGE', 1],
    ['DOMAIN_MIN 1 0 0\nLUT_3D_SIZE 2', 'BAD_DOMAIN', 1],
    ['LUT_3D_SIZE 2\n0 0', 'BAD_LINE', 2],
    ['LUT_3D_SIZE 2\n0 0 nan', 'BAD_LINE', 2],
    ['LUT_3D_SIZE 2\n0 0 0x1', 'BAD_LINE', 2],
    ['LUT_4D_SIZE 2', 'BAD_LINE', 1],
    [`LUT_3D_SIZE 2\n${same(2)}\nTITLE late`, 'BAD_LINE', 10],
    ['LUT_3D_SIZE 2\n0 0 0', 'TOO_FEW', 0],
    [`LUT_3D_SIZE 2\n${same(2)}\n0 0 0`, 'TOO_MANY', 10],
  ])('%j is refused as %s in line %i', (text, code, line) => {
    expect(refusal(text)).toMatchObject({ code, line });
  });
});
