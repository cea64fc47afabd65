import { describe, expect, it } from 'vitest';
import { isPixelId, MAX_PIXEL_SCRIPT_LENGTH, type PixelType } from './trackingPixels.ts';

describe('the id of a pixel', () => {
  it.each<[PixelType, string, boolean]>([
    ['meta', '1234567890123456', true],
    ['meta', '12', false],
    ['meta', '123456x', false],
    ['google-analytics', 'G-ABC123DEF4', true],
    ['google-analytics', 'UA-12345-1', false],
    ['google-analytics', 'G-abc123', false],
    ['gtm', 'GTM-ABC123', true],
    ['gtm', "GTM-ABC123');alert(1)//", false],
    ['gtm', 'GTM-ABC123\n', false],
    ['custom', 'anything()', true],
    ['custom', ' \n', false],
    ['custom', 'x'.repeat(MAX_PIXEL_SCRIPT_LENGTH + 1), false],
  ])('%s %s', (type, id, expected) => {
    expect(isPixelId(type, id)).toBe(expected);
  });
});
