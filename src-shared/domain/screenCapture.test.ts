import { describe, expect, it } from 'vitest';
import { bitsPerSecondOf, screenTypeOf } from './screenCapture.ts';

describe('a screen capture', () => {
  it('is labelled by its sound, in the words of the document', () => {
    expect(screenTypeOf({ system: true, microphone: true })).toBe('Screen + Audio + Mic');
    expect(screenTypeOf({ system: true, microphone: false })).toBe('Screen + Audio');
    expect(screenTypeOf({ system: false, microphone: true })).toBe('Screen + Mic');
    expect(screenTypeOf({ system: false, microphone: false })).toBe('Screen Only');
  });

  it('takes less for fewer lines and fewer frames, and not half for half the frames', () => {
    expect(bitsPerSecondOf('high', 30)).toBe(6_000_000);
    expect(bitsPerSecondOf('medium', 30)).toBeLessThan(bitsPerSecondOf('high', 30));
    expect(bitsPerSecondOf('high', 15)).toBeGreaterThan(bitsPerSecondOf('high', 30) / 2);
  });
});
