import { describe, expect, it } from 'vitest';
import { frameRateOf, meanLuma } from './cameraFigures.ts';

const frame = (...pixels: [number, number, number][]) =>
  Uint8ClampedArray.from(pixels.flatMap((pixel) => [...pixel, 255]));

describe('the light of a frame', () => {
  it.each([
    ['black', frame([0, 0, 0]), 0],
    ['white', frame([255, 255, 255]), 1],
    ['green, which eyes see most of', frame([0, 255, 0]), 0.7152],
    ['half black, half white', frame([0, 0, 0], [255, 255, 255]), 0.5],
    ['nothing', frame(), 0],
  ])('of %s', (_, rgba, light) => {
    expect(meanLuma(rgba)).toBeCloseTo(light, 4);
  });
});

describe('frames a second', () => {
  it('are counted between the first and the last', () => {
    expect(frameRateOf([0, 100, 200, 300])).toBeCloseTo(10);
    expect(frameRateOf([1000, 1040])).toBeCloseTo(25);
  });
  it('are none of one frame', () => {
    expect(frameRateOf([])).toBe(0);
    expect(frameRateOf([5])).toBe(0);
  });
});
